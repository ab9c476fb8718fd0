// Benchmarks of zone operations: compares every set of kernels that this processor has with the naive version, in one
// run. The counter 'speedup' is the naive version's time divided by this one's. Names are operation/width/set/clocks,
// so that a filter can choose some of them:
//   zonda_bench --benchmark_filter='constrain/16/.*/4'
// Operations that change their zone are given a fresh copy each time, so a copy is part of both times.
#include "zone/dbm.hpp"
#include "zone/extrapolate.hpp"
#include "zone/kernels.hpp"
#include "zone/minimal.hpp"
#include "zone_naive.hpp"

#include <benchmark/benchmark.h>

#include <ctime>
#include <map>
#include <random>
#include <string>

namespace zonda::zone {
namespace {

constexpr std::size_t kSamples = 64;
constexpr std::int32_t kMost = 30;

// Zones as a search would meet them: random guards, resets, delays and invariants, starting from zero. With them comes
// what else an operation needs.
template <typename B>
struct Samples {
  std::vector<Dbm<B>> zones;
  std::vector<naive::Matrix<B>> twins;
  std::vector<Constraint<B>> constraints;  // constraints[n] cuts zones[n]
  std::vector<Dbm<B>> open;                // zones[n] with that constraint, not closed
  std::vector<naive::Matrix<B>> open_twins;
  std::vector<std::int32_t> l;
  std::vector<std::int32_t> u;

  explicit Samples(std::size_t dim) {
    std::mt19937 random(7);  // NOLINT: the same zones every time
    const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
    Dbm<B> z(dim);
    while (zones.size() < kSamples) {
      reset(z, 1 + below(dim - 1), 0);
      delay(z);
      const std::uint32_t clock = 1 + below(dim - 1);
      const std::int32_t lowest = -value_of(z.at(0, clock));
      constrain(z, {clock, 0, at_most<B>(lowest + 1 + static_cast<std::int32_t>(below(kMost)))});
      const std::uint32_t other = 1 + below(dim - 1);
      Constraint<B> guard{0, other, at_most<B>(value_of(z.at(0, other)) - 1)};
      if (satisfies(z, guard) || !meets(z, guard)) continue;
      zones.push_back(z);
      constraints.push_back(guard);
      open.push_back(z);
      open.back().at(guard.left, guard.right) = guard.bound;
      constrain(z, guard);
      if (value_of(z.at(0, other)) < -kMost) z = Dbm<B>::zero(dim);
    }
    for (const Dbm<B>& zone : zones) twins.emplace_back(zone);
    for (const Dbm<B>& zone : open) open_twins.emplace_back(zone);
    for (std::size_t i = 0; i < dim; ++i) {
      l.push_back(i == 0 ? 0 : static_cast<std::int32_t>(below(kMost)));
      u.push_back(i == 0 ? 0 : static_cast<std::int32_t>(below(kMost)));
    }
  }
};

template <typename B>
const Samples<B>& samples(std::size_t clocks) {
  static std::map<std::size_t, Samples<B>> all;
  return all.try_emplace(clocks, clocks + 1).first->second;
}

std::map<std::string, double>& naive_seconds() {
  static std::map<std::string, double> all;
  return all;
}

// Runs f(n) for one sample after the other. The time of the naive version is remembered, that of others compared with
// it.
template <typename F>
void measure(benchmark::State& state, const std::string& key, bool is_naive, const F& f) {
  std::size_t n = 0;
  const std::clock_t start = std::clock();  // processor time, so that other work on the machine does not count
  for (auto _ : state) {
    f(n);
    n = (n + 1) % kSamples;
  }
  const double seconds = static_cast<double>(std::clock() - start) / static_cast<double>(state.iterations());
  if (is_naive) naive_seconds()[key] = seconds;
  state.counters["speedup"] = naive_seconds()[key] / seconds;
}

// Adds benchmarks for an operation on sample n: fast(samples, n) with each set of kernels, and plain(samples, n), which
// is the naive version.
template <typename B, typename Fast, typename Plain>
void add_operation(const std::string& name, const Fast& fast, const Plain& plain) {
  for (const int clocks : {2, 4, 8, 12, 16, 32}) {
    const std::string width = std::to_string(8 * sizeof(B));
    const std::string key = name + "/" + width + "/" + std::to_string(clocks);
    for (const char* set : {"naive", "plain", "avx2", "avx512"}) {
      const Kernels<B>* wanted = kernels_named<B>(set);
      const bool is_naive = std::string_view(set) == "naive";
      if (wanted == nullptr && !is_naive) continue;
      benchmark::RegisterBenchmark((name + "/" + width + "/" + set + "/" + std::to_string(clocks)).c_str(),
                                   [=](benchmark::State& state) {
                                     const Samples<B>& all = samples<B>(static_cast<std::size_t>(clocks));
                                     if (wanted != nullptr) use_kernels(*wanted);
                                     if (is_naive) {
                                       measure(state, key, true, [&](std::size_t n) { plain(all, n); });
                                     } else {
                                       measure(state, key, false, [&](std::size_t n) { fast(all, n); });
                                     }
                                   });
    }
  }
}

// Copies a sample into memory that has been allocated already.
template <typename T>
T& fresh(const T& from) {
  static T scratch = from;
  scratch = from;
  return scratch;
}

template <typename B>
void add_operations() {
  using S = const Samples<B>&;
  using benchmark::DoNotOptimize;
  add_operation<B>(
      "close", [](S s, std::size_t n) { DoNotOptimize(close(fresh(s.open[n]))); },
      [](S s, std::size_t n) { DoNotOptimize(naive::close(fresh(s.open_twins[n]))); });
  add_operation<B>(
      "constrain", [](S s, std::size_t n) { DoNotOptimize(constrain(fresh(s.zones[n]), s.constraints[n])); },
      [](S s, std::size_t n) { DoNotOptimize(naive::constrain(fresh(s.twins[n]), s.constraints[n])); });
  add_operation<B>(
      "relax",
      [](S s, std::size_t n) {
        static Dbm<B> to = s.zones[0];
        if (to.dim() != s.zones[n].dim()) to = s.zones[n];
        kernels<B>().relax(to.row(0), s.zones[n].row(1), kZero<B>, to.stride());
        DoNotOptimize(to.row(0));
      },
      [](S s, std::size_t n) {
        static naive::Matrix<B> to = s.twins[0];
        if (to.dim != s.twins[n].dim) to = s.twins[n];
        naive::relax(to.bounds.data(), s.twins[n].bounds.data() + to.dim, kZero<B>, to.dim);
        DoNotOptimize(to.bounds.data());
      });
  add_operation<B>(
      "includes", [](S s, std::size_t n) { DoNotOptimize(includes(s.zones[n], s.zones[n & ~std::size_t{1}])); },
      [](S s, std::size_t n) { DoNotOptimize(naive::includes(s.twins[n], s.twins[n & ~std::size_t{1}])); });
  add_operation<B>(
      "delay", [](S s, std::size_t n) { delay(fresh(s.zones[n])); },
      [](S s, std::size_t n) { naive::delay(fresh(s.twins[n])); });
  add_operation<B>(
      "reset", [](S s, std::size_t n) { reset(fresh(s.zones[n]), s.constraints[n].right, 0); },
      [](S s, std::size_t n) { naive::reset(fresh(s.twins[n]), s.constraints[n].right, 0); });
  add_operation<B>(
      "extra_lu_plus", [](S s, std::size_t n) { extra_lu_plus(fresh(s.zones[n]), ClockBounds(s.l), ClockBounds(s.u)); },
      [](S s, std::size_t n) { naive::extra_lu_plus(fresh(s.twins[n]), ClockBounds(s.l), ClockBounds(s.u)); });
  add_operation<B>(
      "is_covered_alu",
      [](S s, std::size_t n) {
        DoNotOptimize(is_covered_alu(s.zones[n], s.zones[n & ~std::size_t{1}], ClockBounds(s.l), ClockBounds(s.u)));
      },
      [](S s, std::size_t n) {
        DoNotOptimize(
            naive::is_covered_alu(s.twins[n], s.twins[n & ~std::size_t{1}], ClockBounds(s.l), ClockBounds(s.u)));
      });
  add_operation<B>(
      "minimal_constraints",
      [](S s, std::size_t n) {
        static std::vector<Constraint<B>> out;
        minimal_constraints(s.zones[n], out);
        DoNotOptimize(out.data());
      },
      [](S s, std::size_t n) { DoNotOptimize(naive::minimal_constraints(s.twins[n]).data()); });
  add_operation<B>(
      "hash", [](S s, std::size_t n) { DoNotOptimize(hash(s.zones[n])); },
      [](S s, std::size_t n) { DoNotOptimize(naive::hash(s.twins[n])); });
  add_operation<B>(
      "copy", [](S s, std::size_t n) { DoNotOptimize(fresh(s.zones[n]).row(0)); },
      [](S s, std::size_t n) { DoNotOptimize(fresh(s.twins[n]).bounds.data()); });
}

const bool kAreAdded = [] {
  add_operations<std::int16_t>();
  add_operations<std::int32_t>();
  return true;
}();

}  // namespace
}  // namespace zonda::zone
