#include "zone/kernels.hpp"

#include <cstdlib>
#include <type_traits>

#include "zone/kernel_sets.hpp"

namespace zonda::zone {

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
const Kernels<B>& choose() {
  if (const char* wanted = std::getenv("ZONDA_KERNELS"))
    if (const Kernels<B>* found = kernels_named<B>(wanted)) return *found;
  for (const std::string_view name : {"avx512", "avx2"})
    if (const Kernels<B>* found = kernels_named<B>(name)) return *found;
  return *kernels_named<B>("plain");
}

template <typename B>
const Kernels<B>*& in_use() {
  static const Kernels<B>* set = &choose<B>();
  return set;
}

}  // namespace

template <typename B>
const Kernels<B>* kernels_named(std::string_view name) {
  constexpr bool kIs16 = std::is_same_v<B, std::int16_t>;
  if constexpr (kIs16) {
    if (name == "plain") return &plain_kernels16();
    if (name == "avx2" && has_avx2()) return &avx2_kernels16();
    if (name == "avx512" && has_avx512()) return &avx512_kernels16();
  } else {
    if (name == "plain") return &plain_kernels32();
    if (name == "avx2" && has_avx2()) return &avx2_kernels32();
    if (name == "avx512" && has_avx512()) return &avx512_kernels32();
  }
  return nullptr;
}

template <typename B>
const Kernels<B>& kernels() {
  return *in_use<B>();
}

template <typename B>
void use_kernels(const Kernels<B>& set) {
  in_use<B>() = &set;
}

template const Kernels<std::int16_t>* kernels_named<std::int16_t>(std::string_view);
template const Kernels<std::int32_t>* kernels_named<std::int32_t>(std::string_view);
template const Kernels<std::int16_t>& kernels<std::int16_t>();
template const Kernels<std::int32_t>& kernels<std::int32_t>();
template void use_kernels(const Kernels<std::int16_t>&);
template void use_kernels(const Kernels<std::int32_t>&);

}  // namespace zonda::zone
