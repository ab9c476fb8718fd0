// What the table of options (zonda/options.def) says that only the library itself needs to know.
#pragma once

#include "zonda/options.hpp"

#include <string>

namespace zonda::check {

// What is wrong with the value of a single option, or nothing.
[[nodiscard]] std::string value_error(const CheckOptions& options);

// Whether it says how to search, rather than for how long or what to show.
[[nodiscard]] bool is_about_search(const OptionInfo& option);

// Whether JSON output has it.
[[nodiscard]] bool is_echoed(const CheckOptions& options, const OptionInfo& option);

}  // namespace zonda::check
