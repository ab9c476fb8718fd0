#include "report/partition.hpp"

#include "partition/p_points.hpp"
#include "report/check_json.hpp"
#include "report/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::report {

namespace {

using Json = nlohmann::ordered_json;
using partition::point_text;
using step::EdgeRef;

// Of the level, those that the one before does not have.
std::vector<EdgeRef> added(const PointsReport& points, std::size_t level) {
  std::vector<EdgeRef> result;
  for (const EdgeRef& e : points.levels[level]) {
    if (level > 0) {
      const auto& before = points.levels[level - 1];
      if (std::find(before.begin(), before.end(), e) != before.end()) continue;
    }
    result.push_back(e);
  }
  return result;
}

Json names_json(const PointsReport& points, const std::vector<EdgeRef>& edges) {
  Json result = Json::array();
  for (const EdgeRef& e : edges) result.push_back(point_text(*points.network, e));
  return result;
}

}  // namespace

std::string p_points_text(const PointsReport& points) {
  std::string out;
  for (std::size_t level = 0; level < points.levels.size(); ++level) {
    const auto edges = added(points, level);
    out += level == 0 ? fmt::format("{} p-points ({})\n", edges.size(), points.origin)
                      : fmt::format("{} more, if these are not enough\n", edges.size());
    for (const EdgeRef& e : edges) out += fmt::format("  {}\n", point_text(*points.network, e));
  }
  if (points.levels.empty()) out += "no p-points: no edges tell runs apart\n";
  if (points.ranked.empty()) return out;
  out += "\nedges that tell random walks apart, best first\n";
  out += fmt::format("  {:>5}  {:>5}  {:>6}  {:>6}  {:>6}  {}\n", "score", "bits", "first", "passes", "edges", "");
  constexpr std::size_t kShown = 12;
  for (std::size_t i = 0; i < points.ranked.size() && i < kShown; ++i) {
    const partition::Candidate& c = points.ranked[i];
    out += fmt::format("  {:>5.2f}  {:>5.2f}  {:>6.1f}  {:>6.1f}  {:>6}  {}\n", c.score, c.entropy, c.first, c.passes,
                       c.edges.size(), c.text);
  }
  if (points.ranked.size() > kShown) out += fmt::format("  and {} more\n", points.ranked.size() - kShown);
  return out;
}

Json p_points_json(const PointsReport& points) {
  Json levels = Json::array();
  for (std::size_t level = 0; level < points.levels.size(); ++level)
    levels.push_back(names_json(points, added(points, level)));
  Json ranked = Json::array();
  for (const partition::Candidate& c : points.ranked)
    ranked.push_back({{"text", c.text},
                      {"score", c.score},
                      {"bits", c.entropy},
                      {"first", c.first},
                      {"passes", c.passes},
                      {"reached", c.reached},
                      {"edges", names_json(points, c.edges)}});
  return {{"origin", points.origin}, {"levels", std::move(levels)}, {"candidates", std::move(ranked)}};
}

Json partition_json(const std::string& path, const PartitionOptions& options, const PartitionResult& r) {
  const bool has_query = !options.lists && !options.base_line;
  Json result =
      check_json(path, options.check, has_query ? std::vector<QueryResult>{r.result} : std::vector<QueryResult>());
  if (!has_query) result.erase("queries");
  const PartitionProgress& c = r.counts;
  result["options"]["p_points"] = options.p_points;
  result["options"]["jobs"] = options.jobs;
  result["options"]["depth"] = options.depth;
  result["options"]["depth_limit"] = options.depth_limit;
  Json& out = result["partition"];
  out = {{"p_points", r.p_points}, {"first_points", r.first_points}};
  if (!options.base_line) {
    out["found"] = c.found;
    out["done"] = c.done;
    out["split"] = c.split;
    out["given_up"] = c.given_up;
    out["tasks"] = c.tasks;
    out["failures"] = c.failures;
    out["largest"] = c.largest;
    out["waiting"] = r.tasks;
    out["worker_seconds"] = r.worker_seconds;
  }
  out[std::string(json_name(&CheckStats::peak_bytes))] = c.peak_bytes;
  out[std::string(json_name(&CheckStats::seconds))] = r.seconds;
  if (has_query) return result;
  out["complete"] = r.is_complete;
  if (!r.result.reason.empty()) out["reason"] = r.result.reason;
  out["count"] = r.paths.size();
  out["stats"] = statistics_json(r.result.stats);
  Json& paths = out["paths"];
  paths = Json::array();
  for (const PartitionPath& p : r.paths) {
    Json one{{"p_points", p.points}};
    if (p.goes_on) one["goes_on"] = true;
    paths.push_back(std::move(one));
  }
  return result;
}

}  // namespace zonda::report
