// P-points and verification in pieces, for people and machines.
#pragma once

#include "model/network.hpp"
#include "partition/choose.hpp"
#include "step/move.hpp"
#include "zonda/partition.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace zonda::report {

struct PointsReport {
  const model::Network* network = nullptr;
  std::string origin;                              // 'given', 'marked' or 'auto'
  std::vector<std::vector<step::EdgeRef>> levels;  // the first are used first; each holds the one before
  std::vector<partition::Candidate> ranked;        // what was thought of
  std::string error;
};

[[nodiscard]] std::string p_points_text(const PointsReport& points);
[[nodiscard]] nlohmann::ordered_json p_points_json(const PointsReport& points);

[[nodiscard]] nlohmann::ordered_json partition_json(const std::string& path, const PartitionOptions& options,
                                                    const PartitionResult& result);

}  // namespace zonda::report
