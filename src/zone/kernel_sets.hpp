// The compiled sets of kernels, from which kernels.cpp chooses one.
#pragma once

#include "zone/kernels.hpp"

namespace zonda::zone {

extern const Kernels<std::int16_t> kPlainKernels16;
extern const Kernels<std::int32_t> kPlainKernels32;
extern const Kernels<std::int16_t> kAvx2Kernels16;
extern const Kernels<std::int32_t> kAvx2Kernels32;
extern const Kernels<std::int16_t> kAvx512Kernels16;
extern const Kernels<std::int32_t> kAvx512Kernels32;

}  // namespace zonda::zone
