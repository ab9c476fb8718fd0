// '2GiB', '500MB', '60s', '5m': amounts as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zonda::cli {

// Nothing for text that is no amount; the empty text is 0.
[[nodiscard]] std::optional<std::uint64_t> parse_bytes(std::string_view text);
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

struct LimitTexts {
  std::string_view memory;
  std::string_view time;
};
// The limits of a command, 0 where there is none; says what is wrong with them, else nothing.
[[nodiscard]] std::string read_limits(const LimitTexts& texts, std::uint64_t& memory_bytes, double& seconds);

}  // namespace zonda::cli
