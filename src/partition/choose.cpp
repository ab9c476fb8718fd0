// Ranks candidates by random walks.
#include "partition/choose.hpp"

#include "model/names.hpp"
#include "search/walks/edge_frequencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace zonda::partition {

namespace {

using step::EdgeRef;

constexpr std::size_t kWalks = 96;
constexpr std::size_t kSteps = 300;
constexpr std::size_t kWord = 3;  // the length of a walk's word

std::pair<std::uint32_t, std::uint32_t> key_of(const EdgeRef& e) { return {e.process, e.edge}; }

// An edge that a walk takes, and at which step.
struct Passing {
  std::size_t step = 0;
  EdgeRef edge;
};
using Walk = std::vector<Passing>;

// The name that the processes of one template share: 'P' for P(0), P(1), …
std::string set_name(const model::Process& p) { return p.name.substr(0, p.name.find('(')); }

std::vector<Candidate> all_groups(const model::Network& network) {
  // The key is a template, and either an edge of it (with its branch) or a source location.
  std::map<std::tuple<std::uint32_t, bool, std::uint32_t, std::int32_t>, Candidate> groups;
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
    const model::Process& process = network.processes[p];
    for (std::uint32_t i = 0; i < process.edges.size(); ++i) {
      const model::Edge& e = process.edges[i];
      Candidate& by_edge = groups[{process.template_index, true, e.template_edge, e.branch_edge}];
      by_edge.edges.push_back({p, i});
      by_edge.text = fmt::format("{}: {} -> {}", set_name(process), location_name(network, p, e.source),
                                 location_name(network, p, e.target));
      Candidate& by_source = groups[{process.template_index, false, e.source, -1}];
      by_source.edges.push_back({p, i});
      by_source.text = fmt::format("{}: from {}", set_name(process), location_name(network, p, e.source));
    }
  }
  std::vector<Candidate> result;
  for (auto& group : groups) {
    Candidate& candidate = group.second;
    const bool is_known = std::any_of(result.begin(), result.end(),
                                      [&](const Candidate& other) { return other.edges == candidate.edges; });
    if (!is_known) result.push_back(std::move(candidate));
  }
  return result;
}

// Computes the figures of a candidate. The score is its entropy, with deductions if p-points are met late or too often,
// or are too many.
void judge(Candidate& candidate, const std::vector<Walk>& walks) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const EdgeRef& e : candidate.edges) edges.push_back(key_of(e));
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, std::size_t> words;
  double passes = 0;
  double first = 0;
  std::size_t reached = 0;
  for (const Walk& walk : walks) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> word;
    std::size_t count = 0;
    for (const Passing& p : walk) {
      if (!std::binary_search(edges.begin(), edges.end(), key_of(p.edge))) continue;
      if (count++ == 0) first += static_cast<double>(p.step);
      if (word.size() < kWord) word.push_back(key_of(p.edge));
    }
    passes += static_cast<double>(count);
    reached += count > 0 ? 1 : 0;
    ++words[word];
  }
  const auto total = static_cast<double>(walks.size());
  candidate.entropy = 0;
  for (const auto& [word, count] : words) {
    const double share = static_cast<double>(count) / total;
    candidate.entropy -= share * std::log2(share);
  }
  candidate.passes = passes / total;
  candidate.reached = static_cast<double>(reached) / total;
  candidate.first = reached == 0 ? 0 : first / static_cast<double>(reached);
  const double early = 1.0 / (1.0 + candidate.first / 16.0);
  const double rare = 1.0 / (1.0 + std::max(0.0, candidate.passes - 2 * static_cast<double>(kWord)) / 16.0);
  const double few = 1.0 / (1.0 + static_cast<double>(candidate.edges.size()) / 64.0);
  candidate.score = candidate.entropy * early * rare * few;
}

}  // namespace

std::vector<Candidate> candidates(const model::Network& network, const analysis::ClockBounds& bounds,
                                  std::uint64_t seed) {
  std::vector<Walk> walks(kWalks);
  search::WalkOptions options;
  options.seed = seed;
  options.walks = kWalks;
  options.steps = kSteps;
  search::random_walks(network, bounds, options,
                       [&](std::size_t walk, std::size_t step, std::span<const EdgeRef> edges) {
                         for (const EdgeRef& e : edges) walks[walk].push_back({step, e});
                       });
  std::vector<Candidate> result;
  for (Candidate& candidate : all_groups(network)) {
    judge(candidate, walks);
    if (candidate.entropy > 0.01) result.push_back(std::move(candidate));
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
  return result;
}

std::vector<std::vector<EdgeRef>> choose_levels(const std::vector<Candidate>& ranked, std::vector<EdgeRef> given) {
  constexpr std::size_t kLevels = 4;
  constexpr std::size_t kMostPoints = 512;
  std::vector<std::vector<EdgeRef>> result;
  std::vector<const Candidate*> taken;
  const auto by_key = [](const EdgeRef& a, const EdgeRef& b) { return key_of(a) < key_of(b); };
  if (!given.empty()) result.push_back(std::move(given));
  for (const Candidate& candidate : ranked) {
    if (result.size() == kLevels) break;
    // A candidate with the same figures is probably the other side of a synchronisation, which tells nothing new.
    const auto says_the_same = [&](const Candidate* other) {
      return other->entropy == candidate.entropy && other->first == candidate.first &&
             other->passes == candidate.passes;
    };
    if (std::any_of(taken.begin(), taken.end(), says_the_same)) continue;
    std::vector<EdgeRef> level = result.empty() ? std::vector<EdgeRef>() : result.back();
    const std::size_t before = level.size();
    level.insert(level.end(), candidate.edges.begin(), candidate.edges.end());
    std::sort(level.begin(), level.end(), by_key);
    level.erase(std::unique(level.begin(), level.end()), level.end());
    if (level.size() == before || level.size() > kMostPoints) continue;
    result.push_back(std::move(level));
    taken.push_back(&candidate);
  }
  return result;
}

}  // namespace zonda::partition
