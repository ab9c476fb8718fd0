// TChecker's format. A file is a list of lines 'keyword:field:field{attributes}'; everything is global, processes are
// written out one by one, and synchronisations are vectors of events. It becomes a document like any other: one
// template for each process, global clocks and integers, and the vectors beside them.
//
// Where an update has branches, loops or local variables, it becomes a function that the edge calls.
#include "lang/nearest.hpp"
#include "lang/parser.hpp"
#include "lang/read.hpp"
#include "util/characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

namespace zonda::lang {

namespace {

bool is_tck_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '.'; }

struct TckWord {
  std::string_view text;
  SourceRange range;
};

struct Attribute {
  TckWord key;
  TextBlock value;
};

constexpr std::int64_t kMaxArray = 1 << 20;
constexpr std::int64_t kMaxVariables = 1 << 22;  // of all arrays together; no model may have more

class TckReader {
 public:
  TckReader(const Sources& sources, Sources::FileId file, Document& document, Diagnostics& diagnostics)
      : text_(sources.text(file)),
        base_(sources.base(file)),
        document_(document),
        arena_(document.arena),
        diagnostics_(diagnostics) {}

  void run() {
    skip_lines();
    if (!is_at_system()) {
      error({base_, base_ + 1}, "the first declaration must be 'system:NAME'");
      return;
    }
    while (at_ < text_.size() && diagnostics_.error_count() <= Diagnostics::kMaxErrors) {
      try {
        declaration();
        end_of_line();
      } catch (const LineError&) {
        skip_line();
      }
      skip_lines();
    }
    finish();
  }

 private:
  struct LineError {};
  struct Process {
    std::size_t index = 0;
    std::map<std::string_view, std::size_t> locations;
  };

  // --- characters and words

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] SourceRange range(std::size_t begin, std::size_t end) const {
    return {base_ + static_cast<std::uint32_t>(begin), base_ + static_cast<std::uint32_t>(std::max(end, begin + 1))};
  }
  void error(SourceRange where, std::string message, std::string hint = {}) {
    document_.has_syntax_errors = true;
    diagnostics_.error(where, std::move(message), std::move(hint));
  }
  [[noreturn]] void fail(SourceRange where, std::string message, std::string hint = {}) {
    error(where, std::move(message), std::move(hint));
    throw LineError{};
  }
  [[noreturn]] void fail_here(std::string_view expected) {
    const char c = peek();
    const bool is_end = at_ >= text_.size() || c == '\n';
    const auto byte = static_cast<unsigned char>(c);
    fail(range(at_, at_ + 1), is_end ? fmt::format("syntax error: the line ends, {} expected", expected)
                              : byte < 0x20 || byte >= 0x7F
                                  ? fmt::format("syntax error: unexpected byte 0x{:02x}, {} expected", byte, expected)
                                  : fmt::format("syntax error: unexpected '{}', {} expected", c, expected));
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_tck_blank(text_[at_])) ++at_;
  }
  void skip_line() {
    // Attributes may run over several lines; a mistake inside them is left behind with their '}'.
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    at_ = end;
    if (open_brace_ && text_.find('}', at_) != std::string_view::npos) {
      const std::size_t close = text_.find('}', at_);
      if (text_.substr(at_, close - at_).find('{') == std::string_view::npos) at_ = close + 1;
    }
    open_brace_ = false;
  }
  void skip_lines() {
    for (;;) {
      while (at_ < text_.size() && (is_tck_blank(text_[at_]) || text_[at_] == '\n')) ++at_;
      if (text_.substr(at_, 3) == "\xEF\xBB\xBF") {
        at_ += 3;
        continue;
      }
      if (peek() != '#') return;
      at_ = std::min(text_.find('\n', at_), text_.size());
    }
  }
  void end_of_line() {
    skip_blanks();
    if (at_ < text_.size() && peek() != '\n' && peek() != '#') fail_here("the end of the line");
  }
  [[nodiscard]] bool is_at_system() const { return text_.substr(at_, 6) == "system"; }

  TckWord name(std::string_view what) {
    skip_blanks();
    const std::size_t begin = at_;
    if (!is_letter(peek())) fail_here(what);
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    return {text_.substr(begin, at_ - begin), range(begin, at_)};
  }
  void colon(std::string_view before) {
    skip_blanks();
    if (peek() != ':') fail_here(fmt::format("':' before {}", before));
    ++at_;
  }
  TckWord field(std::string_view what) {
    colon(what);
    return name(what);
  }
  std::int32_t number(std::string_view what, std::int64_t lower, std::int64_t upper) {
    colon(what);
    skip_blanks();
    const std::size_t begin = at_;
    if (peek() == '+' || peek() == '-') ++at_;
    while (is_digit(peek())) ++at_;
    const std::size_t from = text_[begin < text_.size() ? begin : 0] == '+' ? begin + 1 : begin;
    std::int64_t value = 0;
    const auto result = std::from_chars(text_.data() + from, text_.data() + at_, value);
    if (at_ == begin || (result.ec == std::errc::invalid_argument)) fail_here(what);
    if (result.ec != std::errc{} || value < lower || value > upper)
      fail(range(begin, at_), fmt::format("{} must lie between {} and {}", what, lower, upper));
    return static_cast<std::int32_t>(value);
  }

  // '{key: value : key: value}', possibly over several lines.
  std::vector<Attribute> attributes() {
    std::vector<Attribute> result;
    skip_blanks();
    if (peek() != '{') return result;
    ++at_;
    open_brace_ = true;
    skip_space();
    if (peek() == '}') return close_attributes(result);
    for (;;) {
      skip_space();
      Attribute a;
      a.key = name("the name of an attribute");
      colon("the value of the attribute");
      a.value = value();
      result.push_back(std::move(a));
      if (peek() == '}') return close_attributes(result);
      if (peek() != ':') fail_here("':' or '}'");
      ++at_;
    }
  }
  std::vector<Attribute>& close_attributes(std::vector<Attribute>& result) {
    ++at_;
    open_brace_ = false;
    return result;
  }
  void skip_space() {
    while (is_tck_blank(peek()) || peek() == '\n') ++at_;
  }
  TextBlock value() {
    skip_space();
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(":{}#", at_), text_.size());
    std::size_t end = at_;
    while (end > begin && (is_tck_blank(text_[end - 1]) || text_[end - 1] == '\n')) --end;
    TextBlock block;
    block.text = text_.substr(begin, end - begin);
    block.segments = {{0, base_ + static_cast<std::uint32_t>(begin)}};
    return block;
  }

  // --- declarations

  void declaration() {
    const TckWord keyword = name("a declaration");
    const bool is_first = document_.system_name.empty();
    if (is_first != (keyword.text == "system"))
      fail(keyword.range,
           is_first ? "the first declaration must be 'system:NAME'" : "there are two system declarations");
    if (keyword.text == "system") {
      document_.system_name = arena_.copy(field("the name of the system").text);
      document_.system_range = keyword.range;
      ignore(attributes());
    } else if (keyword.text == "process") {
      process();
    } else if (keyword.text == "event") {
      event();
    } else if (keyword.text == "clock") {
      clock(keyword);
    } else if (keyword.text == "int") {
      integer(keyword);
    } else if (keyword.text == "location") {
      location();
    } else if (keyword.text == "edge") {
      edge(keyword);
    } else if (keyword.text == "sync") {
      sync(keyword);
    } else {
      Nearest nearest(keyword.text);
      for (const std::string_view known : {"system", "process", "event", "clock", "int", "location", "edge", "sync"})
        nearest.offer(known);
      fail(keyword.range, fmt::format("unknown declaration '{}'", keyword.text), nearest.hint());
    }
  }

  // Attributes that carry no meaning for verification.
  void ignore(const std::vector<Attribute>& list) {
    for (const Attribute& a : list)
      diagnostics_.warning("extension", a.key.range, fmt::format("attribute '{}' is not used", a.key.text));
  }

  void process() {
    const TckWord word = field("the name of a process");
    ignore(attributes());
    if (processes_.count(word.text) != 0) fail(word.range, fmt::format("process '{}' is declared twice", word.text));
    auto t = std::make_unique<Template>();
    t->name = arena_.copy(word.text);
    t->name_range = word.range;
    t->range = word.range;
    processes_[t->name].index = document_.templates.size();
    document_.templates.push_back(std::move(t));
  }

  void event() {
    const TckWord word = field("the name of an event");
    ignore(attributes());
    if (!events_.insert(word.text).second) fail(word.range, fmt::format("event '{}' is declared twice", word.text));
    document_.events.push_back(arena_.copy(word.text));
  }

  void declare(const TckWord& word) {
    if (!variables_.insert(word.text).second) fail(word.range, fmt::format("'{}' is declared twice", word.text));
  }

  Expr* literal(std::int32_t value, SourceRange where) {
    Expr* e = arena_.make<Expr>();
    e->kind = ExprKind::Integer;
    e->value = value;
    e->range = where;
    return e;
  }

  void variable(TypeSyntax* type, const TckWord& keyword, const TckWord& word, std::int32_t size, Initializer* init) {
    declare(word);
    type->range = keyword.range;
    Declarator declarator;
    declarator.name = arena_.copy(word.text);
    declarator.range = word.range;
    declarator.init = init;
    if (size > 1) {
      ArrayDim dim;
      dim.range = word.range;
      dim.size = literal(size, word.range);
      declarator.dims = arena_.copy(std::vector<ArrayDim>{dim});
    }
    auto* d = arena_.make<Declaration>();
    d->kind = DeclKind::Variable;
    d->range = join(keyword.range, word.range);
    d->type = type;
    d->declarators = arena_.copy(std::vector<Declarator>{declarator});
    document_.items.push_back({Section::Declaration, d, 0});
  }

  void clock(const TckWord& keyword) {
    const std::int32_t size = number("the number of clocks", 1, kMaxArray);
    const TckWord word = field("the name of a clock");
    ignore(attributes());
    auto* type = arena_.make<TypeSyntax>();
    type->word = TypeWord::Clock;
    variable(type, keyword, word, size, nullptr);
  }

  void integer(const TckWord& keyword) {
    constexpr std::int64_t kLowest = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t kHighest = std::numeric_limits<std::int32_t>::max();
    const std::int32_t size = number("the number of variables", 1, kMaxArray);
    const std::int32_t lower = number("the smallest value", kLowest, kHighest);
    const std::int32_t upper = number("the largest value", lower, kHighest);
    const std::int32_t initial = number("the initial value", lower, upper);
    const TckWord word = field("the name of a variable");
    ignore(attributes());
    variable_count_ += size;
    if (variable_count_ > kMaxVariables)
      fail(word.range, fmt::format("the model has more than {} variables", kMaxVariables));
    auto* type = arena_.make<TypeSyntax>();
    type->lower = literal(lower, word.range);
    type->upper = literal(upper, word.range);
    variable(type, keyword, word, size, initializer(size, initial, word.range));
  }

  Initializer* initializer(std::int32_t size, std::int32_t value, SourceRange where) {
    auto* one = arena_.make<Initializer>();
    one->range = where;
    one->expr = literal(value, where);
    if (size == 1) return one;
    FieldInit element;
    element.range = where;
    element.value = one;
    auto* list = arena_.make<Initializer>();
    list->range = where;
    list->is_list = true;
    list->list = arena_.copy(std::vector<FieldInit>(static_cast<std::size_t>(size), element));
    return list;
  }

  Process& known_process(const TckWord& word) {
    const auto found = processes_.find(word.text);
    if (found != processes_.end()) return found->second;
    Nearest nearest(word.text);
    if (!diagnostics_.is_full())
      for (const auto& [known, ignored] : processes_) nearest.offer(known);
    fail(word.range, fmt::format("process '{}' is not declared before this line", word.text), nearest.hint());
  }
  std::size_t known_location(const Process& process, const TckWord& word) {
    const auto found = process.locations.find(word.text);
    if (found != process.locations.end()) return found->second;
    Nearest nearest(word.text);
    if (!diagnostics_.is_full())
      for (const auto& [known, ignored] : process.locations) nearest.offer(known);
    fail(word.range,
         fmt::format("location '{}' of process '{}' is not declared before this line", word.text,
                     document_.templates[process.index]->name),
         nearest.hint());
  }
  std::string_view known_event(const TckWord& word) {
    const auto found = events_.find(word.text);
    if (found != events_.end()) return *found;
    Nearest nearest(word.text);
    if (!diagnostics_.is_full())
      for (const std::string_view known : events_) nearest.offer(known);
    fail(word.range, fmt::format("event '{}' is not declared before this line", word.text), nearest.hint());
  }

  // Several conditions of one kind mean all of them.
  void add_condition(const TextBlock& text, Expr*& condition) {
    if (text.is_blank()) return;
    Expr* found = parse_tck_condition(text, document_, diagnostics_);
    if (found == nullptr) return;
    if (condition != nullptr) {
      auto* both = arena_.make<Expr>();
      both->kind = ExprKind::Binary;
      both->op = Operator::And;
      both->range = join(condition->range, found->range);
      both->height = static_cast<std::uint16_t>(std::max(condition->height, found->height) + 1);
      both->children = arena_.copy(std::vector<Expr*>{condition, found});
      found = both;
    }
    condition = found;
  }

  void location() {
    Process& process = known_process(field("the name of a process"));
    const TckWord word = field("the name of a location");
    Template& t = *document_.templates[process.index];
    LocationSyntax l;
    l.name = arena_.copy(word.text);
    l.range = word.range;
    bool is_initial = false;
    for (const Attribute& a : attributes()) {
      if (a.key.text == "initial")
        is_initial = true;
      else if (a.key.text == "committed")
        l.is_committed = true;
      else if (a.key.text == "urgent")
        l.is_urgent = true;
      else if (a.key.text == "invariant")
        add_condition(a.value, l.invariant);
      else if (a.key.text == "labels")
        add_marks(a.value, l);
      else
        ignore({a});
    }
    if (!process.locations.emplace(l.name, t.locations.size()).second)
      fail(word.range, fmt::format("location '{}' is declared twice in process '{}'", word.text, t.name));
    if (is_initial && t.initial)
      t.other_initials.push_back(t.locations.size());
    else if (is_initial)
      t.initial = t.locations.size();
    t.locations.push_back(std::move(l));
  }

  void add_marks(const TextBlock& text, LocationSyntax& l) {
    std::string_view rest = text.text;
    while (!rest.empty()) {
      std::string_view one = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), one.size() + 1));
      while (!one.empty() && (is_tck_blank(one.front()) || one.front() == '\n')) one.remove_prefix(1);
      while (!one.empty() && (is_tck_blank(one.back()) || one.back() == '\n')) one.remove_suffix(1);
      if (!one.empty()) l.marks.push_back(arena_.copy(one));
    }
  }

  void edge(const TckWord& keyword) {
    Process& process = known_process(field("the name of a process"));
    Template& t = *document_.templates[process.index];
    EdgeSyntax e;
    e.source = known_location(process, field("the source location"));
    e.target = known_location(process, field("the target location"));
    const TckWord event = field("the event");
    e.event = known_event(event);
    e.range = join(keyword.range, event.range);
    e.sync_range = event.range;
    TckProgram program;
    for (const Attribute& a : attributes()) {
      if (a.key.text == "provided")
        add_condition(a.value, e.guard);
      else if (a.key.text == "do") {
        if (!a.value.is_blank()) parse_tck_program(a.value, program, document_, diagnostics_);
      } else
        ignore({a});
    }
    e.updates = updates(program, t, e);
    t.edges.push_back(std::move(e));
  }

  std::span<Expr*> updates(const TckProgram& program, const Template& t, const EdgeSyntax& e) {
    std::vector<Expr*> result;
    if (program.is_plain) {
      for (const Statement* s : program.statements)
        if (s->kind == StatementKind::Expression) result.push_back(s->conditions[0]);
      return arena_.copy(result);
    }
    auto* body = arena_.make<Statement>();
    body->kind = StatementKind::Block;
    body->range = e.range;
    body->declarations = arena_.copy(program.locals);
    body->body = arena_.copy(program.statements);
    auto* type = arena_.make<TypeSyntax>();
    type->word = TypeWord::Void;
    type->range = e.range;
    auto* f = arena_.make<Declaration>();
    f->kind = DeclKind::Function;
    f->range = e.range;
    f->name_range = e.range;
    f->type = type;
    f->name = arena_.copy(fmt::format("{}_update_{}", t.name, t.edges.size() + 1));
    f->body = body;
    functions_.push_back(f);
    auto* callee = arena_.make<Expr>();
    callee->kind = ExprKind::Name;
    callee->range = e.range;
    calls_.push_back(callee);
    auto* call = arena_.make<Expr>();
    call->kind = ExprKind::Call;
    call->range = e.range;
    call->height = 2;
    call->children = arena_.copy(std::vector<Expr*>{callee});
    result.push_back(call);
    return arena_.copy(result);
  }

  void sync(const TckWord& keyword) {
    SyncVector vector;
    vector.range = keyword.range;
    std::set<std::size_t> seen;
    do {
      SyncPart part;
      const TckWord process = field("a process");
      part.template_index = known_process(process).index;
      skip_blanks();
      if (peek() != '@') fail_here("'@' and an event");
      ++at_;
      const TckWord event = name("an event");
      part.event = known_event(event);
      part.range = join(process.range, event.range);
      skip_blanks();
      if (peek() == '?') {
        part.is_weak = true;
        ++at_;
      }
      if (!seen.insert(part.template_index).second)
        fail(part.range, fmt::format("process '{}' occurs twice in the synchronisation", process.text));
      vector.range = join(vector.range, part.range);
      vector.parts.push_back(part);
      skip_blanks();
    } while (peek() == ':');
    ignore(attributes());
    document_.syncs.push_back(std::move(vector));
  }

  // Functions and templates behind the variables. TChecker keeps names of processes and variables apart, we do not.
  void finish() {
    std::set<std::string, std::less<>> used(variables_.begin(), variables_.end());
    const auto fresh = [&](std::string_view wanted) {
      std::string result(wanted);
      while (!used.insert(result).second) result += '_';
      return arena_.copy(result);
    };
    for (const auto& t : document_.templates) {
      const std::string_view unique = fresh(t->name);
      if (unique != t->name)
        diagnostics_.warning(
            "renamed", t->name_range,
            fmt::format("process '{}' has the name of a variable; it is called '{}'", t->name, unique));
      t->name = unique;
      if (!t->initial && !document_.has_syntax_errors)
        error(t->name_range, fmt::format("process '{}' has no initial location", t->name),
              "mark one: location:P:l{initial:}");
    }
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      functions_[i]->name = fresh(functions_[i]->name);
      calls_[i]->text = functions_[i]->name;
      document_.items.push_back({Section::Declaration, functions_[i], 0});
    }
    for (std::size_t i = 0; i < document_.templates.size(); ++i) {
      document_.items.push_back({Section::Declaration, nullptr, i});
      document_.system.push_back({document_.templates[i]->name, document_.templates[i]->name_range, 0, nullptr});
    }
    if (document_.templates.empty() && !document_.has_syntax_errors)
      error(document_.system_range, "the system has no process");
  }

  std::string_view text_;
  std::uint32_t base_;
  Document& document_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  bool open_brace_ = false;
  std::int64_t variable_count_ = 0;
  std::map<std::string_view, Process> processes_;
  std::set<std::string_view> events_;
  std::set<std::string_view> variables_;
  std::vector<Declaration*> functions_;
  std::vector<Expr*> calls_;  // the name in the call of each function
};

}  // namespace

std::unique_ptr<Document> read_tck(const Sources& sources, Sources::FileId file, Diagnostics& diagnostics) {
  auto document = std::make_unique<Document>();
  document->rules = {.labels_see_only_globals = true, .invariants_allow_equality = true};
  TckReader(sources, file, *document, diagnostics).run();
  return document;
}

}  // namespace zonda::lang
