// '2GiB', '500MB', '60s', '5m': amounts as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace zonda {

// Nothing for text that is no amount; the empty text is 0.
[[nodiscard]] std::optional<std::uint64_t> parse_bytes(std::string_view text);
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

}  // namespace zonda
