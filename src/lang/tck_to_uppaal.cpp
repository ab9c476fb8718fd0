#include "lang/tck_to_uppaal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace zonda::lang {

namespace {

struct Refusal {
  std::string feature;
  SourceRange range;
};

// What one synchronisation became.
struct Channel {
  std::string_view name;  // empty: its process acts alone
  bool is_broadcast = false;
};

class Transformation {
 public:
  explicit Transformation(const Document& from)
      : from_(from), result_(std::make_unique<Document>()), arena_(result_->arena) {}

  std::unique_ptr<Document> run() {
    result_->system = from_.system;
    result_->system_range = from_.system_range;
    collect_names();
    for (const SyncVector& vector : from_.syncs) synchronisation(vector);
    for (const auto& t : from_.templates) process(*t);
    declarations();
    for (const Query& q : from_.queries) query(q);
    return std::move(result_);
  }

  [[nodiscard]] bool has_labels() const { return has_labels_; }

 private:
  // --- names

  void collect_names() {
    for (const Item& item : from_.items) {
      if (item.is_template()) continue;
      const Declaration& d = *item.declaration;
      if (!d.name.empty()) taken_.emplace(d.name);
      for (const Declarator& each : d.declarators) taken_.emplace(each.name);
    }
    for (const auto& t : from_.templates) taken_.emplace(t->name);
    globals_ = taken_;
    for (const auto& t : from_.templates)
      for (const LocationSyntax& l : t->locations) taken_.emplace(l.name);
  }

  std::string_view fresh(std::string_view wanted) {
    std::string name(wanted);
    for (int k = 2; !taken_.insert(name).second; ++k) name = fmt::format("{}_{}", wanted, k);
    return arena_.copy(name);
  }

  // --- synchronisations

  void synchronisation(const SyncVector& vector) {
    const std::size_t index = channels_.size();
    channels_.push_back(channel(vector));
    for (std::size_t i = 0; i < vector.parts.size(); ++i) {
      const SyncPart& part = vector.parts[i];
      uses_[{part.template_index, part.event}].push_back({index, i == 0});
    }
  }

  Channel channel(const SyncVector& vector) {
    const auto& parts = vector.parts;
    if (parts.size() == 1) return {};
    const auto strong = std::count_if(parts.begin(), parts.end(), [](const SyncPart& p) { return !p.is_weak; });
    const std::string_view first = parts.front().event;
    if (strong == 2 && parts.size() == 2) return {fresh(first), false};
    if (strong == 0) throw Refusal{"a synchronisation of weak parts only", vector.range};
    if (strong > 1) throw Refusal{fmt::format("a synchronisation of {} processes", parts.size()), vector.range};
    if (parts.front().is_weak) throw Refusal{"a synchronisation that starts with a weak part", vector.range};
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (i > 1 && parts[i].template_index < parts[i - 1].template_index)
        throw Refusal{"a synchronisation with weak parts that are not in the order of processes", parts[i].range};
      refuse_guards(parts[i]);
    }
    return {fresh(first), true};
  }

  // In UPPAAL a false guard keeps only its own process out of a broadcast; in TChecker's format it blocks the whole
  // synchronisation.
  void refuse_guards(const SyncPart& part) const {
    for (const EdgeSyntax& e : from_.templates[part.template_index]->edges)
      if (e.event == part.event && e.guard != nullptr)
        throw Refusal{"a guard on an edge that synchronises weakly", e.guard->range};
  }

  // --- processes

  void process(const Template& t) {
    if (!t.other_initials.empty())
      throw Refusal{"a process with several initial locations", t.locations[t.other_initials.front()].range};
    auto copy = std::make_unique<Template>(t);
    copy->edges.clear();
    std::set<std::string, std::less<>> used = globals_;
    for (const LocationSyntax& l : t.locations) used.emplace(l.name);
    for (LocationSyntax& l : copy->locations) location(t, l, used);
    for (const EdgeSyntax& e : t.edges) edge(e, result_->templates.size(), *copy);
    result_->templates.push_back(std::move(copy));
  }

  // Formulas of the process would read the location where they mean a variable of that name.
  void location(const Template& t, LocationSyntax& l, std::set<std::string, std::less<>>& used) {
    if (globals_.count(l.name) != 0) {
      std::string name(l.name);
      while (!used.insert(name).second) name += '_';
      renamed_[{std::string(t.name), std::string(l.name)}] = l.name = arena_.copy(name);
    }
    if (l.marks.empty()) return;
    has_labels_ = true;
    Label label;
    label.kind = "comments";
    label.text.text = arena_.copy(fmt::format("labels: {}", fmt::join(l.marks, ", ")));
    label.text.segments = {{0, l.range.begin}};
    l.labels.push_back(std::move(label));
    l.marks.clear();
  }

  void edge(const EdgeSyntax& e, std::size_t process, Template& to) {
    EdgeSyntax copy = e;
    copy.event = {};
    const auto used = uses_.find({process, e.event});
    if (used == uses_.end()) {
      to.edges.push_back(std::move(copy));
      return;
    }
    for (const auto& [sync, is_first] : used->second) {
      const Channel& channel = channels_[sync];
      EdgeSyntax one = copy;
      if (!channel.name.empty()) {
        one.sync = is_first ? SyncMark::Send : SyncMark::Receive;
        one.channel = name(channel.name, e.sync_range);
      }
      to.edges.push_back(std::move(one));
    }
  }

  Expr* name(std::string_view text, SourceRange range) {
    Expr* e = arena_.make<Expr>();
    e->kind = ExprKind::Name;
    e->text = text;
    e->range = range;
    return e;
  }

  // --- declarations: what there was, then the channels, then the processes

  void declarations() {
    for (const Item& item : from_.items)
      if (!item.is_template()) result_->items.push_back(item);
    for (const Channel& c : channels_)
      if (!c.name.empty()) result_->items.push_back({Section::Declaration, channel_declaration(c), 0});
    for (std::size_t i = 0; i < result_->templates.size(); ++i)
      result_->items.push_back({Section::Declaration, nullptr, i});
  }

  Declaration* channel_declaration(const Channel& c) {
    auto* type = arena_.make<TypeSyntax>();
    type->word = TypeWord::Chan;
    type->is_broadcast = c.is_broadcast;
    Declarator declarator;
    declarator.name = c.name;
    auto* d = arena_.make<Declaration>();
    d->kind = DeclKind::Variable;
    d->type = type;
    d->declarators = arena_.copy(std::vector<Declarator>{declarator});
    return d;
  }

  // --- queries: they may name locations that have another name now

  void query(const Query& q) {
    Query copy = q;
    if (!renamed_.empty()) {
      copy.predicate = renamed(q.predicate);
      copy.conclusion = renamed(q.conclusion);
      copy.bound = renamed(q.bound);
      std::vector<Expr*> values;
      for (Expr* e : q.values) values.push_back(renamed(e));
      copy.values = arena_.copy(values);
      copy.text = {};
    }
    result_->queries.push_back(std::move(copy));
  }

  // Trees are no deeper than the parser allows.
  Expr* renamed(Expr* e) {
    if (e == nullptr) return nullptr;
    std::vector<Expr*> children;
    for (Expr* child : e->children) children.push_back(renamed(child));
    const bool is_same = std::equal(children.begin(), children.end(), e->children.begin(), e->children.end());
    std::string_view text = e->text;
    if (e->kind == ExprKind::Member && e->child(0).kind == ExprKind::Name) {
      const auto found = renamed_.find({std::string(e->child(0).text), std::string(e->text)});
      if (found != renamed_.end()) text = found->second;
    }
    if (is_same && text == e->text) return e;
    Expr* copy = arena_.make<Expr>(*e);
    copy->children = arena_.copy(children);
    copy->text = text;
    return copy;
  }

  const Document& from_;
  std::unique_ptr<Document> result_;
  Arena& arena_;
  std::set<std::string, std::less<>> globals_;
  std::set<std::string, std::less<>> taken_;
  std::vector<Channel> channels_;  // of each synchronisation
  // By process and event: the synchronisations, and whether it stands first there.
  std::map<std::pair<std::size_t, std::string_view>, std::vector<std::pair<std::size_t, bool>>> uses_;
  std::map<std::pair<std::string, std::string>, std::string_view> renamed_;  // locations, by process and old name
  bool has_labels_ = false;
};

}  // namespace

UppaalDocument tck_to_uppaal(const Document& from) {
  UppaalDocument result;
  try {
    Transformation transformation(from);
    result.document = transformation.run();
    result.has_labels = transformation.has_labels();
  } catch (const Refusal& refusal) {
    result.refusal = refusal.feature;
    result.range = refusal.range;
  }
  return result;
}

}  // namespace zonda::lang
