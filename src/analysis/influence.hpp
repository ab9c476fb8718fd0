// Variables without influence: their values go nowhere but into one another. No guard, invariant, synchronisation or
// clock has to do with them, no jump of an update depends on them, and no operation can fail because of them. So what
// can happen does not depend on them, and a search that does not ask for their values may take all of them for the same
// ('faint' variables, as compilers say; live variables alone do not see this, for an update that copies one into
// another reads it).
//
// Conservative: instructions count wherever they are in a program, in any order; an array is one variable; everything
// that may fail, arithmetic included, needs what it reads.
#pragma once

#include "analysis/code_effects.hpp"
#include "model/network.hpp"

namespace zonda::analysis {

// Cells of the discrete state that have influence; locations and what the formula of the query reads among them.
[[nodiscard]] CellSet influential_cells(const model::Network& network, const model::Query& query);

}  // namespace zonda::analysis
