// `zonda info --cover`: local cycles, which of them need others, and covering sets, as text and as JSON (the store
// paper's table 1 for one model).
#pragma once

#include "analysis/covering_set.hpp"
#include "model/network.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace zonda::report {

struct CoverReport {
  const model::Network& network;
  const analysis::CycleCover& cover;
  std::vector<analysis::CoveringSet> sets;  // one for each heuristic
  analysis::CoveringSet used;
};

// `lists_all`: every cycle with its rules.
[[nodiscard]] std::string cover_text(const CoverReport& report, bool lists_all);
[[nodiscard]] nlohmann::ordered_json cover_json(const CoverReport& report);

}  // namespace zonda::report
