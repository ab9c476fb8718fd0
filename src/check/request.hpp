// Options of a check that only the project itself uses, in addition to the public ones.
#pragma once

#include "reduce/reductions.hpp"
#include "store/table_limits.hpp"
#include "zonda/check.hpp"

#include <cstdint>
#include <vector>

namespace zonda::check {

struct Request : CheckOptions {
  Request() = default;
  Request(const CheckOptions& options) : CheckOptions(options) {}  // NOLINT: whoever has options may ask for no more

  // Whether the search frees memory and goes on when memory gets short. Off for partitions: one that does not fit is
  // split.
  bool relieves = true;
  // For tests. After every `rehearsal` states the search acts as if memory were short; it stops after `most_visited`
  // states, or, even inside an expansion, after `most_looks` looks at the limits. 0: never.
  std::uint64_t rehearsal = 0;
  std::uint64_t most_visited = 0;
  std::uint64_t most_looks = 0;
  // For tests: makes tables count as full sooner.
  store::TableLimits tables;
  // For tests: reductions that may be used in addition to those of the table.
  std::vector<const reduce::NamedReduction*> more_reductions;
};

}  // namespace zonda::check
