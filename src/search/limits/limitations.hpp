// Things that a search may meet but cannot handle: they are limitations of zonda, not errors of the model.
#pragma once

#include <string_view>

namespace zonda::search {

inline constexpr std::string_view kTooManyGuards = "too many clock guards on urgent channels are enabled at once";
inline constexpr std::string_view kTooManyParts = "the clock conditions of the query have too many parts";

// Whether a search that ended for this reason met a limitation.
[[nodiscard]] constexpr bool is_limitation(std::string_view reason) {
  return reason == kTooManyGuards || reason == kTooManyParts;
}

}  // namespace zonda::search
