// Zones as text: 'x>=3 && x<5 && x-y<=2', with the fewest constraints; 'true' for all valuations.
#pragma once

#include "zone/dbm.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace zonda::zone {

using ClockNames = std::function<std::string(std::uint32_t)>;

template <typename B>
[[nodiscard]] std::string to_text(const Dbm<B>& z, const ClockNames& names);
// One constraint, as in 'x-y<=2' or 'x>3'. Its bound must be finite.
template <typename B>
[[nodiscard]] std::string to_text(const Constraint<B>& c, const ClockNames& names);

// Reads what to_text writes; `find` returns the number of a clock, or nothing for an unknown name. The result is
// nothing if the text is not a zone, or is an empty zone, or one with bounds beyond the limit.
using ClockLookup = std::function<std::optional<std::uint32_t>(std::string_view)>;
template <typename B>
[[nodiscard]] std::optional<Dbm<B>> from_text(std::string_view text, std::size_t dim, const ClockLookup& find);

}  // namespace zonda::zone
