// Judges the values that zonda gives for sup, inf and bounds.
#pragma once

#include "oracle/oracle.hpp"
#include "zonda/model.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace zonda::hunt {

// What would be right instead of these values; nothing if they are right. The oracle tells clock values apart up to
// `clocks`. The horizon for values is a little lower, because a value may be a clock plus a negative number; of a value
// beyond the horizon nobody knows whether it is right.
[[nodiscard]] std::optional<std::string> value_complaint(const std::string& query, const QueryValue& value,
                                                         const truth::ValueClasses& right, std::int64_t clocks);

// The same if more values may be said than there are, because of stopwatches: a value that is missing.
[[nodiscard]] std::optional<std::string> missing_value(const std::string& query, const QueryValue& value,
                                                       const truth::ValueClasses& right, std::int64_t clocks);

}  // namespace zonda::hunt
