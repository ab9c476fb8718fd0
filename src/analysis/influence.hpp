// Finds the variables that have no influence: their values go nowhere but into one another. No guard, invariant,
// synchronisation or clock depends on them, no jump of an update does, and no operation can fail because of them. So
// they do not change what can happen, and a search that does not ask for their values may ignore them. (Compilers call
// them faint variables. The analysis of live variables alone does not see this, because an update that copies one
// variable into another reads it.)
//
// The analysis is conservative: all instructions of a program count, in any order; an array is one variable; everything
// that may fail, including arithmetic, needs what it reads.
#pragma once

#include "analysis/code_effects.hpp"
#include "model/network.hpp"

namespace zonda::analysis {

// The cells of the discrete state that have influence. Locations, and what the formula of the query reads, always do.
[[nodiscard]] CellSet influential_cells(const model::Network& network, const model::Query& query);

}  // namespace zonda::analysis
