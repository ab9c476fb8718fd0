// Runs updates and then removes locals that are not read.
#include "emit/tck_unfold.hpp"

#include <algorithm>

namespace zonda::emit {

void collect_locals(const Terms& terms, Term t, std::set<Term>& seen, std::set<std::uint32_t>& out) {
  std::vector<Term> open{t};
  while (!open.empty()) {
    const Term at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    const TermNode& n = terms[at];
    if (n.kind == TermNode::Kind::Local) out.insert(static_cast<std::uint32_t>(n.value));
    if (n.kind == TermNode::Kind::Number || n.kind == TermNode::Kind::Cell || n.kind == TermNode::Kind::Local) continue;
    open.push_back(n.a);
    if (n.kind == TermNode::Kind::Operator || n.kind == TermNode::Kind::Choice) open.push_back(n.b);
    if (n.kind == TermNode::Kind::Choice) open.push_back(n.c);
  }
}

namespace {

using Statements = std::vector<TckStatement>;

// Collects the locals that these statements read, as far as their effects are needed: a local that only serves to
// compute itself is not needed.
void collect_locals(const Terms& terms, const Statements& list, std::set<Term>& seen, std::set<std::uint32_t>& out) {
  for (const TckStatement& s : list) {
    using Kind = TckStatement::Kind;
    if (s.kind != Kind::Local || s.is_check || out.count(s.target) != 0) collect_locals(terms, s.value, seen, out);
    if (s.kind == Kind::Element || s.kind == Kind::SetClock || s.kind == Kind::CopyClock)
      collect_locals(terms, s.index, seen, out);
    if (s.kind == Kind::CopyClock) collect_locals(terms, s.source, seen, out);
    collect_locals(terms, s.yes, seen, out);
    collect_locals(terms, s.no, seen, out);
  }
}

constexpr std::size_t kMaxUnrolled = 300;

std::size_t length(const Statements& list) {
  std::size_t result = list.size();
  for (const TckStatement& s : list) result += length(s.yes) + length(s.no);
  return result;
}

bool remove_unread(Statements& list, const std::set<std::uint32_t>& read) {
  bool is_changed = false;
  for (TckStatement& s : list) {
    is_changed = remove_unread(s.yes, read) || is_changed;
    is_changed = remove_unread(s.no, read) || is_changed;
  }
  const auto is_idle = [&](const TckStatement& s) {
    if (s.kind == TckStatement::Kind::Local) return !s.is_check && read.count(s.target) == 0;
    return s.kind == TckStatement::Kind::If && s.yes.empty() && s.no.empty();
  };
  return std::erase_if(list, is_idle) > 0 || is_changed;
}

}  // namespace

// Unrolls loops if possible, unless the result is long.
std::vector<TckStatement> Unfolder::run_update(std::uint32_t program, const SelectValues& selects,
                                               lang::SourceRange range) {
  std::optional<Statements> unrolled;
  try {
    start(selects, true, range);
    run(program, program, CodeFlow::kEnd);
    if (!has_looped_ || length(state_.statements) <= kMaxUnrolled) return std::move(state_.statements);
    unrolled = std::move(state_.statements);
  } catch (const TckRefusal&) {
    if (!has_looped_) throw;
  }
  const std::uint32_t locals = locals_;
  try {
    start(selects, true, range);
    keeps_loops_ = true;
    run(program, program, CodeFlow::kEnd);
    return std::move(state_.statements);
  } catch (const TckRefusal&) {
    if (!unrolled) throw;
    locals_ = locals;
    return std::move(*unrolled);
  }
}

TckUpdate Unfolder::update(const model::Edge& edge, const SelectValues& selects) {
  Statements statements;
  locals_ = 0;
  if (edge.update.kind == model::IntExpr::Kind::Program)
    statements = run_update(static_cast<std::uint32_t>(edge.update.value), selects, edge.range);
  for (const model::ClockReset& r : edge.resets) {
    TckStatement s;
    s.kind = r.source == 0 ? TckStatement::Kind::SetClock : TckStatement::Kind::CopyClock;
    s.index = terms_.number(static_cast<std::int32_t>(r.clock));
    s.value = terms_.number(r.offset);
    s.source = terms_.number(static_cast<std::int32_t>(r.source));
    statements.push_back(std::move(s));
  }
  for (;;) {
    std::set<Term> seen;
    std::set<std::uint32_t> read;
    for (std::size_t before = SIZE_MAX; before != read.size();) {
      before = read.size();
      collect_locals(terms_, statements, seen, read);
    }
    if (!remove_unread(statements, read)) break;
  }
  return {std::move(statements), locals_};
}

}  // namespace zonda::emit
