// P-points as users write them, matched to the edges of the network. Every edge of every process that an item means is
// a p-point of its own; an edge whose selects were written out counts once for each choice.
//
//   P:a->b            edges of process P (or of all processes of the set P) from location a to b
//   P:a->b go!        … that synchronise so
//   P.cs              edges of P that lead to location cs
//   P#3               the third edge of P's template, counted as in the file
//   chan go           edges that send on go, or on a channel of the array go; 'chan go?' those that receive
//   label "x := 0"    edges with this text in one of their labels
//   marked            edges with 'p-point' in a comment
//   colour #ff0000    edges of that colour (XML)
//
// P may be '*', all processes. Items stand between commas.
#pragma once

#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "model/network.hpp"
#include "step/move.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace zonda::partition {

// A network with the text it comes from.
struct Scene {
  const lang::Document& document;
  const lang::Sources& sources;
  const model::Network& network;
};

struct FoundPoints {
  std::vector<step::EdgeRef> edges;  // ascending by process and edge
  // What is wrong with the text: where (bytes from its start) and what.
  std::string error;
  std::size_t error_at = 0;
  std::size_t error_length = 0;
  std::string hint;
};

[[nodiscard]] FoundPoints find_points(const Scene& scene, std::string_view text);

// The error with the text and a caret under the place.
[[nodiscard]] std::string describe(const FoundPoints& found, std::string_view text);

// Edges with 'p-point' in a comment: in a label of kind 'comments' (XML), or behind the edge on its last line.
[[nodiscard]] std::vector<step::EdgeRef> marked_points(const Scene& scene);

// 'Task(1): Ready -> Running run[1]?', with the values of selects that were written out.
[[nodiscard]] std::string point_text(const model::Network& network, const step::EdgeRef& ref);

}  // namespace zonda::partition
