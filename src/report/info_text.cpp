#include "lang/features.hpp"
#include "report/info.hpp"
#include "report/info_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace zonda::report {

namespace {

// Longer lists are cut unless everything was asked for.
constexpr std::size_t kMaxListed = 20;

std::string plural(std::size_t n, std::string_view word) {
  if (n == 1) return fmt::format("1 {}", word);
  if (word == "process" || word == "query") return fmt::format("{} {}", n, word == "process" ? "processes" : "queries");
  return fmt::format("{} {}s", n, word);
}

class InfoText {
 public:
  InfoText(const InfoInput& model, const InfoStyle& style)
      : tree_(model.tree),
        network_(model.network),
        sources_(model.sources),
        limit_(style.all ? SIZE_MAX : kMaxListed) {}

  std::string run(const std::string& path) {
    const Totals sum = totals(network_);
    out_ += fmt::format("{}: {}, {}, {}, {}, {}, {}, {}\n", path, plural(network_.processes.size(), "process"),
                        plural(sum.locations, "location"), plural(sum.edges, "edge"),
                        plural(network_.clocks.size() - 1, "clock"), plural(network_.variables, "variable"),
                        plural(network_.channels.size(), "channel"), plural(network_.queries.size(), "query"));
    processes();
    list("Clocks", network_.clock_groups, [&](const model::Group& g) { return clock_line(g); });
    list("Variables", network_.variable_groups, [&](const model::Group& g) {
      return fmt::format("{}{} {} = {}", g.is_meta ? "meta " : "", type_text(*g.layout), g.name,
                         initial_text(network_, g));
    });
    list("Channels", network_.channel_groups, [&](const model::Group& g) {
      return fmt::format("{} {}{}", channel_text(*g.layout), g.name, g.count > 1 ? fmt::format("[{}]", g.count) : "");
    });
    list("Synchronisations", network_.joints, [&](const model::Joint& j) { return joint_text(network_, j); });
    list("Labels", label_names(network_), [](const std::string& label) { return label; });
    features();
    queries();
    limitations();
    return std::move(out_);
  }

 private:
  template <typename Item, typename F>
  void list(std::string_view title, const std::vector<Item>& items, F line) {
    if (items.empty()) return;
    out_ += fmt::format("\n{}\n", title);
    for (std::size_t i = 0; i < items.size() && i < limit_; ++i) out_ += fmt::format("  {}\n", line(items[i]));
    if (items.size() > limit_) out_ += fmt::format("  … and {} more (--all shows them)\n", items.size() - limit_);
  }

  std::string clock_line(const model::Group& g) const {
    std::string line = g.name + (g.count > 1 ? fmt::format("[{}]", g.count) : "");
    const model::Clock& clock = network_.clocks[g.base];
    if (clock.initial != 0) line += fmt::format(" = {}", clock.initial);
    if (clock.is_stopwatch) line += "  (stopwatch)";
    if (clock.has_other_rate) line += "  (rates other than 0 and 1)";
    return line;
  }

  void processes() {
    out_ += "\nProcesses\n";
    const std::vector<ProcessRun> runs = process_runs(network_);
    for (std::size_t i = 0; i < runs.size() && i < limit_; ++i) {
      const model::Process& first = network_.processes[runs[i].first];
      const model::Process& last = network_.processes[runs[i].first + runs[i].count - 1];
      std::size_t edges = 0;
      for (std::size_t k = 0; k < runs[i].count; ++k) edges += network_.processes[runs[i].first + k].edges.size();
      std::string name = first.name;
      if (runs[i].count > 1) name += (runs[i].count == 2 ? ", " : " … ") + last.name;
      out_ += fmt::format("  {:<28} {}{}, {}{}\n", name, plural(first.locations.size(), "location"),
                          runs[i].count > 1 ? " each" : "", plural(edges, "edge"),
                          runs[i].count > 1 ? fmt::format(" in {} processes", runs[i].count) : "");
    }
    if (runs.size() > limit_) out_ += fmt::format("  … and {} more (--all shows them)\n", runs.size() - limit_);
  }

  void features() {
    if (tree_ == nullptr) return;
    std::string plain;
    std::string extensions;
    for (const lang::Feature& f : lang::features(*tree_)) {
      std::string& to = f.is_extension ? extensions : plain;
      to += (to.empty() ? "" : ", ") + std::string(f.name);
    }
    if (!plain.empty()) out_ += fmt::format("\nFeatures\n  {}\n", plain);
    if (!extensions.empty())
      out_ += fmt::format("\nExtensions (statistical, hybrid, game, dynamic)\n  {}\n", extensions);
  }

  void queries() {
    if (network_.queries.empty()) return;
    std::map<std::string, std::size_t> kinds;
    for (const model::Query& q : network_.queries) ++kinds[query_word(q)];
    std::string summary;
    for (const auto& [word, count] : kinds) summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", count, word);
    out_ += fmt::format("\nQueries ({})\n", summary);
    for (std::size_t i = 0; i < network_.queries.size() && i < limit_; ++i) {
      const model::Query& q = network_.queries[i];
      std::string text = q.text;
      std::replace_if(
          text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
      out_ += fmt::format("  {:>2}  {}\n", i + 1, text.empty() ? "(no formula)" : text);
      const std::string reason = model::why_refused(q);
      if (q.is_wrong)
        out_ += "      has an error\n";
      else if (!reason.empty())
        out_ += fmt::format("      not supported: {}\n", reason);
    }
    if (network_.queries.size() > limit_)
      out_ += fmt::format("  … and {} more (--all shows them)\n", network_.queries.size() - limit_);
  }

  void limitations() {
    if (network_.limitations.empty()) return;
    out_ += "\nOutside symbolic verification\n";
    for (std::size_t i = 0; i < network_.limitations.size() && i < limit_; ++i) {
      const model::Limitation& l = network_.limitations[i];
      out_ += fmt::format("  {}{}{}\n", l.feature, l.range.is_known() ? ", " : "", sources_.place(l.range));
    }
    if (network_.limitations.size() > limit_)
      out_ += fmt::format("  … and {} more (--all shows them)\n", network_.limitations.size() - limit_);
  }

  const lang::Document* tree_;
  const model::Network& network_;
  const lang::Sources& sources_;
  std::size_t limit_;
  std::string out_;
};

}  // namespace

std::string info_text(const InfoInput& model, const InfoStyle& style) { return InfoText(model, style).run(model.path); }

}  // namespace zonda::report
