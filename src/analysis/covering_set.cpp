// Builds covering sets, and checks whether strands are one.
#include "analysis/covering_set.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <random>

namespace zonda::analysis {

// Collects strands, and knows which cycles they cover. The heuristics say which strand, or which cycle, comes next.
class CoverBuilder {
 public:
  CoverBuilder(const CycleCover& cover, std::vector<double> frequencies)
      : cover_(cover), frequencies_(std::move(frequencies)) {
    clear();
  }

  void clear() {
    strands_.clear();
    is_covered_.assign(cover_.cycles_.cycles.size(), false);
    left_.clear();
    for (const auto& set : cover_.rules_.sets) left_.push_back(static_cast<std::uint32_t>(set.size()));
    uncovered_ = is_covered_.size();
    // A cycle with a rule whose set has no other cycle never happens, so it counts as covered.
    for (CycleId c = 0; c < is_covered_.size(); ++c)
      for (const CycleRule& r : cover_.rules_.of_cycle[c])
        if (follows(c, r.set)) cover(c);
    for (const StrandId s : cover_.cycles_.back_strands) take(s);
  }

  [[nodiscard]] bool is_done() const { return uncovered_ == 0; }
  [[nodiscard]] bool is_covered(CycleId c) const { return is_covered_[c]; }
  [[nodiscard]] double frequency(StrandId s) const { return frequencies_[s]; }
  [[nodiscard]] const Cycle& cycle(CycleId c) const { return cover_.cycles_.cycles[c]; }

  void take(StrandId strand) {
    strands_.push_back(strand);
    for (const CycleId c : cover_.through_[strand]) cover(c);
  }

  // Marks the cycle as covered, and all cycles that cannot happen without covered ones.
  void cover(CycleId first) {
    work_.assign(1, first);
    while (!work_.empty()) {
      const CycleId c = work_.back();
      work_.pop_back();
      if (is_covered_[c]) continue;
      is_covered_[c] = true;
      --uncovered_;
      for (const std::uint32_t set : cover_.member_[c]) {
        if (--left_[set] > 1) continue;
        for (const CycleId user : cover_.users_[set])
          if (!is_covered_[user] && follows(user, set)) work_.push_back(user);
      }
    }
  }

  // The strands of cycles that are not covered yet, ascending.
  [[nodiscard]] std::vector<StrandId> candidates() const {
    std::vector<StrandId> result;
    for (CycleId c = 0; c < is_covered_.size(); ++c)
      if (!is_covered_[c]) result.insert(result.end(), cycle(c).strands.begin(), cycle(c).strands.end());
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  // How many more cycles the strand would cover. With many cycles, only those through the strand are counted, and not
  // those that follow from them.
  [[nodiscard]] std::size_t gain(StrandId strand) const {
    constexpr std::size_t kFew = 2'000;
    if (is_covered_.size() > kFew)
      return static_cast<std::size_t>(
          std::ranges::count_if(cover_.through_[strand], [&](CycleId c) { return !is_covered_[c]; }));
    CoverBuilder then = *this;
    then.take(strand);
    return uncovered_ - then.uncovered_;
  }

  [[nodiscard]] CoveringSet result(std::string_view heuristic) {
    CoveringSet set;
    set.heuristic = heuristic;
    std::sort(strands_.begin(), strands_.end());
    strands_.erase(std::unique(strands_.begin(), strands_.end()), strands_.end());
    set.strands = strands_;
    for (const StrandId s : strands_) {
      set.edges += cover_.cycles_.strands[s].edges.size();
      set.frequency += frequencies_[s];
    }
    return set;
  }

  // Takes one strand after the other until all cycles are covered; `choose` picks one of the candidates.
  template <typename Choose>
  CoveringSet one_phase(std::string_view heuristic, Choose&& choose) {
    clear();
    while (!is_done()) take(choose(candidates()));
    return result(heuristic);
  }

  // First takes cycles until all are covered, and then strands that hit these. `choose` returns cycles, of which at
  // least one is not covered yet.
  template <typename Choose>
  CoveringSet two_phases(std::string_view heuristic, Choose&& choose) {
    clear();
    std::vector<CycleId> chosen;
    while (!is_done())
      for (const CycleId c : choose()) {
        if (is_covered_[c]) continue;
        chosen.push_back(c);
        cover(c);
      }
    hit(std::move(chosen));
    return result(heuristic);
  }

  [[nodiscard]] CycleId shortest() const {
    return best_cycle([&](CycleId c) { return -static_cast<double>(cycle(c).strands.size()); });
  }
  [[nodiscard]] CycleId longest() const {
    return best_cycle([&](CycleId c) { return static_cast<double>(cycle(c).strands.size()); });
  }
  [[nodiscard]] CycleId most_frequent() const {
    return best_cycle([&](CycleId c) {
      double sum = 0;
      for (const StrandId s : cycle(c).strands) sum += frequencies_[s];
      return sum;
    });
  }

  // Of the sets that occur in rules of one of these kinds, finds the one that the most uncovered cycles depend on, and
  // returns its members that are not covered yet.
  [[nodiscard]] std::vector<CycleId> most_needed(std::initializer_list<CycleRule::Kind> kinds) const {
    std::map<std::uint32_t, std::size_t> need;
    for (CycleId c = 0; c < is_covered_.size(); ++c) {
      if (is_covered_[c]) continue;
      for (const CycleRule& r : cover_.rules_.of_cycle[c])
        if (std::ranges::find(kinds, r.kind) != kinds.end()) ++need[r.set];
    }
    std::vector<CycleId> result;
    std::size_t most = 0;
    for (const auto& [set, count] : need) {
      if (count <= most) continue;
      std::vector<CycleId> members;
      std::ranges::copy_if(cover_.rules_.sets[set], std::back_inserter(members),
                           [&](CycleId c) { return !is_covered_[c]; });
      if (members.empty()) continue;
      most = count;
      result = std::move(members);
    }
    if (result.empty()) result.push_back(shortest());
    return result;
  }

  template <typename Value>
  [[nodiscard]] static StrandId best_strand(const std::vector<StrandId>& candidates, Value&& value) {
    StrandId result = candidates.front();
    double most = -std::numeric_limits<double>::infinity();
    for (const StrandId s : candidates) {
      const double here = value(s);
      if (here > most) {
        most = here;
        result = s;
      }
    }
    return result;
  }

  // The count for the frequency of the strand. An edge that was never seen is taken to be rare, not impossible.
  [[nodiscard]] double ratio(std::size_t count, StrandId s) const {
    constexpr double kRare = 1e-6;
    return static_cast<double>(count) / (frequencies_[s] + kRare);
  }

 private:
  // Whether no other cycle of the set is left uncovered, so that the cycle with the rule is covered, too.
  [[nodiscard]] bool follows(CycleId user, std::uint32_t set) const {
    if (left_[set] == 0) return true;
    if (left_[set] > 1 || is_covered_[user]) return false;
    return std::ranges::binary_search(cover_.rules_.sets[set], user);
  }

  template <typename Value>
  [[nodiscard]] CycleId best_cycle(Value&& value) const {
    CycleId result = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (CycleId c = 0; c < is_covered_.size(); ++c) {
      if (is_covered_[c]) continue;
      const double here = value(c);
      if (here > most) {
        most = here;
        result = c;
      }
    }
    return result;
  }

  // Takes strands until all of these cycles are hit. The strand that hits the most cycles for its frequency comes
  // first.
  void hit(std::vector<CycleId> cycles) {
    while (!cycles.empty()) {
      std::map<StrandId, std::size_t> hits;
      for (const CycleId c : cycles)
        for (const StrandId s : cycle(c).strands) ++hits[s];
      StrandId best = 0;
      double most = -1;
      for (const auto& [strand, count] : hits) {
        if (ratio(count, strand) <= most) continue;
        most = ratio(count, strand);
        best = strand;
      }
      strands_.push_back(best);
      std::erase_if(cycles,
                    [&](CycleId c) { return std::ranges::find(cycle(c).strands, best) != cycle(c).strands.end(); });
    }
  }

  const CycleCover& cover_;
  std::vector<double> frequencies_;  // by strand
  std::vector<StrandId> strands_;
  std::vector<bool> is_covered_;
  std::vector<std::uint32_t> left_;  // by set: how many members are not covered
  std::size_t uncovered_ = 0;
  std::vector<CycleId> work_;
};

namespace {

// The frequency of each strand, which is the sum over its edges.
std::vector<double> by_strand(const LocalCycles& cycles, const std::vector<std::vector<double>>& frequencies) {
  std::vector<double> result;
  for (const Strand& s : cycles.strands) {
    double sum = 0;
    if (!frequencies.empty())
      for (const std::uint32_t e : s.edges) sum += frequencies[s.process][e];
    result.push_back(sum);
  }
  return result;
}

}  // namespace

CycleCover::CycleCover(const model::Network& network, const CycleLimits& limits, bool joins_zones)
    : network_(network),
      summaries_(edge_summaries(network)),
      cycles_(local_cycles(network, summaries_, limits)),
      rules_(cycle_rules(network, summaries_, cycles_, joins_zones)),
      through_(cycles_.strands.size()),
      member_(cycles_.cycles.size()),
      users_(rules_.sets.size()) {
  for (CycleId c = 0; c < cycles_.cycles.size(); ++c) {
    for (const StrandId s : cycles_.cycles[c].strands) through_[s].push_back(c);
    for (const CycleRule& r : rules_.of_cycle[c]) users_[r.set].push_back(c);
  }
  for (std::uint32_t set = 0; set < rules_.sets.size(); ++set)
    for (const CycleId c : rules_.sets[set]) member_[c].push_back(set);
}

std::vector<CoveringSet> CycleCover::sets(const std::vector<std::vector<double>>& frequencies,
                                          std::uint64_t seed) const {
  using Kind = CycleRule::Kind;
  using Candidates = std::vector<StrandId>;
  CoverBuilder b(*this, by_strand(cycles_, frequencies));
  std::mt19937_64 random(seed);
  std::vector<CoveringSet> result;
  result.push_back(b.one_phase("O1", [&](const Candidates&) {
    return CoverBuilder::best_strand(b.cycle(b.most_frequent()).strands, [&](StrandId s) { return -b.frequency(s); });
  }));
  result.push_back(b.one_phase("O2", [&](const Candidates& all) {
    return CoverBuilder::best_strand(all, [&](StrandId s) { return b.ratio(b.gain(s), s); });
  }));
  result.push_back(b.one_phase("O3", [&](const Candidates& all) {
    return CoverBuilder::best_strand(
        all, [&](StrandId s) { return static_cast<double>(b.gain(s)) - std::min(0.5, b.frequency(s)); });
  }));
  result.push_back(b.one_phase("O4", [&](const Candidates& all) { return all[random() % all.size()]; }));
  result.push_back(b.one_phase("O5", [&](const Candidates& all) {
    return CoverBuilder::best_strand(all, [&](StrandId s) { return b.frequency(s); });
  }));
  result.push_back(b.two_phases("T1", [&] { return std::vector{b.shortest()}; }));
  result.push_back(b.two_phases("T2", [&] { return std::vector{b.longest()}; }));
  result.push_back(b.two_phases("T3", [&] { return b.most_needed({Kind::Change, Kind::Raise, Kind::Lower}); }));
  result.push_back(b.two_phases("T4", [&] { return b.most_needed({Kind::Sync}); }));
  return result;
}

CoveringSet CycleCover::best(const std::vector<std::vector<double>>& frequencies, std::uint64_t seed) const {
  const std::vector<CoveringSet> all = sets(frequencies, seed);
  CoveringSet result = *std::min_element(all.begin(), all.end(), [](const CoveringSet& a, const CoveringSet& b) {
    return a.frequency != b.frequency ? a.frequency < b.frequency : a.edges < b.edges;
  });
  // Drops strands that are not needed; the most frequent one is tried first.
  const std::vector<double> frequency = by_strand(cycles_, frequencies);
  std::vector<StrandId> order = result.strands;
  std::stable_sort(order.begin(), order.end(), [&](StrandId a, StrandId b) { return frequency[a] > frequency[b]; });
  for (const StrandId s : order) {
    std::vector<StrandId> without = result.strands;
    std::erase(without, s);
    if (gap(without)) continue;
    result.strands = std::move(without);
    result.edges -= cycles_.strands[s].edges.size();
    result.frequency -= frequency[s];
  }
  return result;
}

std::optional<CycleCover::Gap> CycleCover::gap(std::span<const StrandId> strands) const {
  std::vector<bool> is_taken(cycles_.strands.size(), false);
  for (const StrandId s : strands) is_taken[s] = true;
  for (std::uint32_t p = 0; p < cycles_.has_too_many.size(); ++p)
    if (cycles_.has_too_many[p] && has_cycle_without(network_, cycles_, p, is_taken)) return Gap{std::nullopt, p};
  // The builder has taken the back strands already. They belong to the processes that were looked at above.
  CoverBuilder b(*this, std::vector<double>(cycles_.strands.size(), 0));
  for (const StrandId s : strands) b.take(s);
  for (CycleId c = 0; c < cycles_.cycles.size(); ++c)
    if (!b.is_covered(c)) return Gap{c, cycles_.cycles[c].process};
  return std::nullopt;
}

std::vector<std::vector<bool>> CycleCover::edges_of(std::span<const StrandId> strands) const {
  std::vector<std::vector<bool>> result;
  for (const model::Process& p : network_.processes) result.emplace_back(p.edges.size(), false);
  for (const StrandId s : strands)
    for (const std::uint32_t e : cycles_.strands[s].edges) result[cycles_.strands[s].process][e] = true;
  return result;
}

}  // namespace zonda::analysis
