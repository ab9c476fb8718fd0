// Prints zones, and reads them again.
#include "zone/text.hpp"

#include "zone/minimal.hpp"

#include <fmt/format.h>

#include <charconv>

namespace zonda::zone {

template <typename B>
std::string to_text(const Constraint<B>& c, const ClockNames& names) {
  const std::int32_t value = value_of(c.bound);
  const char* less = is_strict(c.bound) ? "<" : "<=";
  if (c.right == 0) return fmt::format("{}{}{}", names(c.left), less, value);
  if (c.left == 0) return fmt::format("{}{}{}", names(c.right), is_strict(c.bound) ? ">" : ">=", -value);
  return fmt::format("{}-{}{}{}", names(c.left), names(c.right), less, value);
}

template <typename B>
std::string to_text(const Dbm<B>& z, const ClockNames& names) {
  std::string result;
  for (const Constraint<B>& c : minimal_constraints(z)) {
    if (!result.empty()) result += " && ";
    result += to_text(c, names);
  }
  return result.empty() ? "true" : result;
}

namespace {

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

// Reads 'left relation number', where left is a clock or a difference of two clocks.
template <typename B>
std::optional<Constraint<B>> parse_constraint(std::string_view text, std::size_t dim, const ClockLookup& find) {
  const std::size_t at = text.find_first_of("<>");
  if (at == std::string_view::npos) return std::nullopt;
  const bool is_upper = text[at] == '<';
  const bool is_weak = at + 1 < text.size() && text[at + 1] == '=';
  const std::string_view number = trim(text.substr(at + (is_weak ? 2 : 1)));
  std::int32_t value = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
  if (read.ec != std::errc{} || read.ptr != number.data() + number.size()) return std::nullopt;
  const std::int64_t raw = 2 * (is_upper ? std::int64_t{value} : -std::int64_t{value}) + (is_weak ? 1 : 0);
  if (raw > kLimit<B> || raw < -kLimit<B>) return std::nullopt;
  const auto bound = static_cast<B>(raw);
  const std::string_view term = trim(text.substr(0, at));
  const std::size_t minus = term.find('-');
  const auto left = find(trim(term.substr(0, minus)));
  const auto right =
      minus == std::string_view::npos ? std::optional<std::uint32_t>(0) : find(trim(term.substr(minus + 1)));
  if (!left || !right || *left >= dim || *right >= dim || *left == *right) return std::nullopt;
  return is_upper ? Constraint<B>{*left, *right, bound} : Constraint<B>{*right, *left, bound};
}

}  // namespace

template <typename B>
std::optional<Dbm<B>> from_text(std::string_view text, std::size_t dim, const ClockLookup& find) {
  std::vector<Constraint<B>> constraints;
  text = trim(text);
  if (text == "true") return Dbm<B>::universe(dim);
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find("&&");
    const auto constraint = parse_constraint<B>(trim(text.substr(0, end)), dim, find);
    if (!constraint) return std::nullopt;
    constraints.push_back(*constraint);
    if (end != std::string_view::npos) text = text.substr(end + 2);
  }
  Dbm<B> result(dim);
  if (!from_constraints(dim, std::span<const Constraint<B>>(constraints), result)) return std::nullopt;
  if (!is_within_limit(result)) return std::nullopt;
  return result;
}

#define ZONDA_INSTANTIATE(B)                                             \
  template std::string to_text(const Dbm<B>&, const ClockNames&);        \
  template std::string to_text(const Constraint<B>&, const ClockNames&); \
  template std::optional<Dbm<B>> from_text(std::string_view, std::size_t, const ClockLookup&);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE

}  // namespace zonda::zone
