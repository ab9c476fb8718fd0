// Converts a model, has it checked by zonda again and by tck-reach, and compares.
#include "hunt/peer.hpp"

#include "zonda/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>

namespace zonda::hunt {

namespace {

// A location: as a query of the model, and as a label in the converted file.
struct Goal {
  std::string query;
  std::string label;
};

std::vector<Goal> goals_of(const Draft& draft) {
  std::vector<Goal> result;
  for (const Template& t : draft.templates) {
    if (t.is_scalar_set()) continue;
    for (const std::string& process : t.processes()) {
      std::string flat;
      for (const char c : process)
        if (c != ')') flat += c == '(' ? '_' : c;
      for (const Location& l : t.locations)
        result.push_back({fmt::format("E<> {}.{}", process, l.name), fmt::format("{}__{}", flat, l.name)});
    }
  }
  return result;
}

// Adds a label to every location: 'location:P:L{…}' gets the label P__L.
std::string with_labels(const std::string& tck) {
  std::istringstream lines(tck);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const std::string mark = "location:";
    const std::size_t brace = line.find('{');
    if (line.starts_with(mark) && brace != std::string::npos) {
      std::string name = line.substr(mark.size(), brace - mark.size());
      name.replace(name.find(':'), 1, "__");
      const bool is_empty = line.substr(brace) == "{}";
      line = fmt::format("{}labels: {}{}{}", line.substr(0, brace + 1), name, is_empty ? "" : " : ",
                         line.substr(brace + 1));
    }
    result += line + "\n";
  }
  return result;
}

// Whether tck-reach finds the label reachable. If there is no answer, `complaint` has what it says instead.
std::optional<bool> ask(const std::string& program, const std::string& algorithm, const std::string& file,
                        const std::string& label, std::string& complaint) {
  const std::string command = fmt::format("timeout 5 {} -a {} -l {} {} 2>&1", program, algorithm, label, file);
  std::FILE* output = ::popen(command.c_str(), "r");
  if (output == nullptr) return std::nullopt;
  std::string text;
  std::array<char, 512> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), output) != nullptr) text += buffer.data();
  (void)::pclose(output);
  if (text.find("REACHABLE true") != std::string::npos) return true;
  if (text.find("REACHABLE false") != std::string::npos) return false;
  complaint = text.substr(0, text.find('\n'));
  // Names and numbers are cut off, so that equal complaints can be counted.
  complaint = complaint.substr(0, complaint.find('\''));
  return std::nullopt;
}

}  // namespace

void ask_peer(const Draft& draft, const std::string& program, const std::string& scratch, Tally& tally,
              std::vector<Disagreement>& found) {
  const std::vector<Goal> goals = goals_of(draft);
  std::vector<std::string> queries;
  queries.reserve(goals.size());
  for (const Goal& g : goals) queries.push_back(g.query);
  const auto input = truth::read("model.xta", draft.print(), queries);
  const truth::Report report = truth::check(*input);
  if (!report.refused.empty() || report.may_fail) return;
  std::ofstream(scratch) << draft.print();
  LoadOptions load;
  load.queries = queries;
  load.disabled_warnings = {"all"};
  const Model model = Model::load(scratch, load);
  const Model::Converted converted = model.convert("tck");
  if (!converted.error.empty()) {
    const std::size_t text = converted.error.rfind(": ");
    ++tally.reasons["convert: " + (text == std::string::npos ? converted.error : converted.error.substr(text + 2))];
    return;
  }
  const std::string file = scratch + ".tck";
  std::ofstream(file) << with_labels(converted.text);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    LoadOptions by_label;
    by_label.labels = {goals[i].label};
    by_label.disabled_warnings = {"all"};
    const Model again = Model::load(file, by_label);
    const auto checked = again.check();
    const bool is_reached = report.answers[i].is_reached;
    if (checked.results.size() == 1 && is_refusal(checked.results[0])) {
      ++tally.reasons["converted: refused"];
      break;
    }
    if (checked.results.size() != 1 ||
        checked.results[0].verdict != (is_reached ? Verdict::Satisfied : Verdict::NotSatisfied))
      found.push_back({i, 0,
                       fmt::format("{}: in the converted file: {}", goals[i].query,
                                   checked.results.empty() ? again.messages() : to_string(checked.results[0].verdict)),
                       is_reached ? "reached" : "not reached"});
    ++tally.verdicts["converted"];
    for (const char* const algorithm : {"covreach", "aLU-covreach"}) {
      std::string complaint;
      const auto answer = ask(program, algorithm, file, goals[i].label, complaint);
      if (!answer) {
        ++tally.reasons["peer: " + complaint];
        std::remove(file.c_str());
        return;
      }
      ++tally.verdicts["peer"];
      if (*answer != is_reached)
        found.push_back({i, 0,
                         fmt::format("{}: {} says {}", goals[i].query, algorithm, *answer ? "reached" : "not reached"),
                         is_reached ? "reached" : "not reached"});
    }
  }
  std::remove(file.c_str());
}

}  // namespace zonda::hunt
