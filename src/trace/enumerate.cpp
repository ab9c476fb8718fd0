// Enumerates the synchronisations of the candidates: single edges, senders with one receiver, broadcasts, joint moves.
#include "trace/replay.hpp"

#include <algorithm>

namespace zonda::trace {

using model::Sync;

bool Replayer::enumerate(const Visit& visit) {
  const auto is_open = [&](const Candidate& c) {
    return !c.open.is_empty && (!at_once_ || (c.open.low == 0 && !c.open.is_low_open));
  };
  std::vector<std::vector<Candidate>> open(all_.size());
  for (std::size_t p = 0; p < all_.size(); ++p)
    std::copy_if(all_[p].begin(), all_[p].end(), std::back_inserter(open[p]), is_open);
  std::swap(all_, open);
  bool is_done = true;
  for (std::size_t p = 0; p < all_.size() && is_done; ++p) {
    for (std::size_t i = 0; i < all_[p].size() && is_done; ++i) {
      std::vector<Candidate> chosen{all_[p][i]};
      const Sync sync = model_edge(chosen[0].edge).sync;
      if (sync == Sync::None) is_done = visit(chosen);
      if (sync != Sync::Send) continue;
      if (network_.channels[chosen[0].channel].is_broadcast) {
        is_done = broadcasts(chosen, 0, visit);
        continue;
      }
      for (std::size_t q = 0; q < all_.size() && is_done; ++q) {
        for (std::size_t k = 0; k < all_[q].size() && is_done && q != p; ++k) {
          if (all_[q][k].channel != chosen[0].channel || model_edge(all_[q][k].edge).sync != Sync::Receive) continue;
          chosen.push_back(all_[q][k]);
          is_done = visit(chosen);
          chosen.pop_back();
        }
      }
    }
  }
  for (std::size_t j = 0; j < network_.joints.size() && is_done; ++j) {
    std::vector<Candidate> chosen;
    is_done = joints(network_.joints[j], 0, chosen, visit);
  }
  std::swap(all_, open);
  return is_done;
}

// Adds receivers: every process from this one on that can receive does so, with one of its edges. If moves after a
// delay are looked at, it may depend on the delay whether a process can; where none of its guards holds, it stays.
bool Replayer::broadcasts(std::vector<Candidate>& chosen, std::size_t process, const Visit& visit) {
  if (process == all_.size()) return visit(chosen);
  if (process == chosen[0].edge.process) return broadcasts(chosen, process + 1, visit);
  bool takes_part = false;
  for (std::size_t i = 0; i < all_[process].size(); ++i) {
    const Candidate receiver = all_[process][i];
    if (receiver.channel != chosen[0].channel || model_edge(receiver.edge).sync != Sync::Receive) continue;
    takes_part = true;
    chosen.push_back(receiver);
    const bool is_done = broadcasts(chosen, process + 1, visit);
    chosen.pop_back();
    if (!is_done) return false;
  }
  if (!takes_part) return broadcasts(chosen, process + 1, visit);
  if (at_once_) return true;
  const std::size_t before = left_behind_.size();
  for (const Candidate& c : all_[process])
    if (c.channel == chosen[0].channel && model_edge(c.edge).sync == Sync::Receive) left_behind_.push_back(c.open);
  const bool is_done = broadcasts(chosen, process + 1, visit);
  left_behind_.resize(before);
  return is_done;
}

// Adds the edges of the parts of a joint move, from this part on. A weak part may stay out if its process has no such
// edge in its location.
bool Replayer::joints(const model::Joint& joint, std::size_t part, std::vector<Candidate>& chosen, const Visit& visit) {
  if (part == joint.parts.size()) return chosen.empty() || visit(chosen);
  const model::JointPart& wanted = joint.parts[part];
  for (std::size_t i = 0; i < all_[wanted.process].size(); ++i) {
    const Candidate candidate = all_[wanted.process][i];
    const model::Edge& edge = model_edge(candidate.edge);
    if (edge.sync != Sync::Joint || edge.event != wanted.event) continue;
    chosen.push_back(candidate);
    const bool is_done = joints(joint, part + 1, chosen, visit);
    chosen.pop_back();
    if (!is_done) return false;
  }
  if (!wanted.is_weak) return true;
  const auto& edges = network_.processes[wanted.process].edges;
  const bool must_join = std::any_of(edges.begin(), edges.end(), [&](const model::Edge& e) {
    return e.source == static_cast<std::uint32_t>(now_.cells[wanted.process]) && e.sync == Sync::Joint &&
           e.event == wanted.event;
  });
  return must_join || joints(joint, part + 1, chosen, visit);
}

}  // namespace zonda::trace
