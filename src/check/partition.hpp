// Partitions: carries out one task, and the base line of the paper.
#pragma once

#include "check/refused.hpp"
#include "lang/source.hpp"
#include "model/network.hpp"
#include "partition/task.hpp"
#include "zonda/stage.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::check {

// A model as it was read, from which networks with a guide can be built.
struct Text {
  // Builds the network again, with an additional variable of this name; null if the model has errors.
  std::function<std::unique_ptr<model::Network>(std::string_view spare)> build;
  const lang::Sources& sources;
};

// Why the query cannot be verified in pieces; empty if it can.
[[nodiscard]] Refused partition_refusal(const model::Query& query);

// Carries out a task. `index`: of the query among those of the model.
[[nodiscard]] partition::Result do_task(const Text& text, const partition::Job& job, const partition::Task& task,
                                        std::size_t index, const StageHook& on_stage = {});

// The base line (P5): complete p-paths one at a time, by asking for a final state that a run reaches along none of
// the p-paths found so far, until there is none.
struct BaseLine {
  std::vector<std::vector<partition::PointId>> paths;
  bool is_complete = false;
  std::string reason;  // why it is not complete
  bool is_error = false;
  CheckStats stats;
};
// `index`: of the query E<> final state. `progress` is called with the number of p-paths found.
[[nodiscard]] BaseLine base_line(const Text& text, const partition::Job& job, std::size_t index, double seconds,
                                 const std::atomic<bool>* interrupt, const StageHook& on_stage,
                                 const std::function<void(std::size_t)>& progress);

}  // namespace zonda::check
