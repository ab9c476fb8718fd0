// What may be asked of a check from inside the project, beside what the public options offer.
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

  // When memory gets short, the search works on with less. False: it gives up at once. For partitions, which are split
  // then.
  bool relieves = true;
  // For tests. What is done when memory is short is done after every `rehearsal` states; the search stops after
  // `most_visited` states, or wherever it is after `most_looks` looks at the limits. 0: no.
  std::uint64_t rehearsal = 0;
  std::uint64_t most_visited = 0;
  std::uint64_t most_looks = 0;
  // For tests: tables that are full sooner than they need be.
  store::TableLimits tables;
  // For tests: reductions that may be used besides those of the table.
  std::vector<const reduce::NamedReduction*> more_reductions;
};

}  // namespace zonda::check
