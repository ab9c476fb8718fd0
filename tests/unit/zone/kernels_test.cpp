// The sets of kernels among themselves, one by one; what they compute is tested through the operations.
#include "zone/kernels.hpp"

#include "unit/zone/setup.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class KernelsTest : public ::testing::Test {
 protected:
  using Width = typename S::Bound;
  void SetUp() override {
    set_ = kernels_named<Width>(S::KernelSet::kName);
    if (set_ == nullptr) GTEST_SKIP() << "not on this processor";
  }
  const Kernels<Width>* set_ = nullptr;
  const Kernels<Width>& plain_ = *kernels_named<Width>("plain");
};
TYPED_TEST_SUITE(KernelsTest, Setups, SetupNames);

// Bounds as they come, closed or not, with some infinite; padded like any other.
template <typename B>
Dbm<B> random_matrix(std::size_t dim) {
  const auto bound = rc::gen::weightedOneOf<B>({{3, rc::gen::inRange<B>(-9, 50)},
                                                {1, rc::gen::just(kInfinity<B>)},
                                                {1, rc::gen::inRange<B>(-kLimit<B>, kLimit<B>)}});
  Dbm<B> result(dim);
  for (std::size_t i = 0; i < dim; ++i)
    for (std::size_t j = 0; j < dim; ++j)
      if (i != j) result.at(i, j) = *bound;
  return result;
}

std::size_t some_dim() { return *rc::gen::element<std::size_t>(1, 2, 3, 5, 8, 9, 13, 16, 17, 25, 33, 49, 65, 70); }

TYPED_TEST(KernelsTest, HaveTheirName) { EXPECT_EQ(this->set_->name, TypeParam::KernelSet::kName); }

TYPED_TEST(KernelsTest, CanBePutToUse) {
  using B = typename TypeParam::Bound;
  const Kernels<B>& before = kernels<B>();
  use_kernels(*this->set_);
  EXPECT_EQ(kernels<B>().name, TypeParam::KernelSet::kName);
  use_kernels(before);
}

TYPED_TEST(KernelsTest, UnknownNameIsNone) { EXPECT_EQ(kernels_named<typename TypeParam::Bound>("abacus"), nullptr); }

TYPED_TEST(KernelsTest, ChangeRowsAlike) {
  using B = typename TypeParam::Bound;
  const Kernels<B>& set = *this->set_;
  const Kernels<B>& plain = this->plain_;
  for_all(
      [&] {
        const Dbm<B> a = random_matrix<B>(some_dim());
        const Dbm<B> b = random_matrix<B>(a.dim());
        const B via = *rc::gen::inRange<B>(-kLimit<B>, kLimit<B>);
        Dbm<B> mine = a;
        Dbm<B> theirs = a;
        set.relax(mine.row(0), b.row(0), via, a.size());
        plain.relax(theirs.row(0), b.row(0), via, a.size());
        RC_ASSERT(mine == theirs);
        set.lower(mine.row(0), b.row(0), a.size());
        plain.lower(theirs.row(0), b.row(0), a.size());
        RC_ASSERT(mine == theirs);
        set.raise(mine.row(0), a.row(0), a.size());
        plain.raise(theirs.row(0), a.row(0), a.size());
        RC_ASSERT(mine == theirs);
      },
      100);
}

TYPED_TEST(KernelsTest, CompareAlike) {
  using B = typename TypeParam::Bound;
  const Kernels<B>& set = *this->set_;
  const Kernels<B>& plain = this->plain_;
  for_all(
      [&] {
        const Dbm<B> a = random_matrix<B>(some_dim());
        Dbm<B> b = *rc::gen::arbitrary<bool>() ? a : random_matrix<B>(a.dim());
        const auto i = *rc::gen::inRange<std::size_t>(0, a.dim());
        const auto j = *rc::gen::inRange<std::size_t>(0, a.dim());
        // A little looser or tighter, but for no bound at all.
        if (b.at(i, j) != kInfinity<B> && b.at(i, j) != kLowest<B>)
          b.at(i, j) = static_cast<B>(b.at(i, j) - *rc::gen::inRange(-1, 2));
        RC_ASSERT(set.covers(a.row(0), b.row(0), a.size()) == plain.covers(a.row(0), b.row(0), a.size()));
        const B limit = *rc::gen::inRange<B>(0, kLimit<B>);
        RC_ASSERT(set.within(a.row(0), limit, a.size()) == plain.within(a.row(0), limit, a.size()));
      },
      100);
}

// Stored zones have no padding, so what stands behind them must not matter.
TYPED_TEST(KernelsTest, CoversArraysOfAnyLength) {
  using B = typename TypeParam::Bound;
  const Kernels<B>& set = *this->set_;
  for (std::size_t count = 0; count <= 300; ++count) {
    std::vector<B> a(count, B{5});
    std::vector<B> b(count, B{5});
    a.push_back(B{0});
    b.push_back(B{9});
    EXPECT_TRUE(set.covers(a.data(), b.data(), count)) << count;
    for (std::size_t i = 0; i < count; ++i) {
      b[i] = 6;
      EXPECT_FALSE(set.covers(a.data(), b.data(), count)) << count << " " << i;
      b[i] = 4;
      EXPECT_TRUE(set.covers(a.data(), b.data(), count)) << count << " " << i;
      b[i] = 5;
    }
  }
}

TYPED_TEST(KernelsTest, CloseAlike) {
  using B = typename TypeParam::Bound;
  const Kernels<B>& set = *this->set_;
  const Kernels<B>& plain = this->plain_;
  for_all(
      [&] {
        const auto dim = some_dim();
        const std::int64_t most = std::numeric_limits<B>::max() / (2 * static_cast<std::int64_t>(dim));
        Dbm<B> mine = Dbm<B>::universe(dim);
        for (std::size_t n = 0; n < 2 * dim; ++n) {
          const auto i = *rc::gen::inRange<std::size_t>(0, dim);
          const auto j = *rc::gen::inRange<std::size_t>(0, dim);
          if (i != j) mine.at(i, j) = static_cast<B>(*rc::gen::inRange<std::int64_t>(-most / 8, most));
        }
        Dbm<B> theirs = mine;
        const bool is_full = set.close(mine.row(0), dim, mine.stride());
        RC_ASSERT(plain.close(theirs.row(0), dim, theirs.stride()) == is_full);
        if (is_full) RC_ASSERT(mine == theirs);
      },
      100);
}

// Padding holds infinity whatever was done; a larger dimension than the property tests of operations have.
TYPED_TEST(KernelsTest, OperationsAgreeOnManyClocks) {
  using B = typename TypeParam::Bound;
  const Kernels<B>& before = kernels<B>();
  for_all(
      [&] {
        const auto dim = *rc::gen::element<std::size_t>(16, 17, 31, 32, 33, 64, 65, 70);
        naive::Zone twin = *zones(dim, {6, 3});
        const auto clock = *rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(dim));
        const auto other = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(dim));
        const naive::Limit limit = *limits({6, 3});
        naive::tighten(twin, clock, other, limit);
        Dbm<B> z = dbm_of<B>(twin);
        const bool is_full = naive::close(twin);
        use_kernels(*this->set_);
        RC_ASSERT(close(z) == is_full);
        if (is_full) RC_ASSERT(z == dbm_of<B>(twin));
        use_kernels(before);
      },
      20);
  use_kernels(before);
}

}  // namespace
}  // namespace zonda::zone
