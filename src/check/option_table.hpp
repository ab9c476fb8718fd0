// Facts about options (zonda/options.def) that only the library itself needs.
#pragma once

#include "zonda/options.hpp"

#include <string>

namespace zonda::check {

// What is wrong with the value of a single option; empty: nothing.
[[nodiscard]] std::string value_error(const CheckOptions& options);

// Whether the option says how to search, rather than how long or what to show.
[[nodiscard]] bool is_about_search(const OptionInfo& option);

// Whether JSON output includes the option.
[[nodiscard]] bool is_echoed(const CheckOptions& options, const OptionInfo& option);

}  // namespace zonda::check
