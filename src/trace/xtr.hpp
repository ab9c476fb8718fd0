// UPPAAL's .xtr files: the states and moves of a symbolic trace, by number. They have no times; these are found anew.
#pragma once

#include "model/network.hpp"
#include "trace/make.hpp"
#include "trace/retrace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::trace {

struct XtrEdge {
  std::uint32_t process = 0;
  std::uint32_t edge = 0;  // its number in the template
  std::vector<std::int32_t> selects;
};

struct XtrState {
  std::vector<std::uint32_t> locations;
  std::vector<std::int32_t> variables;
};

struct Xtr {
  std::vector<XtrState> states;             // one more than there are moves
  std::vector<std::vector<XtrEdge>> moves;  // the edge of the sender is first
};

struct ReadXtr {
  std::optional<Xtr> trace;
  std::string error;  // what is wrong, with the line
};

[[nodiscard]] bool looks_like_xtr(std::string_view text);
[[nodiscard]] ReadXtr read_xtr(std::string_view text);
// Follows the moves on a model. `query` is the number of the query to answer, from 1; with 0, it is the first that a
// run can answer.
[[nodiscard]] Retraced retrace(const model::Network& network, const Xtr& xtr, std::size_t query);

// A trace with these moves.
[[nodiscard]] Made trace_of(const model::Network& network, const Xtr& xtr);

}  // namespace zonda::trace
