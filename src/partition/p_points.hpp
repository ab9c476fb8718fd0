// Finds the edges of the network that users mean when they write p-points. Every edge of every process that an item
// matches is a p-point of its own; an edge with selects counts once for each choice that was expanded.
//
//   P:a->b            edges of process P (or of all processes of the set P) from location a to b
//   P:a->b go!        those of them that have this synchronisation
//   P.cs              edges of P that lead to location cs
//   P#3               the third edge of P's template, counted as in the file
//   chan go           edges that send on go, or on a channel of the array go; 'chan go?' those that receive
//   label "x := 0"    edges with this text in one of their labels
//   marked            edges with 'p-point' in a comment
//   colour #ff0000    edges of that colour (XML)
//
// P may be '*', which means all processes. Items are separated by commas.
#pragma once

#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "model/network.hpp"
#include "step/move.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace zonda::partition {

// A network with the document that it was built from.
struct Scene {
  const lang::Document* tree;  // null where the model has no syntax tree
  const lang::Sources& sources;
  const model::Network& network;
};

struct FoundPoints {
  std::vector<step::EdgeRef> edges;  // ascending by process and edge
  // What is wrong with the text, and where (in bytes from its start); empty if nothing is.
  std::string error;
  std::size_t error_at = 0;
  std::size_t error_length = 0;
  std::string hint;
};

[[nodiscard]] FoundPoints find_points(const Scene& scene, std::string_view text);

// The error message, with the text and a caret under the place.
[[nodiscard]] std::string describe(const FoundPoints& found, std::string_view text);

// The edges with 'p-point' in a comment: in a label of kind 'comments' (XML), or behind the edge on its last line.
[[nodiscard]] std::vector<step::EdgeRef> marked_points(const Scene& scene);

// The text of a p-point, as in 'Task(1): Ready -> Running run[1]?', with the values of selects that were expanded.
[[nodiscard]] std::string point_text(const model::Network& network, const step::EdgeRef& ref);

}  // namespace zonda::partition
