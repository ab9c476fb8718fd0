// The exploration with bounds of 16 bits, which is the usual case.
#include "search/engine/exploration_loop.hpp"

namespace zonda::search {

template std::unique_ptr<Exploration<std::int16_t>> make_exploration(const model::Network&,
                                                                     const analysis::ClockBounds&, const Options&,
                                                                     Control&, const SuccessorRules&);

}  // namespace zonda::search
