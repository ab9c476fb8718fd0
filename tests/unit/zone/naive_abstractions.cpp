// The twin's abstractions, each as its paper writes it.
#include "unit/zone/naive.hpp"

namespace zonda::zone::naive {

namespace {

// number > constant
bool is_beyond(std::int64_t number, const std::optional<std::int64_t>& constant) {
  return !constant || number > *constant;
}

// c > constant, where c may be infinite
bool is_above(const Limit& c, const std::optional<std::int64_t>& constant) {
  return c.is_infinite || is_beyond(c.value, constant);
}

// -c > constant, where c may be infinite
bool is_below(const Limit& c, const std::optional<std::int64_t>& constant) {
  return !c.is_infinite && is_beyond(-c.value, constant);
}

// (<, -constant)
Limit minus(const std::optional<std::int64_t>& constant) { return constant ? below(-*constant) : infinite(); }

// Fills a zone with what `choose(i, j)` says of every bound off the diagonal, then closes it. Clocks stay >= 0.
template <typename F>
Zone chosen(const Zone& z, F choose) {
  Zone result = universe(z.size());
  for (std::size_t i = 0; i < z.size(); ++i)
    for (std::size_t j = 0; j < z.size(); ++j)
      if (i != j) tighten(result, i, j, choose(i, j));
  close(result);
  return result;
}

}  // namespace

Zone extra_m(const Zone& z, const Constants& m) {
  return chosen(z, [&](std::size_t i, std::size_t j) {
    const Limit& c = z.at(i, j);
    if (is_above(c, m[i])) return infinite();
    if (is_below(c, m[j])) return minus(m[j]);
    return c;
  });
}

Zone extra_m_plus(const Zone& z, const Constants& m) {
  return chosen(z, [&](std::size_t i, std::size_t j) {
    const Limit& c = z.at(i, j);
    if (is_above(c, m[i])) return infinite();
    if (is_below(z.at(0, i), m[i])) return infinite();
    if (is_below(z.at(0, j), m[j]) && i != 0) return infinite();
    if (is_below(z.at(0, j), m[j]) && i == 0) return minus(m[j]);
    return c;
  });
}

Zone extra_lu(const Zone& z, const Constants& l, const Constants& u) {
  return chosen(z, [&](std::size_t i, std::size_t j) {
    const Limit& c = z.at(i, j);
    if (is_above(c, l[i])) return infinite();
    if (is_below(c, u[j])) return minus(u[j]);
    return c;
  });
}

Zone extra_lu_plus(const Zone& z, const Constants& l, const Constants& u) {
  return chosen(z, [&](std::size_t i, std::size_t j) {
    const Limit& c = z.at(i, j);
    if (is_above(c, l[i])) return infinite();
    if (is_below(z.at(0, i), l[i])) return infinite();
    if (is_below(z.at(0, j), u[j]) && i != 0) return infinite();
    if (is_below(z.at(0, j), u[j]) && i == 0) return minus(u[j]);
    return c;
  });
}

namespace {

enum class Choice { Same, Lower, Higher };

std::size_t power_of_three(std::size_t exponent) { return exponent == 0 ? 1 : 3 * power_of_three(exponent - 1); }

// The choice for clock `clock` (from 1) in the combination numbered `code`.
Choice choice_of(std::size_t code, std::size_t clock) {
  return static_cast<Choice>(code / power_of_three(clock - 1) % 3);
}

}  // namespace

Union a_lu(const Zone& z, const Constants& l, const Constants& u) {
  const std::size_t n = z.size();
  Union result;
  for (std::size_t code = 0; code < power_of_three(n - 1); ++code) {
    Zone both = with_more(z, n - 1);  // v' first, v behind
    std::vector<std::size_t> kept(n, 0);
    for (std::size_t clock = 1; clock < n; ++clock) {
      const std::size_t v = n - 1 + clock;
      kept[clock] = v;
      tighten(both, 0, v, at_most(0));
      switch (choice_of(code, clock)) {
        case Choice::Same:
          equate(both, v, clock, 0);
          break;
        case Choice::Lower:
          tighten(both, clock, v, below(0));
          tighten(both, 0, clock, minus(l[clock]));
          break;
        case Choice::Higher:
          tighten(both, v, clock, below(0));
          tighten(both, 0, v, minus(u[clock]));
          break;
      }
    }
    if (!is_empty(both)) result.push_back(eliminate_others(both, kept));
  }
  return result;
}

// In units of 1 / denominator the valuation is whole, so fixing it is a matter of bounds.
bool is_in_a_lu(const Zone& z, const Spot& spot, const Constants& l, const Constants& u) {
  const std::size_t n = z.size();
  const std::int64_t unit = spot.denominator;
  for (std::size_t code = 0; code < power_of_three(n - 1); ++code) {
    Zone candidates(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const Limit& limit = z.at(i, j);
        tighten(candidates, i, j, limit.is_infinite ? limit : Limit{limit.value * unit, limit.is_strict, false});
      }
    bool is_allowed = true;
    for (std::size_t clock = 1; clock < n; ++clock) {
      const std::int64_t v = spot.numerators[clock];
      switch (choice_of(code, clock)) {
        case Choice::Same:
          equate(candidates, clock, 0, v);
          break;
        case Choice::Lower:
          tighten(candidates, clock, 0, below(v));
          if (l[clock]) tighten(candidates, 0, clock, below(-*l[clock] * unit));
          break;
        case Choice::Higher:
          if (u[clock] && v <= *u[clock] * unit) is_allowed = false;
          tighten(candidates, 0, clock, below(-v));
          break;
      }
    }
    if (is_allowed && !is_empty(candidates)) return true;
  }
  return false;
}

}  // namespace zonda::zone::naive
