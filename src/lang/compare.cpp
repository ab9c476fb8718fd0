#include "lang/compare.hpp"

#include "lang/print.hpp"

#include <algorithm>
#include <map>

namespace zonda::lang {

namespace {

std::string one_line(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (is_blank && (result.empty() || result.back() == ' ')) continue;
    result += is_blank ? ' ' : c;
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

// Things with a name, in the order of the text; a name that comes twice keeps all its texts.
class Named {
 public:
  void add(const std::string& name, std::string text) {
    const auto [at, is_new] = texts_.try_emplace(name);
    if (is_new) order_.push_back(name);
    at->second.push_back(std::move(text));
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return order_; }
  [[nodiscard]] std::vector<std::string> texts(const std::string& name) const {
    const auto found = texts_.find(name);
    return found == texts_.end() ? std::vector<std::string>() : found->second;
  }

 private:
  std::vector<std::string> order_;
  std::map<std::string, std::vector<std::string>> texts_;
};

void add_declaration(const Declaration& d, Named& out) {
  switch (d.kind) {
    case DeclKind::Variable:
    case DeclKind::TypeDef:
      // One declarator at a time, so that 'int a, b;' and 'int a; int b;' are the same.
      for (const Declarator& one : d.declarators) {
        std::string text = d.kind == DeclKind::TypeDef ? "typedef " : "";
        text += print_type(*d.type) + " " + std::string(one.name) + print_dims(one.dims);
        if (one.init != nullptr) text += " = " + print_initializer(*one.init);
        out.add("declaration of " + std::string(one.name), one_line(text));
      }
      return;
    case DeclKind::Function:
      out.add("function " + std::string(d.name), one_line(print_declaration(d)));
      return;
    case DeclKind::Instantiation:
      out.add("instance " + std::string(d.name), one_line(print_declaration(d)));
      return;
    default:
      out.add("declaration", one_line(print_declaration(d)));
  }
}

std::string location_text(const Template& t, std::size_t i) {
  const LocationSyntax& l = t.locations[i];
  std::string result = l.is_branchpoint ? "branchpoint" : "location";
  if (t.initial == i) result += ", initial";
  if (l.is_urgent) result += ", urgent";
  if (l.is_committed) result += ", committed";
  if (l.invariant != nullptr) result += ", invariant " + print(*l.invariant);
  if (l.rate != nullptr) result += ", rate " + print(*l.rate);
  return result;
}

std::string edge_text(const EdgeSyntax& e) {
  std::vector<std::string> parts;
  if (!e.selects.empty()) parts.push_back("select " + print_binders(e.selects) + ";");
  if (e.guard != nullptr) parts.push_back("guard " + print(*e.guard) + ";");
  if (e.channel != nullptr)
    parts.push_back("sync " + print(*e.channel) +
                    (e.sync == SyncMark::Send      ? "!;"
                     : e.sync == SyncMark::Receive ? "?;"
                                                   : ";"));
  if (!e.event.empty()) parts.push_back("event " + std::string(e.event) + ";");
  if (!e.updates.empty()) parts.push_back("assign " + print_list(e.updates) + ";");
  if (e.probability != nullptr) parts.push_back("probability " + print(*e.probability) + ";");
  if (!e.is_controllable) parts.emplace_back("uncontrollable;");
  std::string result = "{";
  for (const std::string& p : parts) result += " " + p;
  return one_line(result + " }");
}

void add_template(const Template& t, Named& out) {
  const std::string prefix = std::string(t.name) + ": ";
  out.add("template " + std::string(t.name),
          "process " + std::string(t.name) + "(" + print_parameters(t.parameters) + ")");
  Named inner;
  for (const Declaration* d : t.declarations) add_declaration(*d, inner);
  for (const std::string& name : inner.names())
    for (const std::string& text : inner.texts(name)) out.add(prefix + name, text);
  for (std::size_t i = 0; i < t.locations.size(); ++i)
    out.add(prefix + "location " + std::string(t.locations[i].name), location_text(t, i));
  for (const EdgeSyntax& e : t.edges)
    out.add(
        prefix + "edge " + std::string(t.locations[e.source].name) + " -> " + std::string(t.locations[e.target].name),
        edge_text(e));
}

Named contents(const Document& document, bool with_queries) {
  Named result;
  for (const Item& item : document.items)
    if (item.declaration != nullptr) add_declaration(*item.declaration, result);
  for (const auto& t : document.templates) add_template(*t, result);
  result.add("system", one_line(print_system(document)));
  for (const Query& q : document.queries)
    if (with_queries && q.kind != QueryKind::Empty) {
      const std::string formula = one_line(std::string(q.text.text));
      result.add("query " + formula, formula);
    }
  return result;
}

// What both have goes; of the rest, the first is compared with the first, and so on.
void compare_texts(const std::string& name, std::vector<std::string> before, std::vector<std::string> after,
                   std::vector<ModelDifference>& out) {
  for (auto at = before.begin(); at != before.end();) {
    const auto same = std::find(after.begin(), after.end(), *at);
    if (same == after.end()) {
      ++at;
      continue;
    }
    after.erase(same);
    at = before.erase(at);
  }
  for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i)
    out.push_back({name, i < before.size() ? before[i] : "", i < after.size() ? after[i] : ""});
}

}  // namespace

std::vector<ModelDifference> compare(const Document& before, const Document& after) {
  // A model whose queries are in a file elsewhere says nothing about them.
  const bool with_queries = !before.queries.empty() && !after.queries.empty();
  const Named first = contents(before, with_queries);
  const Named second = contents(after, with_queries);
  std::vector<ModelDifference> result;
  for (const std::string& name : first.names()) compare_texts(name, first.texts(name), second.texts(name), result);
  for (const std::string& name : second.names())
    if (first.texts(name).empty()) compare_texts(name, {}, second.texts(name), result);
  return result;
}

}  // namespace zonda::lang
