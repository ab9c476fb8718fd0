// From a checked document, or from a blueprint, to a Network: evaluates constants and sizes, instantiates templates,
// lays out variables, compiles labels and queries.
//
// Errors that only show here (an array too large, a constant out of range) go to the diagnostics; the result is null
// when the model itself is wrong. What is outside symbolic verification becomes a limitation of the network or the
// refusal of a query, never an error.
//
// `spare`: the name of one more variable, the last one, which nothing in the model knows. It is for those who add to
// the network (partition/guide.hpp); its range is 0 to 0 until they widen it.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/semantics.hpp"
#include "lang/syntax.hpp"
#include "model/blueprint.hpp"
#include "model/network.hpp"

#include <memory>
#include <string_view>

namespace zonda::model {

[[nodiscard]] std::unique_ptr<Network> build(const lang::Document& document, const lang::Semantics& semantics,
                                             lang::Diagnostics& diagnostics, std::string_view spare = {});

// Queries in UPPAAL's language about a blueprint: outline() with queries added, and what the checker made of it.
struct GivenQueries {
  const lang::Document& names;
  const lang::Semantics& semantics;
};
// A blueprint that check() has found right. Its own queries count where none are given.
[[nodiscard]] std::unique_ptr<Network> build(const Blueprint& blueprint, const GivenQueries* given,
                                             lang::Diagnostics& diagnostics, std::string_view spare = {});

}  // namespace zonda::model
