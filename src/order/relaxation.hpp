// Estimates how many moves it costs to bring a process to a location, for orders that look for a goal. The estimate is
// neither a lower nor an upper bound. (Planners call it the additive heuristic; A17.)
//
// It assumes that whatever was reached once stays reached: every process is in all the locations at once that it has
// come through, and a condition that has held once goes on holding. Taking an edge costs one move plus the costs of its
// source, of a partner for its synchronisation, and of each condition of its integer guard. A condition that does not
// hold now costs as much as the cheapest edge that writes one of its variables. Clocks and invariants are ignored.
#pragma once

#include "analysis/code_effects.hpp"
#include "model/network.hpp"
#include "order/conditions.hpp"
#include "state/packing.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace zonda::order {

class Relaxation {
 public:
  using Fact = std::uint32_t;  // a process is in a location, a condition holds, or a partner is ready
  // The cost of what is as far away as this, or cannot be reached at all as far as the estimate sees.
  static constexpr std::uint32_t kFar = 10'000;

  Relaxation(const model::Network& network, const state::Packing& packing, const std::vector<bool>& is_goal_process);

  // The estimate for one state takes time linear in the number of edges. More edges than this take too long for a
  // search that is not sure to have a goal.
  static constexpr std::size_t kManyEdges = 20'000;

  // The first fact of each process, that it is in its first location; and at the end the number of all these facts.
  [[nodiscard]] static std::vector<Fact> first_facts(const model::Network& network);
  // Whether the costs depend on variables.
  [[nodiscard]] bool has_conditions() const { return conditions_.count() > 0; }
  // A hash of everything that the costs depend on: the locations, and which conditions hold. `memory` has the cells of
  // the state, and is written to.
  [[nodiscard]] std::uint64_t key(std::span<const state::Word> words, std::span<std::int32_t> memory);
  // Computes the costs for the state for which key() was called last.
  void relax(std::span<const state::Word> words);
  [[nodiscard]] std::uint32_t cost(Fact fact) const { return costs_[fact]; }
  [[nodiscard]] std::size_t bytes() const {
    return operators_.size() * sizeof(Operator) + (groups_.size() + partners_.size()) * sizeof(Group) +
           facts_.size() * sizeof(Fact) + costs_.size() * sizeof(std::uint32_t);
  }

 private:
  // Consecutive entries of facts_.
  struct Group {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  // An edge with one way to have partners. Its cost is one, plus that of `from`, plus the cheapest fact of each group.
  struct Operator {
    Fact from = 0;
    Group effects;
    std::uint32_t first_group = 0;
    std::uint32_t groups = 0;
  };
  struct EdgeRef {
    std::uint32_t process = 0;
    std::uint32_t edge = 0;
  };

  void find_writers();
  void find_relevant(const std::vector<bool>& is_goal_process);
  void find_changed_conditions();
  void add_edge(EdgeRef ref);
  void add_operator(EdgeRef ref, std::uint32_t first_group);
  [[nodiscard]] bool add_partners(EdgeRef ref);
  void sort_operators();
  [[nodiscard]] std::uint32_t least_of(const Group& group) const;
  void add_joint_operators(EdgeRef ref);
  [[nodiscard]] Fact fact(std::uint32_t process, std::uint32_t location) const {
    return first_fact_[process] + location;
  }
  // The facts from this one on say that a partner is ready.
  [[nodiscard]] Fact first_partner() const { return first_condition_ + static_cast<Fact>(conditions_.count()); }
  [[nodiscard]] const model::Edge& edge(EdgeRef ref) const { return network_.processes[ref.process].edges[ref.edge]; }

  const model::Network& network_;
  const state::Packing& packing_;
  std::vector<Fact> first_fact_;  // by process; see first_facts()
  Fact first_condition_ = 0;      // the facts from this one on say that a condition holds
  Conditions conditions_;
  std::vector<std::vector<std::uint32_t>> writers_;              // by cell: the processes that write it
  std::vector<bool> is_relevant_;                                // by process: it matters for the goal
  std::vector<std::vector<std::vector<std::uint32_t>>> guards_;  // by process and edge: the conditions of its guard
  std::vector<std::vector<std::vector<std::uint32_t>>> writes_;  // by process and edge: the conditions it may change
  // The key is a process, a direction and the range of channels of an edge; the value is the index in partners_ of the
  // edges that synchronise with it, or kNoPartner.
  static constexpr std::uint32_t kNoPartner = UINT32_MAX;
  std::map<std::array<std::int64_t, 4>, std::uint32_t> partner_numbers_;
  std::vector<Group> partners_;  // the locations where a partner is ready
  std::vector<Operator> operators_;
  std::vector<Group> groups_;
  std::vector<Fact> facts_;
  std::vector<state::Word> location_mask_;  // by word: the bits that hold locations
  std::vector<bool> holds_;                 // by condition
  std::vector<std::uint32_t> costs_;        // by fact
};

}  // namespace zonda::order
