// From a path of the search to a trace that was replayed.
#pragma once

#include "model/network.hpp"
#include "search/path.hpp"
#include "trace/track.hpp"
#include "zonda/trace.hpp"

#include <functional>
#include <optional>
#include <string>

namespace zonda::trace {

struct Made {
  std::optional<Trace> trace;
  std::string failure;   // why there is none: an internal error
  std::string obstacle;  // or this: it takes too much time, memory, or room for numbers
};

// `is_negated`: the path ends where the formula is violated. `is_fastest`: take as little time as these moves allow.
[[nodiscard]] Made make_trace(const model::Network& network, const search::Path& path, const model::Formula& formula,
                              bool is_negated, bool is_fastest, const Watch& watch = {});

}  // namespace zonda::trace
