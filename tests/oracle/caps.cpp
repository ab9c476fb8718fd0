// How far clock values and differences must be told apart. Regions are exact under these conditions:
//
//   given                                                    this must be told apart
//   a test of x against c                                    the value of x up to c
//   a test of x - y against c                                the difference x - y up to |c|
//   x := s + k, and x is told apart up to V                  the value of s up to V - k
//   x := s + k and y := t + l, and x - y is told apart       the difference s - t up to D + |k - l|; if t is the
//   up to D                                                  constant 0, the value of s up to D - k + l
#include "oracle/fault.hpp"
#include "oracle/region.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::truth {

namespace {

constexpr std::int64_t kMost = 100'000;

}  // namespace

Caps::Caps(std::size_t clocks, int grid)
    : values_(clocks + 1, 0),
      differences_(clocks + 1, std::vector<std::int64_t>(clocks + 1, -1)),
      can_stop_(clocks + 1, false),
      grid_(grid) {}

void Caps::note_stopped(std::size_t clock) {
  if (can_stop_[clock]) return;
  can_stop_[clock] = true;
  throw StartAgain{};
}

bool Caps::is_kept(std::size_t clock) const {
  for (std::size_t other = 1; other < values_.size(); ++other)
    if (differences_[clock][other] >= 0 && (can_stop_[clock] || can_stop_[other])) return true;
  return false;
}

std::int64_t Caps::farthest() const {
  std::int64_t result = 0;
  for (std::size_t i = 1; i < values_.size(); ++i) {
    result = std::max(result, values_[i]);
    for (std::size_t j = 1; j < i; ++j) result = std::max(result, differences_[i][j]);
  }
  return 2 * result + 2;
}

bool Caps::raise_value(std::size_t clock, std::int64_t to) {
  if (clock == 0 || to <= values_[clock]) return false;
  if (to > kMost) throw Refused("clock constants beyond " + std::to_string(kMost) + ", or clocks copied in a cycle");
  values_[clock] = to;
  return true;
}

bool Caps::raise_difference(std::size_t a, std::size_t b, std::int64_t to) {
  if (a == b || to <= differences_[a][b]) return false;
  if (to > kMost) throw Refused("clock constants beyond " + std::to_string(kMost) + ", or clocks copied in a cycle");
  differences_[a][b] = to;
  differences_[b][a] = to;
  return true;
}

void Caps::note(const Atom& atom) {
  bool grew = false;
  if (atom.left == 0)
    grew = raise_value(atom.right, -atom.value);
  else if (atom.right == 0)
    grew = raise_value(atom.left, atom.value);
  else
    grew = raise_difference(atom.left, atom.right, std::abs(atom.value));
  if (grew) settle();
}

void Caps::note_value(std::size_t clock, std::int64_t constant) {
  if (raise_value(clock, constant)) settle();
}

void Caps::note(const Settings& settings) {
  if (!settings_.insert(settings).second) return;
  if (spread(settings)) settle();
}

// Raises the caps of the clocks before the settings to what is needed of the clocks after them.
bool Caps::spread(const Settings& settings) {
  bool grew = false;
  for (std::size_t i = 1; i < settings.size(); ++i) {
    const ClockValue& a = settings[i];
    grew = raise_value(a.source, values_[i] - a.offset) || grew;
    for (std::size_t j = 1; j < settings.size(); ++j) {
      const ClockValue& b = settings[j];
      const std::int64_t known = differences_[i][j];
      if (i == j || known < 0 || a.source == b.source) continue;
      const std::int64_t shift = a.offset - b.offset;
      if (a.source != 0 && b.source != 0) grew = raise_difference(a.source, b.source, known + std::abs(shift)) || grew;
      if (b.source == 0) grew = raise_value(a.source, known - shift) || grew;
    }
  }
  return grew;
}

// Repeats that for all known settings until nothing grows.
void Caps::settle() {
  bool grows = true;
  while (grows) {
    grows = false;
    for (const Settings& s : settings_) grows = spread(s) || grows;
  }
  throw StartAgain{};
}

}  // namespace zonda::truth
