// The tables of options and of statistics as text, for the manual.
#pragma once

#include <string>

namespace zonda::cli {

// Every option of `zonda check`: its values, its default, the queries and commands that it is for.
[[nodiscard]] std::string options_page();
// Every statistic: its names, its unit, what it means.
[[nodiscard]] std::string statistics_page();

}  // namespace zonda::cli
