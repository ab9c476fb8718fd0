#include "report/bounds.hpp"

#include "analysis/clock_bounds.hpp"
#include "model/names.hpp"
#include "zonda/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace zonda::report {

namespace {

using analysis::BoundSource;
using analysis::ClockBound;
using analysis::ClockBounds;
using analysis::kNoBound;
using analysis::kNoSource;
using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 20;
constexpr std::string_view kFromType = "only a declared range keeps the number from being larger";

// The bounds with all queries together.
ClockBounds bounds_of(const model::Network& network) {
  model::Query all;
  for (const model::Query& q : network.queries) {
    if (q.is_wrong || !model::why_refused(q).empty()) continue;
    all.predicate.kind = model::Formula::Kind::And;
    all.predicate.children.push_back(q.predicate);
    all.predicate.children.push_back(q.conclusion);
  }
  return analysis::clock_bounds(network, all);
}

bool has_any(const ClockBound& b) { return b.lower != kNoBound || b.upper != kNoBound; }

// The source as it is written, in one line; in an XML file some characters stand there as entities.
std::string test_text(const lang::Sources& sources, const BoundSource& source) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  const std::string_view text = sources.slice(source.range);
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto entity =
        std::ranges::find_if(kEntities, [&](const auto& e) { return text.substr(i).starts_with(e.first); });
    const bool is_space = text[i] == '\n' || text[i] == '\r' || text[i] == '\t';
    result += entity != kEntities.end() ? entity->second : is_space ? ' ' : text[i];
    i += entity != kEntities.end() ? entity->first.size() : 1;
  }
  return result;
}

class BoundsText {
 public:
  BoundsText(const model::Network& network, const lang::Sources& sources, bool lists_all)
      : network_(network), sources_(sources), bounds_(bounds_of(network)), limit_(lists_all ? SIZE_MAX : kShown) {}

  std::string run() {
    out_ = "Clock bounds: L is the largest number of a test from below, U of a test from above\n";
    std::size_t shown = 0;
    std::size_t more = 0;
    for (std::size_t p = 0; p < network_.processes.size(); ++p) {
      const auto& locations = bounds_.local[p];
      if (std::ranges::all_of(locations, [](const auto& clocks) { return clocks.empty(); })) continue;
      if (++shown > limit_) {
        ++more;
        continue;
      }
      out_ += fmt::format("\n{}\n", network_.processes[p].name);
      for (std::size_t l = 0; l < locations.size(); ++l)
        list(model::location_name(network_, static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(l)),
             locations[l]);
    }
    if (more > 0) out_ += fmt::format("\n… and {} more (--all shows them)\n", more);
    std::vector<ClockBound> everywhere;
    std::ranges::copy_if(bounds_.everywhere, std::back_inserter(everywhere), has_any);
    if (!everywhere.empty()) {
      out_ += "\nEverywhere, because of queries or of clocks that are copied\n";
      list("", everywhere);
    }
    if (shown == 0 && everywhere.empty()) out_ += "\nNo clock is compared with anything.\n";
    if (!bounds_.refusal.empty())
      out_ +=
          fmt::format("\nThere are no finite bounds: {}, {}\n", bounds_.refusal, sources_.place(bounds_.refusal_range));
    warnings();
    return out_;
  }

 private:
  void list(const std::string& location, const std::vector<ClockBound>& clocks) {
    std::string name = location;
    for (const ClockBound& b : clocks) {
      std::string clock = network_.clock_name(b.clock);
      const auto line = [&](char side, std::int32_t bound, std::uint32_t source) {
        if (bound == kNoBound) return;
        out_ += fmt::format("  {:<16} {:<16} {} {:<8}", name, clock, side, bound);
        if (source != kNoSource)
          out_ += fmt::format(" {}, {}", test_text(sources_, bounds_.sources[source]),
                              sources_.place(bounds_.sources[source].range));
        while (out_.ends_with(' ')) out_.pop_back();
        out_ += '\n';
        name.clear();
        clock.clear();
        if (source != kNoSource && bounds_.sources[source].is_from_type) warned_.insert(source);
      };
      line('L', b.lower, b.lower_source);
      line('U', b.upper, b.upper_source);
    }
  }

  void warnings() {
    std::set<std::string> lines;
    for (const std::uint32_t source : warned_)
      lines.insert(fmt::format("warning: {}, {}: {}\n", test_text(sources_, bounds_.sources[source]),
                               sources_.place(bounds_.sources[source].range), kFromType));
    if (!lines.empty()) out_ += '\n';
    for (const std::string& line : lines) out_ += line;
  }

  const model::Network& network_;
  const lang::Sources& sources_;
  ClockBounds bounds_;
  std::size_t limit_;
  std::set<std::uint32_t> warned_;
  std::string out_;
};

Json bound_json(const model::Network& network, const lang::Sources& sources, const ClockBounds& bounds,
                const ClockBound& b) {
  Json one{{"clock", network.clock_name(b.clock)}};
  const auto add = [&](const char* name, std::int32_t bound, std::uint32_t source) {
    if (bound == kNoBound) return;
    Json side{{"value", bound}};
    if (source != kNoSource) {
      side["test"] = test_text(sources, bounds.sources[source]);
      side["position"] = sources.place(bounds.sources[source].range);
      side["from_type"] = bounds.sources[source].is_from_type;
    }
    one[name] = std::move(side);
  };
  add("lower", b.lower, b.lower_source);
  add("upper", b.upper, b.upper_source);
  return one;
}

}  // namespace

std::string bounds_text(const model::Network& network, const lang::Sources& sources, bool lists_all) {
  return BoundsText(network, sources, lists_all).run();
}

Json bounds_json(const model::Network& network, const lang::Sources& sources) {
  const ClockBounds bounds = bounds_of(network);
  Json result{{"tool", "zonda"}, {"version", kVersion}, {"largest", bounds.largest}};
  Json locations = Json::array();
  for (std::size_t p = 0; p < network.processes.size(); ++p)
    for (std::size_t l = 0; l < bounds.local[p].size(); ++l) {
      if (bounds.local[p][l].empty()) continue;
      Json clocks = Json::array();
      for (const ClockBound& b : bounds.local[p][l]) clocks.push_back(bound_json(network, sources, bounds, b));
      locations.push_back(
          {{"process", network.processes[p].name},
           {"location", model::location_name(network, static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(l))},
           {"clocks", std::move(clocks)}});
    }
  result["locations"] = std::move(locations);
  Json everywhere = Json::array();
  for (const ClockBound& b : bounds.everywhere)
    if (has_any(b)) everywhere.push_back(bound_json(network, sources, bounds, b));
  result["everywhere"] = std::move(everywhere);
  if (!bounds.refusal.empty())
    result["refusal"] = {{"reason", bounds.refusal}, {"position", sources.place(bounds.refusal_range)}};
  return result;
}

}  // namespace zonda::report
