#include "zone/kernel_loops.hpp"
#include "zone/kernel_sets.hpp"

namespace zonda::zone {

const Kernels<std::int16_t>& avx512_kernels16() {
  static constexpr Kernels<std::int16_t> kSet = make_kernels<std::int16_t>("avx512");
  return kSet;
}

const Kernels<std::int32_t>& avx512_kernels32() {
  static constexpr Kernels<std::int32_t> kSet = make_kernels<std::int32_t>("avx512");
  return kSet;
}

}  // namespace zonda::zone
