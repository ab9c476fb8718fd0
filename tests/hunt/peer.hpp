// Asks TChecker's tck-reach about the same model, if zonda can write it in TChecker's format.
#pragma once

#include "hunt/compare.hpp"
#include "hunt/draft.hpp"

#include <string>
#include <vector>

namespace zonda::hunt {

// Asks for every location whether it can be reached, and compares the answers with those of the oracle.
void ask_peer(const Draft& draft, const std::string& program, const std::string& scratch, Tally& tally,
              std::vector<Disagreement>& found);

}  // namespace zonda::hunt
