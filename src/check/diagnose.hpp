// Reports what is odd about a model (T4): by one exploration of everything, and by checks that need none.
#pragma once

#include "lang/source.hpp"
#include "model/network.hpp"
#include "search/survey/survey.hpp"
#include "store/table_limits.hpp"
#include "zonda/diagnose.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace zonda::check {

// `tables` is for tests: tables that are full sooner than they need be.
[[nodiscard]] Diagnosis diagnose(const model::Network& network, const DiagnoseOptions& options,
                                 const lang::Sources& sources, const store::TableLimits& tables = {});

// Collects findings and leaves out those that the user wants to ignore.
class Findings {
 public:
  Findings(const DiagnoseOptions& options, const lang::Sources& sources, Diagnosis& diagnosis)
      : options_(options), sources_(sources), diagnosis_(diagnosis) {}

  // Null: the finding is left out.
  Finding* add(std::string_view kind, std::string text, model::SourceRange range);
  // Whether there is a finding of this kind at this place.
  [[nodiscard]] bool has(std::string_view kind, model::SourceRange range) const;
  [[nodiscard]] bool is_ignored(std::string_view kind) const;
  [[nodiscard]] const DiagnoseOptions& options() const { return options_; }
  [[nodiscard]] std::string place(model::SourceRange range) const { return sources_.place(range); }

 private:
  const DiagnoseOptions& options_;
  const lang::Sources& sources_;
  Diagnosis& diagnosis_;
};

// 'P' for P(0), P(1), …; if the names have nothing in common, all of them.
[[nodiscard]] std::string name_of_all(const model::Network& network, const std::vector<std::uint32_t>& processes);

// Reports what never happens, after everything was seen: locations, edges, synchronisations.
void add_never(const model::Network& network, const search::Survey& survey, Findings& findings);
// Reports what nothing uses: clocks, variables, channels.
void add_unused(const model::Network& network, Findings& findings);
[[nodiscard]] std::vector<VariableRange> ranges_of(const model::Network& network, const search::Survey& survey,
                                                   const Findings& findings);

}  // namespace zonda::check
