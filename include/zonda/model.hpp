// The public C++ interface: load a model, see what is in it, write it in another format.
//
//   zonda::Model model = zonda::Model::load("train-gate.xml");
//   std::cerr << model.messages();
//   if (model.is_usable()) std::cout << model.info();
//
// Nothing here throws for bad input: messages() says what is wrong. The command line uses nothing else.
#pragma once

#include "zonda/check.hpp"
#include "zonda/diagnose.hpp"
#include "zonda/formats.hpp"
#include "zonda/partition.hpp"
#include "zonda/query.hpp"
#include "zonda/stage.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda {

struct LoadOptions {
  // A query file to use instead of the queries in the model. Without it: the queries in the model, or those of the
  // .q file beside it when the model has none.
  std::string query_file;
  // Queries given as text. When there are any, they replace those in files.
  std::vector<std::string> queries;
  // One more query: can a state be reached whose locations together carry all of these labels? For formats that have
  // labels (FormatInfo::has_labels).
  std::vector<std::string> labels;
  // Names of warnings to leave out; 'all' for every one.
  std::vector<std::string> disabled_warnings;
  // Called between the stages of reading the model.
  StageHook on_stage;
};

struct InfoOptions {
  bool all = false;        // list every variable, however many there are
  bool cover = false;      // instead: local cycles, which of them need others, and covering sets
  bool bounds = false;     // instead: the numbers that clocks are compared with, by location
  std::uint64_t seed = 1;  // of the random walks that estimate how often edges are taken
  // Show these p-points instead, as `zonda partition` takes them; if empty, those that zonda would choose, with the
  // candidates.
  std::optional<std::string> p_points;
};

class Model {
 public:
  [[nodiscard]] static Model load(const std::string& path, const LoadOptions& options = {});
  // A model given as text; messages refer to it by the name.
  [[nodiscard]] static Model parse(std::string text, const std::string& name = "<text>",
                                   const LoadOptions& options = {});

  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  // False when the model has errors. Errors in single queries do not count.
  [[nodiscard]] bool is_usable() const;
  // False when nothing could be read at all; then only messages() is of use.
  [[nodiscard]] bool is_read() const;
  // Errors and warnings as text, with the place and the source line of each. Empty when there are none.
  [[nodiscard]] std::string messages() const;
  [[nodiscard]] std::size_t error_count() const;
  [[nodiscard]] std::size_t warning_count() const;
  // The errors and warnings one by one. Only the first ones are kept; the counts include all.
  [[nodiscard]] std::vector<Message> diagnostics() const;

  // The queries, in the order of their numbers.
  [[nodiscard]] std::vector<QueryInfo> queries() const;

  // What is wrong with the options; empty: nothing.
  [[nodiscard]] std::string info_error(const InfoOptions& options) const;
  // What is in the model, for people and as one JSON object.
  [[nodiscard]] std::string info(const InfoOptions& options = {}) const;
  [[nodiscard]] std::string info_json(const InfoOptions& options = {}) const;

  // Verdicts on the queries. On bad options the result is empty and `error` says why.
  struct Checked {
    std::vector<QueryResult> results;
    std::string error;
    bool is_checkpoint_spent = false;  // the file of CheckOptions::checkpoint has no stopped search
  };
  [[nodiscard]] Checked check(const CheckOptions& options = {}) const;
  // One JSON object with the options in force and all results.
  [[nodiscard]] std::string check_json(const CheckOptions& options, const std::vector<QueryResult>& results) const;
  // For pipelines: JUnit's XML, or SARIF 2.1.0 with the messages about the model's text and with traces. A query passes
  // when it is satisfied, or, where its text says what to expect, when that came out.
  enum class ReportFormat { JUnit, Sarif };
  [[nodiscard]] std::string report(ReportFormat format, const std::vector<QueryResult>& results) const;

  // What is odd about the model, whatever its queries say; for people, and as one JSON object.
  [[nodiscard]] Diagnosis diagnose(const DiagnoseOptions& options = {}) const;
  [[nodiscard]] std::string diagnose_json(const DiagnoseOptions& options, const Diagnosis& diagnosis) const;

  // Verifies one query in pieces.
  [[nodiscard]] PartitionResult partition(const PartitionOptions& options = {}) const;
  [[nodiscard]] std::string partition_json(const PartitionOptions& options, const PartitionResult& result) const;

  // A trace of this model as text.
  enum class TraceFormat { Text, FullText, Json, Uppaal, Xml, Xtr };
  [[nodiscard]] std::string write_trace(const Trace& trace, TraceFormat format) const;
  [[nodiscard]] std::string write_trace(const Trace& trace, TraceFormat format, const UppaalStyle& style) const;
  // The numbers and names that .xtr files refer to, in UPPAAL's intermediate format (.if).
  [[nodiscard]] std::string intermediate_format(int version = 5) const;

  // Replays a saved trace (JSON, or UPPAAL's .xtr) on this model, which may have been edited since. The model's first
  // query, if there is one, is evaluated in the last state.
  struct Replayed {
    std::string error;  // why the text could not be read; the rest is empty then
    bool fits = false;
    std::size_t steps = 0;                 // moves that could be made
    std::string time;                      // the time that passed
    std::string failure;                   // where the trace does not fit, and why
    std::vector<std::string> differences;  // if it fits: values that are different
    std::optional<bool> meets_query;
    std::string asked;       // the query that was evaluated
    bool is_of_run = false;  // the query is about the whole run, as E[], A<> and --> are
  };
  // `query`: in the output of check --json, the query whose trace to replay; for .xtr files, the query to evaluate.
  [[nodiscard]] Replayed replay(const std::string& trace_text, std::size_t query = 0) const;

  // The model in another format, which zonda/formats.hpp names: "xta", "tck", …. On failure the result is empty and
  // `error` says why.
  struct Converted {
    std::string text;
    std::string error;
    std::string warning;  // what the format cannot express
  };
  [[nodiscard]] Converted convert(std::string_view format) const;
  [[nodiscard]] std::size_t query_count() const;

  [[nodiscard]] static Compared compare(const Model& before, const Model& after);

  struct Parts;  // for the implementation
  explicit Model(std::unique_ptr<Parts> parts);
  [[nodiscard]] const Parts& parts() const { return *parts_; }

 private:
  friend class Walk;
  std::unique_ptr<Parts> parts_;
};

// The query that a saved trace answers, if the trace names it.
[[nodiscard]] std::optional<std::string> saved_formula(const std::string& trace_text, std::size_t query = 0);

// The names of all warnings, and what each is about.
struct Warning {
  std::string name;
  std::string meaning;
};
[[nodiscard]] std::vector<Warning> warnings();

}  // namespace zonda
