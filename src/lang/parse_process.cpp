// 'process' blocks of the textual formats, and the parts of edges that XML labels share with them.
#include "lang/nearest.hpp"
#include "lang/parser_impl.hpp"

#include <fmt/format.h>

namespace zonda::lang {

void Parser::synchronisation(EdgeSyntax& edge) {
  const Token& first = peek();
  if (at(Tok::Exclamation) || at(Tok::Question))
    fail(fmt::format("{} must come after the channel", describe(first)),
         fmt::format("write {}{}", peek(1).text, first.text));
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
    result->parameters = parameter_list();
  } else if (!is_old()) {
    fail_expecting("'(' after the name of the process");
  }
  if (at(Tok::KwState))
    report_missing("'{' is missing before the body of the process");
  else
    expect(Tok::LeftBrace, "to open the process");
  const bool is_read = recover([&] {
    process_body(*result);
    if (at(Tok::KwInit) || at(Tok::KwCommit) || at(Tok::KwState) || at(Tok::KwTrans) || at(Tok::KwBranchpoint))
      fail(fmt::format("unexpected {}", describe(peek())),
           "the order is: declarations, state, branchpoint, commit and urgent, init, trans");
    if (!at(Tok::RightBrace)) fail_expecting("'}' to close the process");
  });
  // What follows an error is inside the broken process: go on behind its closing brace.
  if (!is_read) skip_to(Tok::RightBrace);
  accept(Tok::RightBrace);
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
    if (at_end_of_block() || at(Tok::KwInit) || at(Tok::KwTrans) || at(Tok::KwCommit)) fail_expecting("'state'");
    if (accept(Tok::Semicolon)) continue;
    if (recover([&] { result.declarations.push_back(declaration()); })) continue;
    skip_to(Tok::Semicolon, Tok::KwState);
    if (at_end_of_block()) throw SyntaxError{};
    accept(Tok::Semicolon);
  }
  // Without the locations all that follows is noise; the other parts stand for themselves.
  states(result);
  const auto part = [&](auto&& parse) {
    if (recover(parse)) return;
    skip_to(Tok::Semicolon, Tok::KwTrans);
    accept(Tok::Semicolon);
  };
  part([&] { location_flags(result); });
  part([&] { initial_location(result); });
  if (!result.initial && at(Tok::KwInit)) part([&] { initial_location(result); });
  if (at(Tok::KwTrans)) edges(result);
}

void Parser::initial_location(Template& result) {
  if (at(Tok::KwTrans) || at_end_of_block())
    fail("no initial location", fmt::format("write 'init {};' after the locations", result.locations.front().name));
  expect(Tok::KwInit, "");
  const Token& name = expect_name("the name of the initial location");
  result.initial = location_index(result, name);
  if (result.locations[*result.initial].is_branchpoint)
    diagnostics_.error(name.range, fmt::format("'{}' is a branchpoint, not a location", name.text));
  expect_semicolon("after the initial location");
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
        if (!at(Tok::Semicolon)) location.invariant = condition();
        if (!is_old() && accept(Tok::Semicolon)) exponential_rate(location);
        if (!at(Tok::RightBrace)) fail_expecting("'}' after the invariant");
      });
      skip_to(Tok::RightBrace);
      expect(Tok::RightBrace, "after the invariant");
    }
    result.locations.push_back(std::move(location));
  } while (accept(Tok::Comma));
  if (at(Tok::Identifier)) fail_expecting("',' or ';' after the location");
  expect_semicolon("after the locations");
  if (!accept(Tok::KwBranchpoint)) return;
  do {
    const Token& name = expect_name("the name of a branchpoint");
    LocationSyntax point;
    point.name = arena_.copy(name.text);
    point.range = name.range;
    point.is_branchpoint = true;
    result.locations.push_back(std::move(point));
  } while (accept(Tok::Comma));
  expect_semicolon("after the branchpoints");
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
    expect_semicolon("after the locations");
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
    Nearest nearest(name.text);
    if (!diagnostics_.is_full())
      for (const LocationSyntax& location : result.locations) nearest.offer(location.name);
    diagnostics_.error(name.range, fmt::format("unknown location '{}'", name.text), nearest.hint());
    if (result.locations.empty()) throw SyntaxError{};
    return 0;
  }
  return *found;
}

void Parser::edges(Template& result) {
  take();  // trans
  std::optional<std::size_t> previous_source;
  for (;;) {
    const bool is_read = recover([&] { edge(result, previous_source); });
    if (!is_read) skip_to(Tok::Comma, Tok::Semicolon);
    if (gave_up()) throw SyntaxError{};
    if (at(Tok::Identifier) && peek(1).kind == Tok::Arrow) {
      report_missing("',' is missing between the edges");
      continue;
    }
    if (!accept(Tok::Comma)) break;
  }
  expect_semicolon("after the edges");
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
  if (at_next_edge())
    report_missing("'}' is missing at the end of the edge");
  else
    expect(Tok::RightBrace, "to close the edge");
  edge.range = range_from(first);
  result.edges.push_back(std::move(edge));
}

bool Parser::at_next_edge() const {
  return at(Tok::Comma) &&
         (peek(1).kind == Tok::Arrow || (peek(1).kind == Tok::Identifier && peek(2).kind == Tok::Arrow));
}

void Parser::edge_labels(EdgeSyntax& edge) {
  const auto label = [&](Tok keyword, std::string_view end, auto&& parse) {
    if (!accept(keyword)) return;
    const bool is_read = recover([&] {
      parse();
      expect_semicolon(end);
    });
    if (is_read || at_next_edge()) return;
    skip_to(Tok::Semicolon);
    accept(Tok::Semicolon);
  };
  label(Tok::KwSelect, "after the select", [&] { edge.selects = arena_.copy(binders()); });
  label(Tok::KwGuard, "after the guard", [&] { edge.guard = condition(); });
  label(Tok::KwSync, "after the synchronisation", [&] { synchronisation(edge); });
  label(Tok::KwAssign, "after the update", [&] { edge.updates = arena_.copy(updates()); });
  label(Tok::KwProbability, "after the probability", [&] { edge.probability = expression(); });
  if (!at(Tok::RightBrace) && !at_next_edge())
    fail(fmt::format("unexpected {} in an edge", describe(peek())),
         "labels stand in the order select, guard, sync, assign, probability");
}

}  // namespace zonda::lang
