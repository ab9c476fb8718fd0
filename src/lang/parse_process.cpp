// 'process' blocks of the textual formats, and the parts of edges that XML labels share with them.
#include <fmt/format.h>

#include "lang/parser_impl.hpp"

namespace zonda::lang {

void Parser::synchronisation(EdgeSyntax& edge) {
  const Token& first = peek();
  edge.channel = conditional();
  if (accept(Tok::Exclamation))
    edge.sync = SyncMark::Send;
  else if (accept(Tok::Question))
    edge.sync = SyncMark::Receive;
  else if (at(Tok::End) || at(Tok::Semicolon))
    edge.sync = SyncMark::Csp;
  else
    fail_expecting("'!' or '?' after the channel");
  edge.sync_range = range_from(first);
}

void Parser::exponential_rate(LocationSyntax& location) {
  location.rate = expression();
  if (accept(Tok::Colon)) location.rate_divisor = expression();
}

void Parser::process() {
  const Token& first = take();  // process
  auto result = std::make_unique<Template>();
  const Token& name = expect_name("the name of a process");
  result->name = arena_.copy(name.text);
  result->name_range = name.range;
  if (accept(Tok::LeftParen)) {
    result->parameters = arena_.copy(parameters());
    expect(Tok::RightParen, "after the parameters");
  } else if (!is_old()) {
    fail_expecting("'(' after the name of the process");
  }
  expect(Tok::LeftBrace, "to open the process");
  if (!recover([&] { process_body(*result); })) {
    // What follows is inside the broken process: go on behind its closing brace.
    while (!at(Tok::End) && !at(Tok::KwProcess) && !at(Tok::KwSystem)) {
      if (accept(Tok::RightBrace)) break;
      skip_to(Tok::KwProcess, Tok::KwSystem);
    }
  } else {
    expect(Tok::RightBrace, "to close the process");
  }
  result->range = range_from(first);
  document_.items.push_back({Section::Declaration, nullptr, document_.templates.size()});
  document_.templates.push_back(std::move(result));
}

void Parser::process_body(Template& result) {
  if (at(Tok::RightBrace)) {
    // A process without a body rests for ever in a location that nobody named.
    LocationSyntax rest;
    rest.name = "_id0";
    rest.is_named = false;
    rest.range = result.name_range;
    result.locations.push_back(std::move(rest));
    result.initial = 0;
    return;
  }
  while (!at(Tok::KwState)) {
    if (at(Tok::RightBrace) || at(Tok::End)) fail_expecting("'state'");
    if (accept(Tok::Semicolon)) continue;
    if (recover([&] { result.declarations.push_back(declaration()); })) continue;
    skip_to(Tok::Semicolon, Tok::KwState);
    if (at(Tok::RightBrace)) throw SyntaxError{};
    accept(Tok::Semicolon);
  }
  states(result);
  location_flags(result);
  if (accept(Tok::KwInit)) {
    const Token& name = expect_name("the name of the initial location");
    result.initial = location_index(result, name);
    expect(Tok::Semicolon, "after the initial location");
  } else {
    fail_expecting("'init'");
  }
  if (at(Tok::KwTrans)) edges(result);
}

void Parser::states(Template& result) {
  take();  // state
  do {
    const Token& name = expect_name("the name of a location");
    LocationSyntax location;
    location.name = arena_.copy(name.text);
    location.range = name.range;
    if (accept(Tok::LeftBrace)) {
      recover([&] {
        if (is_old()) {
          location.invariant = conjunction_list();
        } else {
          if (!at(Tok::Semicolon)) location.invariant = expression();
          if (accept(Tok::Semicolon)) exponential_rate(location);
        }
        if (!at(Tok::RightBrace)) fail_expecting("'}' after the invariant");
      });
      skip_to(Tok::RightBrace);
      expect(Tok::RightBrace, "after the invariant");
    }
    result.locations.push_back(std::move(location));
  } while (accept(Tok::Comma));
  expect(Tok::Semicolon, "after the locations");
  if (!accept(Tok::KwBranchpoint)) return;
  do {
    const Token& name = expect_name("the name of a branchpoint");
    LocationSyntax point;
    point.name = arena_.copy(name.text);
    point.range = name.range;
    point.is_branchpoint = true;
    result.locations.push_back(std::move(point));
  } while (accept(Tok::Comma));
  expect(Tok::Semicolon, "after the branchpoints");
}

void Parser::location_flags(Template& result) {
  while (at(Tok::KwCommit) || at(Tok::KwUrgent)) {
    const bool is_commit = take().kind == Tok::KwCommit;
    do {
      const Token& name = expect_name("the name of a location");
      LocationSyntax& location = result.locations[location_index(result, name)];
      (is_commit ? location.is_committed : location.is_urgent) = true;
      if (location.is_committed && location.is_urgent)
        diagnostics_.error(name.range, fmt::format("location '{}' is both urgent and committed", name.text));
      if (location.is_branchpoint)
        diagnostics_.error(name.range, fmt::format("'{}' is a branchpoint, not a location", name.text));
    } while (accept(Tok::Comma));
    expect(Tok::Semicolon, "after the locations");
  }
}

std::optional<std::size_t> Parser::find_location(const Template& result, std::string_view name) const {
  for (std::size_t i = 0; i < result.locations.size(); ++i)
    if (result.locations[i].name == name) return i;
  return std::nullopt;
}

std::size_t Parser::location_index(const Template& result, const Token& name) {
  const auto found = find_location(result, name.text);
  if (!found) {
    diagnostics_.error(name.range, fmt::format("unknown location '{}'", name.text));
    if (result.locations.empty()) throw SyntaxError{};
    return 0;
  }
  return *found;
}

void Parser::edges(Template& result) {
  take();  // trans
  std::optional<std::size_t> previous_source;
  do {
    const bool is_read = recover([&] { edge(result, previous_source); });
    if (!is_read) skip_to(Tok::Comma, Tok::Semicolon);
    if (gave_up()) throw SyntaxError{};
  } while (accept(Tok::Comma));
  expect(Tok::Semicolon, "after the edges");
}

void Parser::edge(Template& result, std::optional<std::size_t>& previous_source) {
  const Token& first = peek();
  EdgeSyntax edge;
  if (at(Tok::Identifier)) {
    previous_source = location_index(result, take());
  } else if (!previous_source) {
    fail_expecting("the source location of the edge");
  }
  edge.source = *previous_source;
  if (accept(Tok::UncontrollableArrow))
    edge.is_controllable = false;
  else
    expect(Tok::Arrow, "after the source location");
  edge.target = location_index(result, expect_name("the target location"));
  expect(Tok::LeftBrace, "after the target location");
  if (!recover([&] { edge_labels(edge); })) skip_to(Tok::RightBrace);
  expect(Tok::RightBrace, "to close the edge");
  edge.range = range_from(first);
  result.edges.push_back(std::move(edge));
}

void Parser::edge_labels(EdgeSyntax& edge) {
  if (accept(Tok::KwSelect)) {
    edge.selects = arena_.copy(binders());
    expect(Tok::Semicolon, "after the select");
  }
  if (accept(Tok::KwGuard)) {
    edge.guard = is_old() ? conjunction_list() : expression();
    expect(Tok::Semicolon, "after the guard");
  }
  if (accept(Tok::KwSync)) {
    synchronisation(edge);
    expect(Tok::Semicolon, "after the synchronisation");
  }
  if (accept(Tok::KwAssign)) {
    edge.updates = arena_.copy(expression_list());
    expect(Tok::Semicolon, "after the update");
  }
  if (accept(Tok::KwProbability)) {
    edge.probability = expression();
    expect(Tok::Semicolon, "after the probability");
  }
  if (!at(Tok::RightBrace))
    fail(fmt::format("syntax error: unexpected {} in an edge", describe(peek())),
         "labels stand in the order select, guard, sync, assign, probability");
}

}  // namespace zonda::lang
