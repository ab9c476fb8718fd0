// What check prints: verdicts, statistics, traces.
#include "cli/check.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace zonda::cli {

std::optional<Model::TraceFormat> trace_format(std::string_view name) {
  using Format = Model::TraceFormat;
  if (name == "text") return Format::Text;
  if (name == "full") return Format::FullText;
  if (name == "json") return Format::Json;
  if (name == "uppaal") return Format::Uppaal;
  if (name == "xml") return Format::Xml;
  if (name == "xtr") return Format::Xtr;
  return std::nullopt;
}

namespace {

// What was asked for, or what the name of the file says.
Model::TraceFormat chosen_format(const CheckArguments& arguments) {
  if (!arguments.trace_format.empty()) return trace_format(arguments.trace_format).value_or(Model::TraceFormat::Text);
  const std::string extension = std::filesystem::path(arguments.trace_file).extension().string();
  if (extension == ".json" || extension == ".xml" || extension == ".xtr")
    return *trace_format(std::string_view(extension).substr(1));
  return Model::TraceFormat::Text;
}

// With several queries, each trace has its own file: out-2.xtr.
std::string trace_path(const CheckArguments& arguments, const QueryResult& r, bool is_only) {
  if (is_only || arguments.trace_file == "-") return arguments.trace_file;
  const std::filesystem::path path(arguments.trace_file);
  const std::string name = fmt::format("{}-{}{}", path.stem().string(), r.index, path.extension().string());
  return (path.parent_path() / name).string();
}

}  // namespace

bool write_traces(const Model& model, const CheckArguments& arguments, const std::vector<QueryResult>& results) {
  for (const QueryResult& r : results) {
    if (r.trace == nullptr) continue;
    const std::string path = trace_path(arguments, r, results.size() == 1);
    if (!write_file(path, model.write_trace(*r.trace, chosen_format(arguments)))) return false;
    if (path != "-") std::cerr << "zonda: the trace of query " << r.index << " is in " << path << '\n';
  }
  return true;
}

void print_trace(const Model& model, const CheckArguments& arguments, const QueryResult& r) {
  if (!r.trace_note.empty()) std::cout << "      " << r.trace_note << '\n';
  if (r.trace == nullptr || !arguments.trace_file.empty()) return;
  std::cout << model.write_trace(*r.trace, chosen_format(arguments));
}

void print_result(const QueryResult& r, const CheckArguments& arguments) {
  std::cout << fmt::format("{:>2}  {}\n      {}", r.index, r.formula, to_string(r.verdict));
  if (!r.reason.empty()) std::cout << ": " << r.reason;
  if (!r.note.empty()) std::cout << " (" << r.note << ')';
  if (!r.value.empty()) std::cout << "\n      value: " << r.value;
  if (!r.is_as_expected) std::cout << fmt::format("  (expected: {})", r.expected);
  std::cout << '\n';
  if (!arguments.stats) return;
  print_stats(r.stats);
  if (!r.shared_with.empty())
    std::cout << fmt::format("      exploration  shared with {} {}\n", r.shared_with.size() == 1 ? "query" : "queries",
                             fmt::join(r.shared_with, ", "));
}

namespace {

// Where the bytes of the store go, and how well its tables work.
void print_store(const CheckStats& s) {
  for (const StoreBytes::Kind& kind : StoreBytes::kinds()) {
    const std::uint64_t bytes = s.bytes.*kind.bytes;
    if (bytes == 0) continue;
    const double a_state = s.stored > 0 ? static_cast<double>(bytes) / static_cast<double>(s.stored) : 0.0;
    std::cout << fmt::format("        {:<10} {:>12} bytes  {:.1f} a state, {:.1f} %\n", kind.name, bytes, a_state,
                             100.0 * static_cast<double>(bytes) / static_cast<double>(s.store_bytes));
  }
  const auto print_table = [](const char* name, const TableStats& table) {
    if (table.used == 0) return;
    std::cout << fmt::format("      {:<12} {:>12} slots  {:.1f} % used; probes: {:.2f} on average, {} at most\n", name,
                             table.slots, 100.0 * static_cast<double>(table.used) / static_cast<double>(table.slots),
                             table.mean(), table.longest);
  };
  print_table("state table", s.hash.states);
  print_table("zone table", s.hash.zones);
  if (s.hash.longest_chain > 0 && s.knows_discrete_states())
    std::cout << fmt::format(
        "      chain        {:>12.2f} zones a discrete state on average, {} at most\n",
        static_cast<double>(s.stored) / static_cast<double>(std::max<std::uint64_t>(1, s.hash.states.used)),
        s.hash.longest_chain);
  if (s.hash.holders > 0)
    std::cout << fmt::format("      constraints  {:>12.1f} a state  {:.1f} % of the matrix\n",
                             static_cast<double>(s.hash.constraints) / static_cast<double>(s.hash.holders),
                             100.0 * static_cast<double>(s.hash.constraints) / static_cast<double>(s.hash.bounds));
}

}  // namespace

void print_stats(const CheckStats& s) {
  const auto per_second = [&](std::uint64_t n) { return s.seconds > 0 ? static_cast<double>(n) / s.seconds : 0.0; };
  const auto percent = [](std::uint64_t part, std::uint64_t all) {
    return all > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(all) : 0.0;
  };
  std::cout << fmt::format("      visited      {:>12}  {:.0f} a second\n", s.visited, per_second(s.visited));
  // Waiting states are stored, too, so that there may be more than were visited.
  const bool is_share = s.visited > 0 && s.stored <= s.visited;
  std::cout << fmt::format("      stored       {:>12}  {}peak {}\n", s.stored,
                           is_share ? fmt::format("{:.1f} % of visited, ", percent(s.stored, s.visited)) : "",
                           s.peak_stored);
  std::cout << fmt::format("      covered      {:>12}  {:.1f} % of transitions\n", s.covered,
                           percent(s.covered, s.transitions));
  std::cout << fmt::format("      mistakes     {:>12}  {:.1f} % of visited\n", s.mistakes,
                           percent(s.mistakes, s.visited));
  if (s.touched > 0) std::cout << fmt::format("      touched      {:>12}  to order those that wait\n", s.touched);
  std::cout << fmt::format("      transitions  {:>12}  {:.0f} a second\n", s.transitions, per_second(s.transitions));
  if (s.knows_discrete_states()) std::cout << fmt::format("      discrete     {:>12}\n", s.discrete_states);
  std::cout << fmt::format("      zones        {:>12}  {:.1f} % of operations remembered\n", s.zones,
                           percent(s.zone_hits, s.zone_operations));
  std::cout << fmt::format("      store        {:>12} bytes  {:.1f} a state\n", s.store_bytes,
                           s.stored > 0 ? static_cast<double>(s.store_bytes) / static_cast<double>(s.stored) : 0.0);
  print_store(s);
  std::cout << fmt::format("      peak memory  {:>12} bytes\n", s.peak_bytes);
  const auto print_stage = [&](const char* name, const MemoryStageStats& stage, const char* what) {
    if (stage.times == 0) return;
    std::cout << fmt::format("      {:<12} {:>12} times  since {:.3f} s; {} states {}, {} bytes given back, {:.3f} s\n",
                             name, stage.times, stage.since, stage.states, what, stage.bytes, stage.seconds);
  };
  print_stage("compressed", s.compressed, "packed");
  print_stage("dropped", s.dropped, "dropped");
  print_stage("spilled", s.spilled, "written");
  if (s.resumed > 0) std::cout << fmt::format("      resumed      {:>12} times\n", s.resumed);
  if (s.checkpoints > 0)
    std::cout << fmt::format("      checkpoints  {:>12}  {} bytes, {:.3f} s ({:.1f} % of the time)\n", s.checkpoints,
                             s.checkpoint_bytes, s.checkpoint_seconds,
                             s.seconds > 0 ? 100 * s.checkpoint_seconds / s.seconds : 0.0);
  std::cout << fmt::format("      time         {:>12.3f} s\n", s.seconds);
}

}  // namespace zonda::cli
