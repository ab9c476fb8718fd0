// The list of reductions, the choice among them for a query, and the reductions of one search.
#pragma once

#include "analysis/code_effects.hpp"
#include "model/network.hpp"
#include "reduce/reduction.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::reduce {

// What a query needs, or what a reduction preserves.
struct Needs {
  bool reachability = false;  // which discrete states can be reached, as far as the query distinguishes them
  bool deadlock = false;      // whether a state without a way out can be reached
  bool liveness = false;      // whether there is a run that never leaves a formula
  bool values = false;        // which values expressions and clocks have in reachable states
  bool traces = false;        // a run of the original model can be reconstructed, which takes the same time
};

// What a reduction starts from.
struct Source {
  const model::Network* network = nullptr;
  const model::Query* query = nullptr;  // one of the network's, or made from them
  // If given: the cells that may influence anything at all; see analysis/influence.hpp.
  const analysis::CellSet* influential = nullptr;
  // Set by a reduction that changes the model. That reduction is needed to undo the change in paths.
  std::unique_ptr<model::Network> changed = nullptr;
  std::unique_ptr<model::Query> changed_query = nullptr;
};

struct NamedReduction {
  std::string_view name;
  std::string_view summary;
  Needs preserved;
  bool is_automatic = false;  // part of 'auto'
  // Null: the reduction would not help for this model and query.
  std::unique_ptr<Reduction> (*make)(Source& source) = nullptr;
};
[[nodiscard]] std::span<const NamedReduction> all_reductions();
// As a list for messages: 'a, b and c'.
[[nodiscard]] std::string reduction_names();

// What '--reduce TEXT' asks for: 'auto', 'none', or names with commas between them.
struct Choice {
  std::vector<const NamedReduction*> used;
  std::string error;     // what is wrong with the text
  std::string refusal;   // a reduction that was named does not preserve what the query needs
  std::string left_out;  // automatic ones that are not used, and what they lack, as a clause for people; empty: none
};
// `more`: reductions that may be chosen in addition to those of the table.
[[nodiscard]] Choice choose(std::string_view text, const Needs& needs,
                            std::span<const NamedReduction* const> more = {});

// The reductions of one search.
class Reductions {
 public:
  Reductions() = default;
  Reductions(const std::vector<const NamedReduction*>& used, const model::Network& network, const model::Query& query,
             const analysis::CellSet* influential = nullptr);

  [[nodiscard]] bool is_empty() const { return list_.empty(); }
  // 'none', or the names with commas between them.
  [[nodiscard]] std::string names() const;
  [[nodiscard]] bool changes_model() const { return !changed_.empty(); }
  // The network to search, and the query in it: the original ones, unless a reduction changed them.
  [[nodiscard]] const model::Network& network(const model::Network& original) const {
    return changed_.empty() ? original : *changed_.back();
  }
  [[nodiscard]] const model::Query& query(const model::Query& original) const {
    return changed_queries_.empty() ? original : *changed_queries_.back();
  }

  [[nodiscard]] bool maps_states() const { return !maps_.empty(); }
  // Replaces a discrete state by its representative. `renaming` is cleared, and then says what happened to clocks.
  void map(std::span<std::int32_t> cells, Renaming& renaming) const {
    renaming.clear();
    for (const Reduction* one : maps_) one->map(cells, renaming);
  }
  [[nodiscard]] bool permutes() const { return permutes_; }
  [[nodiscard]] bool prunes_moves() const { return prunes_; }
  // A pruner that takes the moves that all of them take; null: nothing is pruned.
  [[nodiscard]] std::unique_ptr<Pruner> make_pruner() const;
  [[nodiscard]] bool covers_states() const { return !covers_.empty(); }
  void for_each_larger(std::span<const std::int32_t> cells, const Reduction::Visit& visit) const;
  void restore(step::Path& path, std::span<const Renaming> renamings) const;
  // See Reduction::merges_all_of().
  [[nodiscard]] bool merge_all_of(const Reductions& other) const;

 private:
  struct Used {
    const NamedReduction* named = nullptr;
    std::unique_ptr<Reduction> reduction;
  };
  std::vector<Used> list_;
  std::vector<const Reduction*> maps_;
  std::vector<const Reduction*> covers_;
  bool permutes_ = false;
  bool prunes_ = false;
  // The changed networks, in order; reductions may refer to the network that they were made for.
  std::vector<std::unique_ptr<model::Network>> changed_;
  std::vector<std::unique_ptr<model::Query>> changed_queries_;
};

}  // namespace zonda::reduce
