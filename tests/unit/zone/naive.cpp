#include "unit/zone/naive.hpp"

#include <sstream>

namespace zonda::zone::naive {

bool operator==(const Limit& a, const Limit& b) {
  if (a.is_infinite || b.is_infinite) return a.is_infinite == b.is_infinite;
  return a.value == b.value && a.is_strict == b.is_strict;
}

Limit infinite() { return {0, false, true}; }
Limit at_most(std::int64_t value) { return {value, false, false}; }
Limit below(std::int64_t value) { return {value, true, false}; }

bool is_tighter(const Limit& a, const Limit& b) {
  if (a.is_infinite) return false;
  if (b.is_infinite) return true;
  if (a.value != b.value) return a.value < b.value;
  return a.is_strict && !b.is_strict;
}

Limit sum(const Limit& a, const Limit& b) {
  if (a.is_infinite || b.is_infinite) return infinite();
  return {a.value + b.value, a.is_strict || b.is_strict, false};
}

Zone::Zone(std::size_t size) : size_(size), limits_(size * size, infinite()) {
  for (std::size_t i = 0; i < size; ++i) at(i, i) = at_most(0);
}

Zone universe(std::size_t size) {
  Zone z(size);
  for (std::size_t j = 1; j < size; ++j) z.at(0, j) = at_most(0);
  return z;
}

bool close(Zone& z) {
  const std::size_t n = z.size();
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const Limit path = sum(z.at(i, k), z.at(k, j));
        if (is_tighter(path, z.at(i, j))) z.at(i, j) = path;
      }
    }
    for (std::size_t i = 0; i < n; ++i)
      if (is_tighter(z.at(i, i), at_most(0))) return false;
  }
  return true;
}

bool is_empty(Zone z) { return !close(z); }

void tighten(Zone& z, std::size_t i, std::size_t j, const Limit& limit) {
  if (is_tighter(limit, z.at(i, j))) z.at(i, j) = limit;
}

void equate(Zone& z, std::size_t i, std::size_t j, std::int64_t value) {
  tighten(z, i, j, at_most(value));
  tighten(z, j, i, at_most(-value));
}

Zone with_more(const Zone& z, std::size_t count) {
  Zone result(z.size() + count);
  for (std::size_t i = 0; i < z.size(); ++i)
    for (std::size_t j = 0; j < z.size(); ++j) result.at(i, j) = z.at(i, j);
  return result;
}

Zone eliminate_others(const Zone& z, const std::vector<std::size_t>& kept) {
  Zone closed = z;
  close(closed);
  Zone result(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i)
    for (std::size_t j = 0; j < kept.size(); ++j) result.at(i, j) = closed.at(kept[i], kept[j]);
  return result;
}

Zone first_variables(const Zone& z, std::size_t size) {
  std::vector<std::size_t> kept(size);
  for (std::size_t i = 0; i < size; ++i) kept[i] = i;
  return eliminate_others(z, kept);
}

Zone intersection(const Zone& a, const Zone& b) {
  Zone result = a;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j) tighten(result, i, j, b.at(i, j));
  return result;
}

bool contains(const Zone& z, const Spot& spot) {
  for (std::size_t i = 0; i < z.size(); ++i) {
    for (std::size_t j = 0; j < z.size(); ++j) {
      const Limit& limit = z.at(i, j);
      if (limit.is_infinite) continue;
      const std::int64_t gap = limit.value * spot.denominator - (spot.numerators[i] - spot.numerators[j]);
      if (gap < 0 || (gap == 0 && limit.is_strict)) return false;
    }
  }
  return true;
}

Union difference(const Zone& a, const Zone& b) {
  Union result;
  Zone rest = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a.size(); ++j) {
      const Limit limit = b.at(i, j);
      if (limit.is_infinite) continue;
      Zone beyond = rest;
      tighten(beyond, j, i, Limit{-limit.value, !limit.is_strict, false});
      if (close(beyond)) result.push_back(beyond);
      tighten(rest, i, j, limit);
    }
  }
  return result;
}

bool is_subset(const Zone& a, const Zone& b) { return is_empty(a) || difference(a, b).empty(); }

bool is_covered(const Zone& a, const Union& b) {
  Union rest;
  if (!is_empty(a)) rest.push_back(a);
  for (const Zone& part : b) {
    Union next;
    for (const Zone& piece : rest)
      for (Zone& left : difference(piece, part)) next.push_back(std::move(left));
    rest = std::move(next);
  }
  return rest.empty();
}

bool is_same_set(const Zone& a, const Zone& b) { return is_subset(a, b) && is_subset(b, a); }

namespace {

// What comes of moving the reference by `delay`, variable `size`: v is in the result when v - delay is in z. The
// bounds between clocks stay, those to the reference go to the delay.
Zone moved(const Zone& z) {
  const std::size_t delay = z.size();
  Zone result(z.size() + 1);
  for (std::size_t i = 0; i < z.size(); ++i)
    for (std::size_t j = 0; j < z.size(); ++j) tighten(result, i == 0 ? delay : i, j == 0 ? delay : j, z.at(i, j));
  for (std::size_t j = 1; j < z.size(); ++j) tighten(result, 0, j, at_most(0));
  return result;
}

}  // namespace

Zone after_delay(const Zone& z) {
  Zone result = moved(z);
  tighten(result, 0, z.size(), at_most(0));
  return first_variables(result, z.size());
}

Zone before_delay(const Zone& z) {
  Zone result = moved(z);
  tighten(result, z.size(), 0, at_most(0));
  return first_variables(result, z.size());
}

Zone assigned(const Zone& z, const std::vector<std::size_t>& source, const std::vector<std::int64_t>& offset) {
  const std::size_t n = z.size();
  Zone both = with_more(z, n - 1);
  std::vector<std::size_t> kept(n, 0);
  for (std::size_t i = 1; i < n; ++i) {
    kept[i] = n - 1 + i;
    equate(both, kept[i], source[i], offset[i]);
  }
  return eliminate_others(both, kept);
}

std::string show(const Zone& z) {
  std::ostringstream out;
  for (std::size_t i = 0; i < z.size(); ++i) {
    for (std::size_t j = 0; j < z.size(); ++j) {
      const Limit& limit = z.at(i, j);
      out << (j == 0 ? "[" : "  ");
      if (limit.is_infinite) {
        out << "inf";
      } else {
        out << (limit.is_strict ? "<" : "<=") << limit.value;
      }
    }
    out << "]\n";
  }
  return out.str();
}

}  // namespace zonda::zone::naive
