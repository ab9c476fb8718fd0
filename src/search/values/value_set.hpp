// A set of numbers as intervals, which are joined where they touch.
#pragma once

#include "search/value_range.hpp"
#include "util/snapshot.hpp"

#include <algorithm>
#include <vector>

namespace zonda::search {

class ValueSet {
 public:
  // `is_whole`: only whole numbers count, so that 2 and 3 are neighbours. `wants_all`: if false, only the ends are
  // kept.
  ValueSet(bool is_whole, bool wants_all) : is_whole_(is_whole), wants_all_(wants_all) {}

  void add(ValueInterval one) {
    if (!wants_all_ && !list_.empty()) {
      join(list_[0], one);
      return;
    }
    const auto first =
        std::find_if(list_.begin(), list_.end(), [&](const ValueInterval& i) { return !is_below(i, one); });
    auto last = first;
    for (; last != list_.end() && !is_below(one, *last); ++last) join(one, *last);
    if (last - first == 1) {
      *first = one;
      return;
    }
    list_.insert(list_.erase(first, last), one);
  }
  [[nodiscard]] const std::vector<ValueInterval>& intervals() const { return list_; }
  void snapshot(Snapshot& s) { s.array(list_); }

 private:
  // Whether all of a is below all of b, with something in between.
  [[nodiscard]] bool is_below(const ValueInterval& a, const ValueInterval& b) const {
    if (!a.has_high) return false;
    if (is_whole_) return a.high + 1 < b.low;
    return a.high < b.low || (a.high == b.low && a.is_high_open && b.is_low_open);
  }
  // Makes a the smallest interval around both.
  static void join(ValueInterval& a, const ValueInterval& b) {
    if (b.low < a.low || (b.low == a.low && !b.is_low_open)) {
      a.low = b.low;
      a.is_low_open = b.is_low_open;
    }
    if (!a.has_high || !b.has_high) {
      a.has_high = false;
      a.high = 0;
      a.is_high_open = false;
    } else if (b.high > a.high || (b.high == a.high && !b.is_high_open)) {
      a.high = b.high;
      a.is_high_open = b.is_high_open;
    }
  }

  bool is_whole_;
  bool wants_all_;
  std::vector<ValueInterval> list_;
};

}  // namespace zonda::search
