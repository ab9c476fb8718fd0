// From a checked document, or from a blueprint, to a Network: evaluates constants and sizes, instantiates templates,
// lays out variables, compiles labels and queries.
//
// Errors that can be found only here (an array too large, a constant out of range) go to the diagnostics; the result is
// null if the model itself is wrong. A construct that symbolic verification does not support becomes a limitation of
// the network or the refusal of a query, never an error.
//
// `spare`: the name of an additional variable, the last one, which the model itself does not use. It is for code that
// adds to the network (partition/guide.hpp); its range is 0 to 0 until that code widens it.
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

// Queries in UPPAAL's language about a blueprint: outline() with queries added, and the result of checking it.
struct GivenQueries {
  const lang::Document& names;
  const lang::Semantics& semantics;
};
// Builds a blueprint without errors, according to check(). Its own queries are used if none are given.
[[nodiscard]] std::unique_ptr<Network> build(const Blueprint& blueprint, const GivenQueries* given,
                                             lang::Diagnostics& diagnostics, std::string_view spare = {});

}  // namespace zonda::model
