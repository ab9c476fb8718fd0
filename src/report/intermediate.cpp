// UPPAAL's intermediate format: names and numbers of clocks, variables, locations and edges, for programs that read
// .xtr files. Its instructions are those of UPPAAL's own virtual machine; ours has others, so that section is empty.
#include "report/trace.hpp"

#include <fmt/format.h>

namespace zonda::report {

namespace {

class Intermediate {
 public:
  Intermediate(const ModelText& model, const model::Network& network, bool has_time_clock)
      : model_(model), network_(network), has_time_clock_(has_time_clock) {}

  std::string write() {
    layout();
    processes();
    return fmt::format(
        "layout\n#index:const:value\n#index:clock:nr:name\n#index:var:min:max:init:nr:name\n"
        "#index:location:flags:name\n{}\ninstructions\n#address: opcode\n\nprocesses\n#index:initial:name\n{}\n"
        "locations\n#index:process:invariant\n{}\nedges\n#process:source:target:guard:sync:update\n{}\n"
        "expressions\n#address:reads:writes:text\n{}\n",
        layout_, processes_, locations_, edges_, expressions_);
  }

 private:
  void cell(const std::string& text) { layout_ += fmt::format("{}:{}\n", cells_++, text); }

  // Addresses are only names of texts here.
  std::size_t expression(const std::string& text) {
    expressions_ += fmt::format("{}:::{}\n", addresses_, text);
    return addresses_++;
  }

  void layout() {
    std::size_t clock = 0;
    cell(fmt::format("clock:{}:{}", clock++, has_time_clock_ ? "#t(0)" : "t(0)"));
    if (has_time_clock_) cell(fmt::format("clock:{}:#time", clock++));
    for (std::uint32_t x = 1; x < network_.clocks.size(); ++x)
      cell(fmt::format("clock:{}:{}", clock++, network_.clock_name(x)));
    const auto first = static_cast<std::uint32_t>(network_.processes.size());
    for (std::uint32_t i = first; i < network_.state_cells(); ++i) {
      const model::Cell& c = network_.cells[i];
      cell(fmt::format("var:{}:{}:{}:{}:{}", c.lower, c.upper, c.initial, i - first, network_.cell_name(i)));
    }
  }

  void processes() {
    for (std::size_t p = 0; p < network_.processes.size(); ++p) {
      const model::Process& process = network_.processes[p];
      const std::size_t base = cells_;
      processes_ += fmt::format("{}:{}:{}\n", p, base + process.initial, process.name);
      for (std::size_t i = 0; i < process.locations.size(); ++i) {
        const model::Location& l = process.locations[i];
        locations_ += fmt::format("{}:{}:{}\n", cells_, p, expression(or_true(model_.invariant(p, i))));
        cell(fmt::format("location:{}:{}", l.is_committed ? "committed" : l.is_urgent ? "urgent" : "", l.name));
      }
      edges(p, base);
    }
  }

  // Edges of the template, in the order of the file, as .xtr files number them.
  void edges(std::size_t p, std::size_t base) {
    const auto place = [&](std::size_t source_index) {
      const auto& all = network_.processes[p].locations;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].source_index == source_index) return base + i;
      return base;
    };
    for (std::size_t i = 0; i < model_.edge_count(p); ++i) {
      const EdgeText e = model_.edge(p, i);
      const std::size_t guard = expression(or_true(e.guard));
      const std::size_t channel = expression(e.sync().empty() ? "0" : one_line(e.sync()));
      edges_ += fmt::format("{}:{}:{}:{}:{}:{}\n", p, place(e.source), place(e.target), guard, channel,
                            expression(or_true(e.update)));
    }
  }

  static std::string one_line(std::string text) {
    for (char& c : text)
      if (c == '\n' || c == '\r') c = ' ';
    return text;
  }
  static std::string or_true(const std::string& text) { return text.empty() ? "1" : one_line(text); }

  const ModelText& model_;
  const model::Network& network_;
  bool has_time_clock_;
  std::size_t cells_ = 0;
  std::size_t addresses_ = 0;
  std::string layout_;
  std::string processes_;
  std::string locations_;
  std::string edges_;
  std::string expressions_;
};

}  // namespace

std::string intermediate_format(const ModelText& model, const model::Network& network, bool has_time_clock) {
  return Intermediate(model, network, has_time_clock).write();
}

}  // namespace zonda::report
