// What it costs, in moves, that a process gets to a location: a guess from below and above at once, for orders that
// look for a goal. (Planners call it the additive heuristic.)
//
// It is found as if whatever was once reached stayed reached: every process is in all the locations at once that it has
// come through, and a condition that has held once goes on holding. An edge costs one move, and what its source costs,
// and that a partner for its synchronisation is ready, and that each part of its integer guard holds. A part of a guard
// that does not hold now costs as much as the cheapest edge that writes one of its variables. Clocks and invariants are
// not looked at.
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
  // As far as this, or no way is seen at all.
  static constexpr std::uint32_t kFar = 10'000;

  Relaxation(const model::Network& network, const state::Packing& packing, const std::vector<bool>& is_goal_process);

  // Each state costs about as many steps as there are edges; this many are too much for a search that is not sure to
  // have a goal.
  static constexpr std::size_t kManyEdges = 20'000;

  [[nodiscard]] static std::vector<Fact> first_facts(const model::Network& network);
  // Whether there are conditions, which look at variables.
  [[nodiscard]] bool has_conditions() const { return conditions_.count() > 0; }
  // Everything that the costs depend on, as a number: the locations, and which conditions hold. `memory`: the state's
  // cells; it is written to.
  [[nodiscard]] std::uint64_t key(std::span<const state::Word> words, std::span<std::int32_t> memory);
  // Of the state that key() was called for last.
  void relax(std::span<const state::Word> words);
  [[nodiscard]] std::uint32_t cost(Fact fact) const { return costs_[fact]; }
  [[nodiscard]] std::size_t bytes() const {
    return operators_.size() * sizeof(Operator) + (groups_.size() + partners_.size()) * sizeof(Group) +
           facts_.size() * sizeof(Fact) + costs_.size() * sizeof(std::uint32_t);
  }

 private:
  // A run of facts.
  struct Group {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  // An edge, with one way of having partners: the cheapest of each group counts.
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
  void add_edge(EdgeRef ref);
  void add_operator(EdgeRef ref, std::uint32_t first_group);
  [[nodiscard]] bool add_partners(EdgeRef ref);
  void sort_operators();
  [[nodiscard]] std::uint32_t least_of(const Group& group) const;
  void add_joint_operators(EdgeRef ref);
  [[nodiscard]] Fact fact(std::uint32_t process, std::uint32_t location) const {
    return first_fact_[process] + location;
  }
  // Facts from here on: a partner is ready.
  [[nodiscard]] Fact first_partner() const { return first_condition_ + static_cast<Fact>(conditions_.count()); }
  [[nodiscard]] const model::Edge& edge(EdgeRef ref) const { return network_.processes[ref.process].edges[ref.edge]; }

  const model::Network& network_;
  const state::Packing& packing_;
  std::vector<Fact> first_fact_;  // by process
  Fact first_condition_ = 0;      // facts from here on are conditions
  Conditions conditions_;
  std::vector<std::vector<std::uint32_t>> writers_;              // by cell: processes
  std::vector<bool> is_relevant_;                                // by process
  std::vector<std::vector<std::vector<std::uint32_t>>> guards_;  // conditions, by process and edge
  std::vector<std::vector<std::vector<std::uint32_t>>> writes_;  // conditions that may change, likewise
  // What synchronises with edges of one process, in one direction, on the same channels: its number in partners_, or
  // kNoPartner.
  static constexpr std::uint32_t kNoPartner = UINT32_MAX;
  std::map<std::array<std::int64_t, 4>, std::uint32_t> partner_numbers_;
  std::vector<Group> partners_;  // of each, the locations where one is ready
  std::vector<Operator> operators_;
  std::vector<Group> groups_;
  std::vector<Fact> facts_;
  std::vector<state::Word> location_mask_;  // by word; as long as there are locations
  std::vector<bool> holds_;                 // by condition
  std::vector<std::uint32_t> costs_;        // by fact
};

}  // namespace zonda::order
