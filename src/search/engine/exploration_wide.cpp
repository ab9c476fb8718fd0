// The exploration with bounds of 32 bits, for large constants.
#include "search/engine/exploration_loop.hpp"

namespace zonda::search {

template std::unique_ptr<Exploration<std::int32_t>> make_exploration(const model::Network&,
                                                                     const analysis::ClockBounds&, const Options&,
                                                                     Control&, const SuccessorRules&);

}  // namespace zonda::search
