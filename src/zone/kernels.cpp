// Chooses the set of kernels that this processor can run.
#include "zone/kernels.hpp"

#include "zone/kernel_sets.hpp"

#include <cstdlib>

namespace zonda::zone {

// These are the plain kernels until the choice is made, so that code that runs before main() finds a set whatever the
// order of initialisation.
namespace detail {
constinit const Kernels<std::int16_t>* kernels_in_use16 = &kPlainKernels16;
constinit const Kernels<std::int32_t>* kernels_in_use32 = &kPlainKernels32;
}  // namespace detail

namespace {

bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

bool has_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0;
#else
  return false;
#endif
}

template <typename B>
const Kernels<B>* choose() {
  if (const char* wanted = std::getenv("ZONDA_KERNELS"))
    if (const Kernels<B>* found = kernels_named<B>(wanted)) return found;
  for (const std::string_view name : {"avx512", "avx2"})
    if (const Kernels<B>* found = kernels_named<B>(name)) return found;
  return kernels_named<B>("plain");
}

const bool kAreChosen = [] {
  detail::kernels_in_use16 = choose<std::int16_t>();
  detail::kernels_in_use32 = choose<std::int32_t>();
  return true;
}();

}  // namespace

template <typename B>
const Kernels<B>* kernels_named(std::string_view name) {
  constexpr bool kIs16 = std::is_same_v<B, std::int16_t>;
  if constexpr (kIs16) {
    if (name == "plain") return &kPlainKernels16;
    if (name == "avx2" && has_avx2()) return &kAvx2Kernels16;
    if (name == "avx512" && has_avx512()) return &kAvx512Kernels16;
  } else {
    if (name == "plain") return &kPlainKernels32;
    if (name == "avx2" && has_avx2()) return &kAvx2Kernels32;
    if (name == "avx512" && has_avx512()) return &kAvx512Kernels32;
  }
  return nullptr;
}

template <typename B>
void use_kernels(const Kernels<B>& set) {
  if constexpr (std::is_same_v<B, std::int16_t>) {
    detail::kernels_in_use16 = &set;
  } else {
    detail::kernels_in_use32 = &set;
  }
}

template const Kernels<std::int16_t>* kernels_named<std::int16_t>(std::string_view);
template const Kernels<std::int32_t>* kernels_named<std::int32_t>(std::string_view);
template void use_kernels(const Kernels<std::int16_t>&);
template void use_kernels(const Kernels<std::int32_t>&);

}  // namespace zonda::zone
