// From a checked document to a Network: evaluates constants and sizes, instantiates templates, lays out variables,
// compiles labels and queries.
//
// Errors that only show here (an array too large, a constant out of range) go to the diagnostics; the result is null
// when the model itself is wrong. What is outside symbolic verification becomes a limitation of the network or the
// refusal of a query, never an error.
#pragma once

#include "lang/check.hpp"
#include "lang/diagnostics.hpp"
#include "lang/syntax.hpp"
#include "model/network.hpp"

#include <memory>

namespace zonda::model {

[[nodiscard]] std::unique_ptr<Network> build(const lang::Document& document, const lang::Semantics& semantics,
                                             lang::Diagnostics& diagnostics);

}  // namespace zonda::model
