#include "report/check_json.hpp"

#include "report/trace.hpp"
#include "zonda/version.hpp"

namespace zonda::report {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json stats_json(const CheckStats& s) {
  Json result{{"visited", s.visited},
              {"stored", s.stored},
              {"peak_stored", s.peak_stored},
              {"covered", s.covered},
              {"mistakes", s.mistakes},
              {"touched", s.touched},
              {"transitions", s.transitions},
              {"discrete_states", s.knows_discrete_states() ? Json(s.discrete_states) : Json()},
              {"zones", s.zones},
              {"zone_operations", s.zone_operations},
              {"zone_hits", s.zone_hits},
              {"seconds", s.seconds},
              {"peak_bytes", s.peak_bytes},
              {"store_bytes", s.store_bytes}};
  if (s.omissions > 0) result["omissions"] = s.omissions;
  if (s.bits_set > 0) result["bits_set"] = s.bits_set;
  for (const StoreBytes::Kind& kind : StoreBytes::kinds()) result["bytes"][kind.name] = s.bytes.*kind.bytes;
  const auto table_json = [](const TableStats& t) {
    return Json{{"slots", t.slots}, {"used", t.used}, {"longest_probe", t.longest}, {"mean_probe", t.mean()}};
  };
  if (s.hash.states.slots > 0)
    result["hash"] = {{"states", table_json(s.hash.states)},
                      {"zones", table_json(s.hash.zones)},
                      {"longest_chain", s.hash.longest_chain},
                      {"shortest_chain", s.hash.shortest_chain}};
  const auto add_chains = [&](const char* name, const ChainStats& c) {
    if (c.entries == 0) return;
    result["hash"][name] = {
        {"entries", c.entries}, {"used", c.used}, {"longest", c.longest}, {"shortest", c.shortest}, {"mean", c.mean}};
  };
  add_chains("by_locations", s.hash.by_locations);
  add_chains("by_all", s.hash.by_all);
  add_chains("by_probing", s.hash.by_probing);
  if (s.hash.holders > 0) {
    const auto holders = static_cast<double>(s.hash.holders);
    result["constraints"] = {{"a_state", static_cast<double>(s.hash.constraints) / holders},
                             {"of", static_cast<double>(s.hash.bounds) / holders}};
  }
  Json stages = Json::object();
  const auto add_stage = [&](const char* name, const MemoryStageStats& stage) {
    if (stage.times == 0) return;
    stages[name] = {{"times", stage.times},
                    {"states", stage.states},
                    {"bytes", stage.bytes},
                    {"seconds", stage.seconds},
                    {"since", stage.since}};
  };
  add_stage("compressed", s.compressed);
  add_stage("dropped", s.dropped);
  add_stage("spilled", s.spilled);
  if (!stages.empty()) {
    stages["packed_states"] = s.packed;
    result["memory_stages"] = std::move(stages);
  }
  if (s.resumed > 0) result["resumed"] = s.resumed;
  if (s.checkpoints > 0)
    result["checkpoints"] = {
        {"times", s.checkpoints}, {"bytes", s.checkpoint_bytes}, {"seconds", s.checkpoint_seconds}};
  return result;
}

namespace {

// An end that is missing is infinite.
Json values_json(const std::vector<QueryValue>& values) {
  Json result = Json::array();
  for (const QueryValue& value : values) {
    Json intervals = Json::array();
    for (const ValueInterval& i : value.intervals) {
      Json one{{"low", i.low}, {"low_attained", !i.is_low_open}};
      if (i.has_high) {
        one["high"] = i.high;
        one["high_attained"] = !i.is_high_open;
      }
      intervals.push_back(std::move(one));
    }
    result.push_back({{"expression", value.expression},
                      {"kind", value.is_clock ? "clock" : "integer"},
                      {"intervals", std::move(intervals)},
                      {"goes_on", value.goes_on}});
  }
  return result;
}

}  // namespace

Json check_json(const std::string& path, const CheckOptions& options, const std::vector<QueryResult>& results) {
  Json result{{"tool", "zonda"}, {"version", kVersion}, {"model", path}};
  result["options"] = {{"order", options.order},   {"keep", options.keep},   {"abstraction", options.abstraction},
                       {"reduce", options.reduce}, {"trace", options.trace}, {"memory", options.memory_bytes},
                       {"time", options.seconds},  {"seed", options.seed},   {"nonzeno", options.nonzeno},
                       {"zones", options.zones}};
  if (!options.pack) result["options"]["pack"] = false;
  if (!options.share_zones) result["options"]["share_zones"] = false;
  if (options.hull) result["options"]["hull"] = true;
  if (options.compact) result["options"]["compact"] = true;
  if (options.bitstate_bytes > 0) result["options"]["bitstate"] = options.bitstate_bytes;
  if (options.swarm > 1) result["options"]["swarm"] = options.swarm;
  if (options.shuffle) result["options"]["shuffle"] = *options.shuffle;
  if (!options.cover_edges_file.empty()) result["options"]["cover_edges"] = options.cover_edges_file;
  if (!options.spill.empty()) result["options"]["spill"] = options.spill;
  if (!options.checkpoint.empty()) {
    result["options"]["checkpoint"] = options.checkpoint;
    result["options"]["checkpoint_interval"] = options.checkpoint_seconds;
  }
  Json queries = Json::array();
  for (const QueryResult& r : results) {
    Json one{{"index", r.index}, {"formula", r.formula}, {"position", r.position}, {"verdict", to_string(r.verdict)}};
    if (!r.reason.empty()) one["reason"] = r.reason;
    if (!r.expected.empty()) {
      one["expected"] = r.expected;
      one["as_expected"] = r.is_as_expected;
    }
    if (!r.note.empty()) one["note"] = r.note;
    if (!r.value.empty()) one["value"] = r.value;
    if (!r.values.empty()) one["values"] = values_json(r.values);
    if (!r.abstraction.empty()) one["abstraction"] = r.abstraction;
    if (!r.order.empty()) one["order"] = r.order;
    if (!r.keep.empty()) one["keep"] = r.keep;
    if (!r.reduce.empty()) one["reduce"] = r.reduce;
    if (!r.shared_with.empty()) one["shared_with"] = r.shared_with;
    one["stats"] = stats_json(r.stats);
    if (r.trace != nullptr) one["trace"] = trace_json(*r.trace);
    if (!r.trace_note.empty()) one["trace_note"] = r.trace_note;
    queries.push_back(std::move(one));
  }
  result["queries"] = std::move(queries);
  return result;
}

}  // namespace zonda::report
