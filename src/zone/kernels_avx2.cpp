// The kernels for processors with AVX2; CMakeLists.txt gives this file the machine options.
#include "zone/kernel_loops.hpp"
#include "zone/kernel_sets.hpp"

namespace zonda::zone {

constinit const Kernels<std::int16_t> kAvx2Kernels16 = make_kernels<std::int16_t>("avx2");
constinit const Kernels<std::int32_t> kAvx2Kernels32 = make_kernels<std::int32_t>("avx2");

}  // namespace zonda::zone
