// Writing a Network in TChecker's format: edges. One edge of the network becomes several in the file if it has run-time
// selects, a computed channel, or clock constraints under a condition.
//
// In a broadcast, UPPAAL asks whether a receiving edge is enabled, but TChecker asks only whether the location has one,
// and its tool rejects guards on edges that take part weakly. A process whose receiving edges have guards therefore
// always takes part: if all its edges may be disabled, it gets loops that do nothing, guarded by the negation. Taking
// such a loop means staying behind. In a committed location the process would then count as one that moves, so this
// case is refused.
#pragma once

#include "emit/tck_text.hpp"
#include "emit/tck_unfold.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace zonda::emit {

struct TckEdge {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  model::Sync sync = model::Sync::None;
  std::uint32_t number = 0;  // of the channel, or the event
  TckGuard guard;
  TckUpdate update;
  lang::SourceRange range;
};

class TckEdges {
 public:
  // Throws TckRefusal.
  TckEdges(const model::Network& network, Unfolder& unfolder, Terms& terms);

  [[nodiscard]] const std::vector<TckEdge>& of(std::size_t process) const { return edges_[process]; }
  // Processes with sending or receiving edges on the channel, in order. Edges without a partner are left out.
  [[nodiscard]] const std::vector<std::uint32_t>& senders(std::size_t channel) const { return senders_[channel]; }
  [[nodiscard]] const std::vector<std::uint32_t>& receivers(std::size_t channel) const { return receivers_[channel]; }

  // Whether the process takes part in every broadcast on the channel, if necessary by a loop.
  [[nodiscard]] bool is_always_part(std::uint32_t process, std::uint32_t channel) const {
    return always_.count({process, channel}) != 0;
  }

  [[nodiscard]] static TckGuard invariant(const model::Condition& condition, Unfolder& unfolder, Terms& terms);

 private:
  void edge(std::size_t process, const model::Edge& edge);
  void add(std::size_t process, const model::Edge& edge, const SelectValues& selects);
  [[nodiscard]] std::vector<TckGuard> guards(const model::Condition& condition, const SelectValues& selects);
  void find_partners();
  void remove_lonely();
  void complete_receivers(std::size_t process);
  void complete(std::size_t process, std::uint32_t channel, std::uint32_t location,
                const std::vector<const TckEdge*>& receiving, std::vector<TckEdge>& out);
  [[nodiscard]] Term both(Term a, Term b) { return terms_.choice(a, terms_.truth(b), terms_.number(0)); }

  const model::Network& network_;
  Unfolder& unfolder_;
  Terms& terms_;
  std::vector<std::vector<TckEdge>> edges_;
  std::vector<std::vector<std::uint32_t>> senders_;
  std::vector<std::vector<std::uint32_t>> receivers_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> always_;
};

}  // namespace zonda::emit
