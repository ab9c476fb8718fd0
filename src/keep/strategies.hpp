// The functions that make the strategies, each in the file of its name. make_keep() chooses among them.
#pragma once

#include "keep/keep.hpp"

namespace zonda::keep {

[[nodiscard]] std::unique_ptr<Keep> make_all(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_none(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_distance(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_successors(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_marked(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_random(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_every(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_discard(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_combination(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_committed(const Strategy& strategy);

}  // namespace zonda::keep
