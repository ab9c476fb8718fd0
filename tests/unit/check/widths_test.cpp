// Searches with narrow and wide bounds, and the time that they have.
#include "check/widths.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace zonda::check {
namespace {

using search::Outcome;

Outcome narrow_after(double seconds) {
  Outcome result;
  result.kind = Outcome::Kind::TooNarrow;
  result.seconds_here = seconds;
  return result;
}
Outcome answer() {
  Outcome result;
  result.kind = Outcome::Kind::NotReached;
  return result;
}

TEST(Widths, TheWideSearchHasTheTimeThatIsLeft) {
  search::Options options;
  options.limits.seconds = 10;
  std::vector<double> limits;
  const Outcome outcome = search_in_width(true, options, [&](auto width, const search::Options& how) {
    limits.push_back(how.limits.seconds);
    return sizeof(width) == 2 ? narrow_after(7) : answer();
  });
  EXPECT_EQ(outcome.kind, Outcome::Kind::NotReached);
  EXPECT_EQ(limits, (std::vector<double>{10, 3}));
}

TEST(Widths, ALimitThatIsUsedUpIsNotTakenForNone) {
  search::Options options;
  options.limits.seconds = 5;
  double left = 0;
  (void)search_in_width(true, options, [&](auto width, const search::Options& how) {
    left = how.limits.seconds;
    return sizeof(width) == 2 ? narrow_after(7) : answer();
  });
  EXPECT_GT(left, 0);
  EXPECT_LT(left, 0.01);
}

TEST(Widths, WithoutALimitThereIsNone) {
  double left = 1;
  (void)search_in_width(true, {}, [&](auto width, const search::Options& how) {
    left = how.limits.seconds;
    return sizeof(width) == 2 ? narrow_after(7) : answer();
  });
  EXPECT_EQ(left, 0);
}

TEST(Widths, LargeConstantsBeginWithTheWideOne) {
  std::vector<std::size_t> widths;
  (void)search_in_width(false, {}, [&](auto width, const search::Options&) {
    widths.push_back(sizeof(width));
    return std::vector<Outcome>{answer()};
  });
  EXPECT_EQ(widths, (std::vector<std::size_t>{4}));
}

}  // namespace
}  // namespace zonda::check
