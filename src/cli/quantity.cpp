#include "cli/quantity.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace zonda::cli {

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

std::string read_limits(const LimitTexts& texts, std::uint64_t& memory_bytes, double& seconds) {
  const auto memory = parse_bytes(texts.memory);
  const auto time = parse_seconds(texts.time);
  if (!memory) return fmt::format("'{}' is no amount of memory; write 2GiB or 500MB", texts.memory);
  if (!time) return fmt::format("'{}' is no time; write 60s, 5m or 1h", texts.time);
  constexpr const char* kNone = "leaves nothing; for no limit, leave it out";
  if (*memory == 0 && !texts.memory.empty()) return fmt::format("a memory limit of '{}' {}", texts.memory, kNone);
  if (*time == 0 && !texts.time.empty()) return fmt::format("a time limit of '{}' {}", texts.time, kNone);
  memory_bytes = *memory;
  seconds = *time;
  return {};
}

}  // namespace zonda::cli
