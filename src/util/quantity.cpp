#include "util/quantity.hpp"

#include <array>
#include <charconv>

namespace zonda {

namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array kByteUnits = {
    Unit{"", 1},
    Unit{"B", 1},
    Unit{"K", 1024.0},
    Unit{"KB", 1e3},
    Unit{"KiB", 1024.0},
    Unit{"M", 1048576.0},
    Unit{"MB", 1e6},
    Unit{"MiB", 1048576.0},
    Unit{"G", 1073741824.0},
    Unit{"GB", 1e9},
    Unit{"GiB", 1073741824.0},
    Unit{"T", 1099511627776.0},
    Unit{"TB", 1e12},
    Unit{"TiB", 1099511627776.0},
};
constexpr std::array kTimeUnits = {Unit{"", 1},   Unit{"ms", 1e-3}, Unit{"s", 1},
                                   Unit{"m", 60}, Unit{"min", 60},  Unit{"h", 3600}};

template <std::size_t N>
std::optional<double> parse(std::string_view text, const std::array<Unit, N>& units) {
  if (text.empty()) return 0;
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || !(number >= 0) || number > 1e15) return std::nullopt;
  const std::string_view unit = text.substr(static_cast<std::size_t>(read.ptr - text.data()));
  for (const Unit& u : units)
    if (u.name == unit) return number * u.factor;
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  const auto value = parse(text, kByteUnits);
  if (!value || *value > 1e18) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

std::optional<double> parse_seconds(std::string_view text) { return parse(text, kTimeUnits); }

}  // namespace zonda
