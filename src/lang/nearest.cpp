#include "lang/nearest.hpp"

#include "util/edit_distance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::lang {

namespace {

constexpr std::size_t kFar = 3;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Not worth computing where lengths differ much.
std::size_t distance(std::string_view a, std::string_view b) {
  if (a.size() > b.size() + 2 || b.size() > a.size() + 2 || a.size() > 60) return kFar;
  return edit_distance(a, b);
}

}  // namespace

Nearest::Nearest(std::string_view name) : name_(name), limit_(std::min(kFar, (name.size() + 2) / 2)) {}

void Nearest::offer(std::string_view candidate) {
  // Upper and lower case are the most frequent slip, also in names of one letter.
  const bool is_same_but_case = std::equal(name_.begin(), name_.end(), candidate.begin(), candidate.end(),
                                           [](char a, char b) { return lower(a) == lower(b); });
  const std::size_t d = is_same_but_case ? 0 : distance(name_, candidate);
  if (d >= limit_) return;
  limit_ = d;
  best_ = candidate;
}

std::string Nearest::hint() const { return best_.empty() ? std::string() : fmt::format("did you mean '{}'?", best_); }

}  // namespace zonda::lang
