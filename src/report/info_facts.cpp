#include "report/info_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace zonda::report {

using model::LayoutKind;

Totals totals(const model::Network& network) {
  Totals result;
  for (const model::Process& p : network.processes) {
    result.locations += p.locations.size();
    result.edges += p.edges.size();
  }
  return result;
}

std::string type_text(const model::Layout& layout) {
  switch (layout.kind) {
    case LayoutKind::Int:
      return fmt::format("int[{},{}]", layout.lower, layout.upper);
    case LayoutKind::Bool:
      return "bool";
    case LayoutKind::Scalar:
      return fmt::format("scalar[{}]", layout.upper + 1);
    case LayoutKind::Clock:
      return "clock";
    case LayoutKind::Channel:
      return channel_text(layout);
    case LayoutKind::Ghost:
      return "double";
    case LayoutKind::Array: {
      std::string dims;
      const model::Layout* at = &layout;
      for (; at->kind == LayoutKind::Array; at = at->element)
        dims += at->lower == 0
                    ? fmt::format("[{}]", at->count)
                    : fmt::format("[{}..{}]", at->lower, at->lower + static_cast<std::int32_t>(at->count) - 1);
      return type_text(*at) + dims;
    }
    case LayoutKind::Struct: {
      std::string fields;
      for (const model::Layout::Field& field : layout.fields)
        fields += fmt::format("{}{} {}", fields.empty() ? "" : "; ", type_text(*field.layout), field.name);
      return "struct { " + fields + " }";
    }
  }
  return "?";
}

std::string channel_text(const model::Layout& layout) {
  const model::Layout* at = &layout;
  while (at->kind == LayoutKind::Array) at = at->element;
  return fmt::format("{}{}chan", at->is_urgent ? "urgent " : "", at->is_broadcast ? "broadcast " : "");
}

std::string joint_text(const model::Network& network, const model::Joint& joint) {
  std::string result;
  for (const model::JointPart& part : joint.parts)
    result += fmt::format("{}{}@{}{}", result.empty() ? "" : ", ", network.processes[part.process].name,
                          network.events[part.event], part.is_weak ? "?" : "");
  return result;
}

std::vector<std::string> label_names(const model::Network& network) {
  std::set<std::string> names;
  for (const model::Process& p : network.processes)
    for (const model::Location& l : p.locations) names.insert(l.labels.begin(), l.labels.end());
  return {names.begin(), names.end()};
}

std::string initial_text(const model::Network& network, const model::Group& group) {
  constexpr std::uint32_t kShown = 8;
  if (group.layout->is_integer()) return std::to_string(network.cells[group.base].initial);
  std::string result = "{";
  for (std::uint32_t i = 0; i < std::min(group.count, kShown); ++i)
    result += fmt::format("{}{}", i == 0 ? "" : ", ", network.cells[group.base + i].initial);
  return result + (group.count > kShown ? ", …}" : "}");
}

std::string query_word(const model::Query& query) {
  if (query.kind != lang::QueryKind::Unsupported) return std::string(lang::spelling(query.kind));
  const std::size_t end = query.text.find_first_of("[({: \t");
  return query.text.substr(0, std::min<std::size_t>(end == std::string::npos ? query.text.size() : end, 12));
}

std::vector<ProcessRun> process_runs(const model::Network& network) {
  std::vector<ProcessRun> runs;
  const auto base = [](const model::Process& p) { return p.name.substr(0, p.name.find('(')); };
  for (std::size_t i = 0; i < network.processes.size(); ++i) {
    const bool same = !runs.empty() && !network.processes[i].arguments.empty() &&
                      base(network.processes[i]) == base(network.processes[runs.back().first]);
    if (same)
      ++runs.back().count;
    else
      runs.push_back({i, 1});
  }
  return runs;
}

}  // namespace zonda::report
