// Generates one model, compares it, and makes it small if something is wrong.
#include "hunt/generator.hpp"
#include "hunt/hunt.hpp"
#include "hunt/peer.hpp"
#include "hunt/shrink.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::hunt {

namespace {

std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
  Random first(seed);
  Random second(first.next() ^ number);
  return second.next();
}

bool is_count(const Disagreement& d) { return d.zonda.ends_with("discrete states"); }

std::vector<Disagreement> look(const Draft& draft, const Case& one, const HuntOptions& options,
                               const std::string& scratch, Tally& tally) {
  std::vector<Disagreement> found = compare(one, scratch, tally);
  if (!options.peer.empty()) ask_peer(draft, options.peer, scratch, tally, found);
  return found;
}

// The model with the way of the disagreement for every query.
Case with_way(const Draft& draft, const Disagreement& d) {
  Case result{draft.print(), draft.print_queries(), {}};
  result.diagnoses = d.is_diagnosis;
  result.ways.assign(result.queries.size(), {});
  if (!d.is_diagnosis) result.ways.assign(result.queries.size(), {d.way});
  return result;
}

std::string describe(const HuntOptions& options, std::uint64_t number, const Draft& draft, const Disagreement& d) {
  std::string text = fmt::format("DISAGREEMENT in model {} of seed {}\n", number, options.seed);
  text += fmt::format("  zonda:  {}\n  oracle: {}\n", d.zonda, d.oracle);
  if (!d.is_diagnosis) text += fmt::format("  options: {}\n", ways()[d.way].text);
  text += fmt::format("  again:  zonda-hunt --seed {} --first {} --models 1 --width 0{}\n", options.seed, number,
                      (options.profile.empty() ? "" : " --profile " + options.profile) +
                          (options.queries.empty() ? "" : " --queries " + options.queries));
  text += "----- model\n" + draft.print();
  const auto queries = draft.print_queries();
  const auto input = truth::read("model.xta", draft.print(), queries);
  const truth::Report report = truth::check(*input);
  for (std::size_t q = 0; q < queries.size(); ++q)
    text += (q < report.answers.size() ? expectation(report.answers[q], queries[q]) : "// query: " + queries[q]) + "\n";
  text += d.is_diagnosis ? "----- zonda check: zonda diagnose MODEL" : "----- zonda check MODEL " + ways()[d.way].text;
  for (const std::string& q : queries) text += fmt::format(" -q '{}'", q);
  return text + "\n";
}

}  // namespace

Draft draft_of(const HuntOptions& options, std::uint64_t number) {
  const std::uint64_t seed = mixed(options.seed, number);
  for (const Profile& p : profiles())
    if (p.name == options.profile) return generate(seed, p);
  return generate(seed);
}

Case case_of(const HuntOptions& options, std::uint64_t number, const Draft& draft) {
  Case result{draft.print(), draft.print_queries(), {}};
  result.diagnoses = options.queries.empty() || options.queries == "diagnose";
  Random random(mixed(options.seed + 1, number));
  for (std::size_t q = 0; q < result.queries.size(); ++q) {
    auto& chosen = result.ways.emplace_back();
    if (!options.queries.empty() && draft.queries[q].group() != options.queries) continue;
    const std::vector<std::size_t>& all = ways_for(draft.queries[q].group());
    if (options.takes_pairs)
      chosen = pairwise_ways();
    else if (options.width == 0)
      chosen = all;
    else
      chosen.push_back(0);
    if (options.takes_pairs) continue;
    for (std::size_t i = 1; i < options.width; ++i) chosen.push_back(all[random.below(all.size())]);
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  }
  return result;
}

std::string hunt_one(const HuntOptions& options, std::uint64_t number, const std::string& scratch, Tally& tally) {
  const Draft draft = draft_of(options, number);
  const Case one = case_of(options, number, draft);
  const std::vector<Disagreement> found = look(draft, one, options, scratch, tally);
  if (found.empty()) return {};
  const Disagreement& first = found[0];
  const auto same_kind = [&](const Draft& smaller) {
    Tally ignored;
    const auto again = look(smaller, with_way(smaller, first), options, scratch, ignored);
    return std::find_if(again.begin(), again.end(), [&](const Disagreement& d) {
             if (d.is_diagnosis || first.is_diagnosis) return d.is_diagnosis == first.is_diagnosis;
             const bool is_same_kind = smaller.queries[d.query].group() == draft.queries[first.query].group();
             return is_count(d) == is_count(first) && is_same_kind;
           }) != again.end();
  };
  Draft small = draft;
  if (options.shrinks)
    small = shrink(draft, [&](const Draft& d) { return fails_in_child([&] { return same_kind(d); }, 5); });
  Tally ignored;
  const auto left = look(small, with_way(small, first), options, scratch, ignored);
  return describe(options, number, small, left.empty() ? first : left[0]);
}

}  // namespace zonda::hunt
