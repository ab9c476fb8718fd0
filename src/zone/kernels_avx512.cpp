// The kernels for processors with AVX-512; CMakeLists.txt gives this file the machine options.
#include "zone/kernel_loops.hpp"
#include "zone/kernel_sets.hpp"

namespace zonda::zone {

constinit const Kernels<std::int16_t> kAvx512Kernels16 = make_kernels<std::int16_t>("avx512");
constinit const Kernels<std::int32_t> kAvx512Kernels32 = make_kernels<std::int32_t>("avx512");

}  // namespace zonda::zone
