// The kernels for every machine.
#include "zone/kernel_loops.hpp"
#include "zone/kernel_sets.hpp"

namespace zonda::zone {

constinit const Kernels<std::int16_t> kPlainKernels16 = make_kernels<std::int16_t>("plain");
constinit const Kernels<std::int32_t> kPlainKernels32 = make_kernels<std::int32_t>("plain");

}  // namespace zonda::zone
