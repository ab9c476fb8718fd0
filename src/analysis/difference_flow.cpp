#include "analysis/difference_flow.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::analysis {

using model::ClockReset;

DifferenceTest canonical(DifferenceTest test) {
  if (test.left < test.right) return test;
  const auto swapped = [](Sides sides) {
    return static_cast<Sides>(((sides & kWhereItHolds) != 0 ? kWhereItFails : 0) |
                              ((sides & kWhereItFails) != 0 ? kWhereItHolds : 0));
  };
  return {test.right, test.left, -test.value, !test.is_strict, swapped(test.sides)};
}

bool add_test_to(std::vector<DifferenceTest>& list, const DifferenceTest& test) {
  const auto known = std::ranges::find_if(list, [&](const DifferenceTest& t) {
    return t.left == test.left && t.right == test.right && t.value == test.value && t.is_strict == test.is_strict;
  });
  if (known == list.end()) {
    list.push_back(test);
    return true;
  }
  const Sides sides = known->sides | test.sides;
  const bool is_new = sides != known->sides;
  known->sides = sides;
  return is_new;
}

namespace {

constexpr std::size_t kMostTests = 1000;

// left - right < value, or <= value. Either clock may be 0, which stands for the number 0.
struct Atom {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::int64_t value = 0;
  bool is_strict = false;
  Sides sides = 0;
};

// What the atom is before the assignment.
Atom before(Atom atom, const ClockReset& reset) {
  const bool sets_left = atom.left == reset.clock;
  const bool sets_right = atom.right == reset.clock;
  if (sets_left) {
    atom.left = reset.source;
    atom.value -= reset.offset;
  }
  if (sets_right) {
    atom.right = reset.source;
    atom.value += reset.offset;
  }
  return atom;
}

}  // namespace

DifferenceFlow::DifferenceFlow(const model::Network& network, std::span<const model::ClockCopy> copies,
                               std::int32_t highest_number)
    : network_(network), highest_number_(highest_number) {
  for (const model::Process& p : network.processes)
    for (const model::Edge& e : p.edges) has_code_ |= e.has_clock_code;
  for (const auto* hooks : {&network.before_update, &network.after_update})
    for (const model::UpdateHook& hook : *hooks) has_code_ |= hook.has_clock_code;
  if (!has_code_) return;
  constexpr std::size_t kMostCopies = 10'000;
  const auto last = static_cast<std::uint32_t>(network.clocks.size()) - 1;
  for (const model::ClockCopy& c : copies)
    for (std::uint32_t to = c.first_target; to <= std::min(c.last_target, last); ++to)
      for (std::uint32_t from = c.first_source; from <= std::min(c.last_source, last); ++from)
        for (std::int64_t k = c.lowest_offset; k <= c.highest_offset; ++k) {
          is_too_much_ = is_too_much_ || by_code_.size() >= kMostCopies;
          if (is_too_much_) return;
          by_code_.push_back({to, from, static_cast<std::int32_t>(k)});
        }
}

std::vector<ClockReset> DifferenceFlow::assignments_without(std::size_t process) const {
  std::vector<ClockReset> result = by_code_;
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    if (p == process) continue;
    for (const model::Edge& e : network_.processes[p].edges)
      result.insert(result.end(), e.resets.begin(), e.resets.end());
  }
  const auto key = [](const ClockReset& r) { return std::tuple(r.clock, r.source, r.offset); };
  std::ranges::sort(result, {}, key);
  const auto is_same = [&](const ClockReset& a, const ClockReset& b) { return key(a) == key(b); };
  result.erase(std::unique(result.begin(), result.end(), is_same), result.end());
  return result;
}

// The work list: every test that is new in a location is put through all that may have happened before it.
class DifferenceFlow::Spread {
 public:
  Spread(const DifferenceFlow& flow, const model::Process* own, std::vector<ClockReset> others, std::size_t locations)
      : flow_(flow), own_(own), others_(std::move(others)) {
    result_.at.resize(locations);
    if (flow.is_too_much_) refuse();
  }

  void add(std::size_t location, const DifferenceTest& test) {
    add(location, Atom{test.left, test.right, test.value, test.is_strict, test.sides});
  }

  Result run() {
    while (!work_.empty() && result_.refusal.empty()) {
      const auto [location, test] = work_.back();
      work_.pop_back();
      const Atom atom{test.left, test.right, test.value, test.is_strict, test.sides};
      for (const ClockReset& r : others_)
        if (r.clock == test.left || r.clock == test.right) add(location, before(atom, r));
      if (flow_.has_code_)
        for (const std::uint32_t clock : {test.left, test.right})
          add(location, before(atom, {clock, 0, flow_.highest_number_}));
      if (own_ == nullptr) continue;
      for (const model::Edge& e : own_->edges) {
        if (e.target != location) continue;
        Atom at_source = atom;
        for (auto r = e.resets.rbegin(); r != e.resets.rend(); ++r) at_source = before(at_source, *r);
        add(e.source, at_source);
      }
    }
    return std::move(result_);
  }

 private:
  void refuse() { result_.refusal = "there are too many differences of clocks to tell apart"; }

  void add(std::size_t location, const Atom& atom) {
    if (atom.left == atom.right || !result_.refusal.empty()) return;  // it holds everywhere, or nowhere
    const std::int64_t size = std::abs(atom.value);
    if (size > model::kLargestClockConstant) return refuse();
    result_.largest = std::max(result_.largest, size);
    const auto value = static_cast<std::int32_t>(atom.value);
    if (atom.left == 0) return add_bound(location, atom.right, -value, swapped(atom.sides));
    if (atom.right == 0) return add_bound(location, atom.left, value, atom.sides);
    const DifferenceTest test = canonical({atom.left, atom.right, value, atom.is_strict, atom.sides});
    std::vector<DifferenceTest>& list = result_.at[location];
    if (!add_test_to(list, test)) return;
    if (list.size() > kMostTests) return refuse();
    work_.emplace_back(location, test);
  }

  // A lower bound x > c fails where the upper bound x <= c holds.
  static Sides swapped(Sides sides) {
    return static_cast<Sides>(((sides & kWhereItHolds) != 0 ? kWhereItFails : 0) |
                              ((sides & kWhereItFails) != 0 ? kWhereItHolds : 0));
  }

  // The clock is compared with the number: where it is below matters by kWhereItHolds, above by kWhereItFails.
  void add_bound(std::size_t location, std::uint32_t clock, std::int32_t value, Sides sides) {
    if (value < 0) return;  // clocks are at least 0
    ClockBound bound{clock};
    if ((sides & kWhereItHolds) != 0) bound.upper = value;
    if ((sides & kWhereItFails) != 0) bound.lower = value;
    result_.bounds.push_back({location, bound});
  }

  const DifferenceFlow& flow_;
  const model::Process* own_;
  std::vector<ClockReset> others_;
  std::vector<std::pair<std::size_t, DifferenceTest>> work_;
  Result result_;
};

DifferenceFlow::Result DifferenceFlow::of_process(std::size_t process,
                                                  const std::vector<std::vector<DifferenceTest>>& tests) const {
  const bool is_nothing = std::ranges::all_of(tests, [](const auto& list) { return list.empty(); });
  if (is_nothing) return {std::vector<std::vector<DifferenceTest>>(tests.size()), {}, 0, {}};
  Spread spread(*this, &network_.processes[process], assignments_without(process), tests.size());
  for (std::size_t i = 0; i < tests.size(); ++i)
    for (const DifferenceTest& test : tests[i]) spread.add(i, test);
  return spread.run();
}

DifferenceFlow::Result DifferenceFlow::everywhere(const std::vector<DifferenceTest>& tests) const {
  if (tests.empty()) return {std::vector<std::vector<DifferenceTest>>(1), {}, 0, {}};
  Spread spread(*this, nullptr, assignments_without(kNobody), 1);
  for (const DifferenceTest& test : tests) spread.add(0, test);
  return spread.run();
}

}  // namespace zonda::analysis
