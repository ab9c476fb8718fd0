// Puts a Network together and guarantees its rules. All networks are made here: from documents of UPPAAL's language
// (document_builder.hpp) and from blueprints, which readers of other languages fill (blueprint.hpp). This one place
// enforces limits of size, decides the order of cells, derives facts from the parts (which clocks are tested, whether
// there are stopwatches) and checks the rules that every part of the engine relies on (check_network.hpp).
//
// First everything is declared: processes with their locations, variables, clocks, channels, events. lay_out() then
// gives each variable its address, because locations come first in the memory and their number must be known. After
// that code can be compiled, and invariants, edges and hooks be added. complete() ends the model, queries follow, and
// finish() hands out the network.
#pragma once

#include "lang/diagnostics.hpp"
#include "model/emitter.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace zonda::model {

class NetworkBuilder {
 public:
  explicit NetworkBuilder(lang::Diagnostics& diagnostics);

  [[nodiscard]] Network& network() { return *network_; }
  [[nodiscard]] LayoutTable& layouts() { return layouts_; }

  // --- Declarations.

  // False, with an error at `range`, if there are too many processes.
  bool add_process(Process process, SourceRange range);

  struct Declared {
    std::string name;  // without that of its process
    const Layout* layout = nullptr;
    std::int32_t process = -1;  // -1: global
    bool is_meta = false;
    SourceRange range;
  };
  // Makes room for the cells, clocks and channels of a value; returns where they begin. Until lay_out(), cells count
  // from 0, separately for variables and for meta variables. Throws BuildError if there are too many.
  Size declare(const Declared& declared, std::span<const std::int32_t> cells, std::span<const std::int32_t> clocks);

  std::uint32_t add_event(std::string name);
  void add_joint(Joint joint);
  // Whether a joint move includes this event of this process. If not, its edges with the event are internal.
  [[nodiscard]] bool is_joint(std::uint32_t process, std::uint32_t event) const;

  // `spare`: the name of an additional variable, the last one, which the model itself does not use; see build.hpp.
  void lay_out(std::string_view spare = {});
  // The address of a cell that declare() counted from 0.
  [[nodiscard]] Address address(std::uint32_t cell, bool is_meta) const;

  // --- Behaviour.

  [[nodiscard]] Location& location(std::size_t process, std::size_t index);
  // False, with an error, when there are too many edges.
  bool add_edge(std::size_t process, Edge edge);
  // Notes a construct that the model's behaviour depends on and that symbolic verification does not support; each once.
  void add_limitation(std::string feature, SourceRange range);
  [[nodiscard]] bool has_too_many() const { return has_too_many_; }

  // --- Completion.

  // The model must not change after this.
  void complete();
  // What in the model prevents an answer to any query; empty: nothing.
  [[nodiscard]] std::string refusal() const;
  // Null if errors in the model were reported.
  [[nodiscard]] std::unique_ptr<Network> finish();

 private:
  void add_cells(std::span<const std::int32_t> values, const Layout& layout, bool is_meta, SourceRange range);
  void find_tested_clocks();
  void find_stopwatches();
  void find_rate_limitations();
  template <typename F>
  void for_clocks(const IntExpr& clock, F&& work);

  lang::Diagnostics& diagnostics_;
  std::unique_ptr<Network> network_;
  LayoutTable layouts_;
  std::vector<Cell> variable_cells_;
  std::vector<Cell> meta_cells_;
  std::vector<Group> meta_groups_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> joint_events_;  // process and event
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> known_limitations_;
  std::size_t total_edges_ = 0;
  bool is_laid_out_ = false;
  bool has_too_many_ = false;
};

}  // namespace zonda::model
