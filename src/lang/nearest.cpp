#include "lang/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace zonda::lang {

namespace {

constexpr std::size_t kFar = 3;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Levenshtein distance, cut off at kFar.
std::size_t distance(std::string_view a, std::string_view b) {
  if (a.size() > b.size() + 2 || b.size() > a.size() + 2 || a.size() > 60) return kFar;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row[b.size()];
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
