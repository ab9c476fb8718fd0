// A region says of every clock, and of every difference of clocks, which integer it equals or between which two
// integers it lies, as far as that can matter. docs/internals/oracle.md says why this is exact.
//
// A class is a number: 2k stands for 'equals k', 2k + 1 for 'between k and k + 1'. So 'at most c' is 'class <= 2c',
// 'less than c' is 'class < 2c', adding k adds 2k, and the class of y - x is that of x - y with the sign changed.
//
// Where clocks can stand still while time passes there are no such regions. Then the same object holds one valuation on
// a grid: numbers are multiples of 1 / unit, and a class is that multiple. Moments of which the unit divides the even
// multiples alternate with moments halfway between two of them; section 'Stopwatches' of docs/internals/oracle.md.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace zonda::truth {

// The condition left - right <= value, or < value if it is strict. Clock 0 is the constant 0.
struct Atom {
  std::size_t left = 0;
  std::size_t right = 0;
  std::int64_t value = 0;
  bool is_strict = false;
};

// The value source + offset, in terms of clock values before a move. Source 0 is the constant 0.
struct ClockValue {
  std::size_t source = 0;
  std::int64_t offset = 0;
  auto operator<=>(const ClockValue&) const = default;
};
// The values that all clocks are set to at once, by clock; entry 0 belongs to the constant 0.
using Settings = std::vector<ClockValue>;

// How far clocks and differences are told apart. A cap grows when a larger constant is met; then StartAgain is thrown.
class Caps {
 public:
  // Regions if `grid` is 0; else valuations whose clocks are multiples of 1 / grid, and those halfway between.
  explicit Caps(std::size_t clocks, int grid = 0);

  [[nodiscard]] bool is_grid() const { return grid_ != 0; }
  // How many classes there are from one integer to the next.
  [[nodiscard]] std::int32_t unit() const { return grid_ == 0 ? 2 : 2 * grid_; }

  [[nodiscard]] std::size_t clocks() const { return values_.size() - 1; }
  [[nodiscard]] std::int64_t value(std::size_t clock) const { return values_[clock]; }
  // The cap of the difference of two clocks; -1 if it is not told apart at all.
  [[nodiscard]] std::int64_t difference(std::size_t a, std::size_t b) const { return differences_[a][b]; }

  void note(const Atom& atom);
  void note(const Settings& settings);
  void note_value(std::size_t clock, std::int64_t constant);
  // The clock can stand still while time passes.
  void note_stopped(std::size_t clock);
  // Whether the value of the clock must not be forgotten, however large it is: a difference of clocks may come back to
  // what it is compared with if one of them can stand still.
  [[nodiscard]] bool is_kept(std::size_t clock) const;
  // Exploring a grid ends at values beyond this one, of clocks that are kept.
  [[nodiscard]] std::int64_t farthest() const;

 private:
  bool raise_value(std::size_t clock, std::int64_t to);
  bool raise_difference(std::size_t a, std::size_t b, std::int64_t to);
  bool spread(const Settings& settings);
  void settle();

  std::vector<std::int64_t> values_;
  std::vector<std::vector<std::int64_t>> differences_;
  std::set<Settings> settings_;
  std::vector<bool> can_stop_;
  int grid_;
};

class Region {
 public:
  // The region in which clocks have these values; entry 0 is 0.
  Region(const std::vector<std::int64_t>& values, const Caps& caps);

  [[nodiscard]] bool holds(const Atom& atom) const;
  [[nodiscard]] std::int64_t value_class(std::size_t clock) const { return at(clock, 0); }
  // The sign of the difference between the clock and an integer within its cap.
  [[nodiscard]] int compared(std::size_t clock, std::int64_t integer) const;
  // The class of the clock as if this were a region, also on a grid.
  [[nodiscard]] std::int64_t region_class(std::size_t clock) const;
  // Whether the value of the clock is beyond its cap.
  [[nodiscard]] bool is_beyond(std::size_t clock) const { return at(clock, 0) == kBeyond; }
  // Whether time can pass without leaving the region, because no clock whose value is told apart is an integer.
  [[nodiscard]] bool has_duration() const;
  // The region that time leads to next; nothing if time changes nothing any more.
  [[nodiscard]] std::optional<Region> next(const Caps& caps) const;
  // The same on a grid, where these clocks stand still.
  [[nodiscard]] std::optional<Region> next(const Caps& caps, const std::set<std::size_t>& stopped) const;
  // Whether this is a moment of a grid halfway between two others, which stands for all moments between them.
  [[nodiscard]] bool is_halfway() const { return classes_[0] == kHalfway; }
  // Whether a clock that is kept has gone so far that exploring ends here.
  [[nodiscard]] bool is_far(const Caps& caps) const;
  [[nodiscard]] Region after(const Settings& settings, const Caps& caps) const;
  [[nodiscard]] const std::vector<std::int32_t>& classes() const { return classes_; }

 private:
  static constexpr std::int32_t kBeyond = 1'000'000'000;
  static constexpr std::int32_t kUnknown = 2'000'000'000;
  // What the first class says. At rest, time has passed since a moment of the grid, and no clock changes any more.
  static constexpr std::int32_t kOnGrid = 0;
  static constexpr std::int32_t kHalfway = 1;
  static constexpr std::int32_t kAtRest = 2;

  Region(std::size_t size, std::int32_t unit) : size_(size), unit_(unit), classes_(size * size, 0) {}
  [[nodiscard]] std::int32_t at(std::size_t i, std::size_t j) const { return classes_[i * size_ + j]; }
  void set(std::size_t i, std::size_t j, std::int32_t value);
  void forget(const Caps& caps);
  [[nodiscard]] bool has_largest_fraction(std::size_t clock) const;

  std::size_t size_;
  std::int32_t unit_;
  std::vector<std::int32_t> classes_;  // the classes of row minus column; the first one is for grids
};

}  // namespace zonda::truth
