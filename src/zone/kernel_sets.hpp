// The compiled sets of kernels; kernels.cpp chooses.
#pragma once

#include "zone/kernels.hpp"

namespace zonda::zone {

[[nodiscard]] const Kernels<std::int16_t>& plain_kernels16();
[[nodiscard]] const Kernels<std::int32_t>& plain_kernels32();
[[nodiscard]] const Kernels<std::int16_t>& avx2_kernels16();
[[nodiscard]] const Kernels<std::int32_t>& avx2_kernels32();
[[nodiscard]] const Kernels<std::int16_t>& avx512_kernels16();
[[nodiscard]] const Kernels<std::int32_t>& avx512_kernels32();

}  // namespace zonda::zone
