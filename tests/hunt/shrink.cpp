// A greedy shrinker: it tries to remove things, from the large to the small, until nothing can go. An attempt that
// leaves no valid model does not fail and so is undone, so that nothing here needs to know the language.
#include "hunt/shrink.hpp"

#include <utility>

namespace zonda::hunt {

namespace {

class Shrinker {
 public:
  Shrinker(Draft draft, const std::function<bool(const Draft&)>& still_fails)
      : draft_(std::move(draft)), still_fails_(still_fails) {}

  Draft run() {
    do {
      progress_ = false;
      pass();
    } while (progress_);
    return std::move(draft_);
  }

 private:
  // Applies the change, and undoes it unless the model still fails.
  template <typename Change>
  bool attempt(Change&& change) {
    Draft before = draft_;
    change(draft_);
    if (draft_.print() + "#" + joined(draft_) != before.print() + "#" + joined(before) && still_fails_(draft_)) {
      progress_ = true;
      return true;
    }
    draft_ = std::move(before);
    return false;
  }

  static std::string joined(const Draft& draft) {
    std::string result;
    for (const std::string& q : draft.print_queries()) result += q + "\n";
    return result;
  }

  // Tries to remove each element of a list, one at a time. `list` finds the list in a draft.
  template <typename List>
  void thin_out(List&& list) {
    for (std::size_t i = list(draft_).size(); i-- > 0;) {
      attempt([&](Draft& d) { list(d).erase(list(d).begin() + static_cast<std::ptrdiff_t>(i)); });
      if (i > list(draft_).size()) i = list(draft_).size();
    }
  }

  void pass() {
    thin_out([](Draft & d) -> auto& { return d.queries; });
    thin_out([](Draft & d) -> auto& { return d.templates; });
    for (std::size_t t = 0; t < draft_.templates.size(); ++t) shrink_template(t);
    thin_out([](Draft & d) -> auto& { return d.declarations; });
    thin_out([](Draft & d) -> auto& { return d.channel_priority; });
    attempt([](Draft& d) { d.channel_priority.clear(); });
    for (std::size_t i = 0; i < draft_.declarations.size(); ++i) shrink_declaration(i);
    for (std::size_t i = 0; i < draft_.queries.size(); ++i) {
      attempt([&](Draft& d) { d.queries[i].kind = Query::Kind::Possibly; });
      attempt([&](Draft& d) { d.queries[i].kind = Query::Kind::Potentially; });
      shrink_term([=](Draft& d) -> Term& { return d.queries[i].formula; });
      if (draft_.queries[i].kind >= Query::Kind::LeadsTo)
        shrink_term([=](Draft& d) -> Term& { return d.queries[i].conclusion; });
      if (draft_.queries[i].is_pattern()) {
        attempt([&](Draft& d) { d.queries[i].kind = Query::Kind::Bounded; });
        shrink_term([=](Draft& d) -> Term& { return d.queries[i].bound; });
      }
    }
  }

  void shrink_declaration(std::size_t i) {
    for (const std::string& word : {std::string("urgent "), std::string("broadcast "), std::string("meta ")})
      attempt([&](Draft& d) {
        std::string& text = d.declarations[i].text;
        if (const std::size_t at = text.find(word); at != std::string::npos) text.erase(at, word.size());
      });
    shrink_term([=](Draft& d) -> Term& { return d.declarations[i]; });
  }

  void shrink_template(std::size_t t) {
    thin_out([=](Draft & d) -> auto& { return d.templates[t].edges; });
    for (std::size_t l = draft_.templates[t].locations.size(); l-- > 0;)
      attempt([=](Draft& d) { remove_location(d.templates[t], l); });
    attempt([=](Draft& d) { d.templates[t].priority = 0; });
    attempt([=](Draft& d) {
      if (d.templates[t].priority > 0) --d.templates[t].priority;
    });
    for (std::size_t b = draft_.templates[t].branchpoints; b-- > 0;) shrink_branchpoint(t, b);
    for (std::size_t p = draft_.templates[t].parameters.size(); p-- > 0;)
      attempt([=](Draft& d) {
        d.templates[t].parameters.erase(d.templates[t].parameters.begin() + static_cast<std::ptrdiff_t>(p));
      });
    for (std::size_t l = 0; l < draft_.templates[t].locations.size(); ++l) {
      attempt([=](Draft& d) { d.templates[t].locations[l].kind = Location::Kind::Plain; });
      attempt([=](Draft& d) {
        if (d.templates[t].locations[l].kind == Location::Kind::Committed)
          d.templates[t].locations[l].kind = Location::Kind::Urgent;
      });
      shrink_terms([=](Draft & d) -> auto& { return d.templates[t].locations[l].invariant; });
    }
    for (std::size_t e = 0; e < draft_.templates[t].edges.size(); ++e) shrink_edge(t, e);
    thin_out([=](Draft & d) -> auto& { return d.templates[t].declarations; });
    for (std::size_t i = 0; i < draft_.templates[t].declarations.size(); ++i)
      shrink_term([=](Draft& d) -> Term& { return d.templates[t].declarations[i]; });
  }

  void shrink_edge(std::size_t t, std::size_t e) {
    const auto edge = [=](Draft& d) -> Edge& { return d.templates[t].edges[e]; };
    attempt([&](Draft& d) { edge(d).channel.clear(); });
    shrink_terms([=](Draft & d) -> auto& { return edge(d).guard; });
    shrink_terms([=](Draft & d) -> auto& { return edge(d).updates; });
    thin_out([=](Draft & d) -> auto& { return edge(d).selects; });
    shrink_term([=](Draft& d) -> Term& { return edge(d).channel_index; });
    attempt([&](Draft& d) { edge(d).weight = {}; });
    for (std::size_t s = 0; s < edge(draft_).selects.size(); ++s)
      shrink_term([=](Draft& d) -> Term& { return edge(d).selects[s].upper; });
    if (edge(draft_).source != edge(draft_).target && edge(draft_).source < draft_.templates[t].locations.size())
      attempt([&](Draft& d) { edge(d).target = edge(d).source; });
  }

  // Tries to join the edges to a branchpoint with one of its branches, and to remove it.
  void shrink_branchpoint(std::size_t t, std::size_t b) {
    const std::size_t at = draft_.templates[t].locations.size() + b;
    for (std::size_t i = draft_.templates[t].edges.size(); i-- > 0;)
      if (i < draft_.templates[t].edges.size() && draft_.templates[t].edges[i].source == at)
        attempt([=](Draft& d) { follow_branch(d.templates[t], at, i); });
    attempt([=](Draft& d) {
      Template& from = d.templates[t];
      std::erase_if(from.edges, [&](const Edge& e) { return e.source == at || e.target == at; });
      for (Edge& e : from.edges) {
        if (e.source > at) --e.source;
        if (e.target > at) --e.target;
      }
      --from.branchpoints;
    });
  }

  static void follow_branch(Template& t, std::size_t branchpoint, std::size_t branch) {
    const Edge after = t.edges[branch];
    for (Edge& e : t.edges) {
      if (e.target != branchpoint) continue;
      e.target = after.target;
      e.updates.insert(e.updates.end(), after.updates.begin(), after.updates.end());
      if (after.channel.empty()) continue;
      e.channel = after.channel;
      e.channel_index = after.channel_index;
      e.is_send = after.is_send;
    }
  }

  static void remove_location(Template& t, std::size_t l) {
    if (l >= t.locations.size() || t.locations.size() == 1 || t.initial == l) return;
    t.locations.erase(t.locations.begin() + static_cast<std::ptrdiff_t>(l));
    std::erase_if(t.edges, [&](const Edge& e) { return e.source == l || e.target == l; });
    for (Edge& e : t.edges) {
      if (e.source > l) --e.source;
      if (e.target > l) --e.target;
    }
    if (t.initial > l) --t.initial;
  }

  template <typename List>
  void shrink_terms(List&& list) {
    thin_out(list);
    for (std::size_t i = 0; i < list(draft_).size(); ++i) shrink_term([=](Draft& d) -> Term& { return list(d)[i]; });
  }

  // Tries to replace a term by one of its parts or by a number, and to make numbers smaller.
  void shrink_term(const std::function<Term&(Draft&)>& term) {
    const Term old = term(draft_);
    if (old.kind == Term::Kind::Number) {
      for (const std::int64_t smaller :
           {std::int64_t{0}, std::int64_t{1}, old.value / 2, old.value - 1, old.value + 1}) {
        if (std::abs(smaller) >= std::abs(old.value)) continue;
        if (attempt([&](Draft& d) { term(d).value = smaller; })) return;
      }
      return;
    }
    if (old.kind == Term::Kind::Integer && !old.text.empty())
      for (const std::int64_t value : {0, 1, 2, 3})
        if (attempt([&](Draft& d) { term(d) = Term::number(value); })) return;
    if (old.kind == Term::Kind::Scalar && old.text != "sv" && attempt([&](Draft& d) { term(d) = Term::scalar("sv"); }))
      return;
    if (old.kind == Term::Kind::Condition)
      for (const char* const text : {"true", "false"})
        if (old.text != text && old.text != "false" && attempt([&](Draft& d) { term(d) = Term::condition(text); }))
          return;
    for (const Term& part : old.parts) {
      const bool is_like =
          part.kind == old.kind || (old.kind == Term::Kind::Integer && part.kind == Term::Kind::Number);
      if (is_like && attempt([&](Draft& d) { term(d) = part; })) return shrink_term(term);
    }
    for (std::size_t i = 0; i < term(draft_).parts.size(); ++i)
      shrink_term([=](Draft& d) -> Term& { return term(d).parts[i]; });
  }

  Draft draft_;
  const std::function<bool(const Draft&)>& still_fails_;
  bool progress_ = false;
};

}  // namespace

Draft shrink(Draft draft, const std::function<bool(const Draft&)>& still_fails) {
  return Shrinker(std::move(draft), still_fails).run();
}

}  // namespace zonda::hunt
