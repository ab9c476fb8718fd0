// Where each strategy is made.
#pragma once

#include "keep/keep.hpp"

namespace zonda::keep {

[[nodiscard]] std::unique_ptr<Keep> make_all();
[[nodiscard]] std::unique_ptr<Keep> make_none();
[[nodiscard]] std::unique_ptr<Keep> make_distance(std::uint32_t k);
[[nodiscard]] std::unique_ptr<Keep> make_successors(std::uint32_t k);
[[nodiscard]] std::unique_ptr<Keep> make_marked(Marks mark);
[[nodiscard]] std::unique_ptr<Keep> make_random(double probability, std::uint64_t seed);
[[nodiscard]] std::unique_ptr<Keep> make_every(std::uint32_t n, bool discards);
[[nodiscard]] std::unique_ptr<Keep> make_combination(std::uint32_t k);
[[nodiscard]] std::unique_ptr<Keep> make_committed(std::uint32_t k);

}  // namespace zonda::keep
