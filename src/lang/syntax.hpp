// The syntax tree of a UPPAAL model: what the user wrote, with positions, before anything is instantiated.
//
// Small nodes (expressions, types, statements, declarations) live in the document's arena and point at one
// another with plain pointers; templates, locations and edges are ordinary values owned by the Document. The
// checker (lang/semantics.hpp) fills in the fields marked 'checker'. Readers build this tree, writers print it, the
// model layer turns it into a Network.
#pragma once

#include "lang/source.hpp"
#include "util/arena.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang {

struct Type;
struct Symbol;
struct Expr;
struct Statement;
struct TypeSyntax;

// ---------------------------------------------------------------------------------------------------------
// Expressions

enum class ExprKind : std::uint8_t {
  Integer,      // value
  Boolean,      // value 0 or 1
  Real,         // text: the literal
  String,       // text: without the quotes
  Name,         // text
  Member,       // children[0] . text
  Index,        // children[0] [ children[1] ]
  Call,         // children[0] ( children[1..] )
  Unary,        // op children[0]
  Binary,       // children[0] op children[1]
  Assign,       // children[0] op= children[1]; op is Operator::None for a plain '='
  Step,         // ++ and --; op says which of the four
  Conditional,  // children[0] ? children[1] : children[2]
  Quantifier,   // op binder : children[0]; op is Forall, Exists or Sum
  Rate,         // children[0] '
  Deadlock,     // the query predicate
  Spawn,        // spawn children[0]( … ): dynamic templates
  Type,         // a type where an expression may stand (an argument of numOf, an index type)
  Invalid,      // stands for text that did not parse; an error has been reported
};

enum class Operator : std::uint8_t {
  None,
  // unary
  Negate,
  Plus,
  Not,
  // binary
  Power,
  Multiply,
  Divide,
  Modulo,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Minimum,
  Maximum,
  Less,
  LessEqual,
  GreaterEqual,
  Greater,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  Xor,
  Imply,
  // steps
  PreIncrement,
  PreDecrement,
  PostIncrement,
  PostDecrement,
  // quantifiers
  Forall,
  Exists,
  Sum,
};

// 'i : T' of a select, a quantifier or an iteration.
struct Binder {
  std::string_view name;
  SourceRange range;
  TypeSyntax* type = nullptr;
  Symbol* symbol = nullptr;  // checker
};

struct Expr {
  ExprKind kind = ExprKind::Invalid;
  Operator op = Operator::None;
  bool is_word = false;  // written with a word: and, or, not (older releases read these differently)
  bool is_parenthesised = false;
  std::uint16_t height = 1;  // of the tree below; bounded, so that recursion over trees is
  std::int32_t value = 0;
  SourceRange range;
  std::string_view text;
  std::span<Expr*> children;
  Binder* binder = nullptr;
  TypeSyntax* type_syntax = nullptr;
  Symbol* symbol = nullptr;    // checker: what a Name or Member stands for
  const Type* type = nullptr;  // checker

  [[nodiscard]] Expr& child(std::size_t i) const { return *children[i]; }
};

// ---------------------------------------------------------------------------------------------------------
// Types as written, initialisers, declarations

struct ArrayDim {
  SourceRange range;
  Expr* size = nullptr;        // [ expression ]; may turn out to be the name of a type
  TypeSyntax* type = nullptr;  // [ type ], where the text starts with a type keyword
};

struct Field {
  std::string_view name;
  SourceRange range;
  TypeSyntax* type = nullptr;
  std::span<ArrayDim> dims;
};

enum class TypeWord : std::uint8_t { Named, Int, Bool, Clock, HybridClock, Chan, Scalar, Struct, Void, Double, String };

struct TypeSyntax {
  TypeWord word = TypeWord::Int;
  bool is_const = false;
  bool is_meta = false;
  bool is_urgent = false;
  bool is_broadcast = false;
  SourceRange range;
  std::string_view name;       // Named
  Expr* lower = nullptr;       // int[lower, upper]
  Expr* upper = nullptr;       // int[lower, upper], scalar[upper]
  std::span<Field> fields;     // Struct
  const Type* type = nullptr;  // checker
};

struct Initializer;
struct FieldInit {
  std::string_view name;  // empty when not given
  SourceRange range;
  Initializer* value = nullptr;
};
struct Initializer {
  SourceRange range;
  bool is_list = false;
  Expr* expr = nullptr;
  std::span<FieldInit> list;
};

struct Declarator {
  std::string_view name;
  SourceRange range;
  std::span<ArrayDim> dims;
  Initializer* init = nullptr;
  Symbol* symbol = nullptr;  // checker
};

struct Parameter {
  TypeSyntax* type = nullptr;
  bool is_reference = false;
  std::string_view name;
  SourceRange range;
  std::span<ArrayDim> dims;
  Symbol* symbol = nullptr;  // checker
};

enum class DeclKind : std::uint8_t {
  Variable,       // type, declarators
  TypeDef,        // type, declarators
  Function,       // type, name, parameters, body
  Instantiation,  // name, parameters, callee, arguments
  ChanPriority,   // priority
  BeforeUpdate,   // arguments
  AfterUpdate,    // arguments
  Dynamic,        // name, parameters
  Import,         // text: library; type, name, external_name, parameters of one external function
};

// One element of 'chan priority a, b[1] < default': `level` counts the '<' before it.
struct ChanPriorityItem {
  Expr* channel = nullptr;  // nullptr for 'default'
  SourceRange range;
  std::int32_t level = 0;
};

struct Declaration {
  DeclKind kind = DeclKind::Variable;
  SourceRange range;
  SourceRange name_range;
  TypeSyntax* type = nullptr;
  std::span<Declarator> declarators;
  std::string_view name;
  std::span<Parameter> parameters;
  Statement* body = nullptr;
  Expr* callee = nullptr;
  std::span<Expr*> arguments;
  std::span<ChanPriorityItem> priorities;
  std::string_view text;
  std::string_view external_name;  // the library's name of the function, where it is not the model's
  Symbol* symbol = nullptr;        // checker
};

// ---------------------------------------------------------------------------------------------------------
// Statements

enum class StatementKind : std::uint8_t {
  Block,       // declarations, body
  Expression,  // conditions (one expression)
  Empty,
  Return,   // conditions (none or one)
  If,       // conditions, body[0], body[1] if there is an else
  While,    // conditions, body[0]
  DoWhile,  // body[0], conditions
  For,      // init, conditions, step, body[0]
  Iterate,  // for (i : T) body[0]
  Assert,   // conditions (one)
};

struct Statement {
  StatementKind kind = StatementKind::Empty;
  SourceRange range;
  std::span<Declaration*> declarations;
  std::span<Expr*> init;
  std::span<Expr*> conditions;  // a list: all are evaluated, the last one decides
  std::span<Expr*> step;
  std::span<Statement*> body;
  Binder* binder = nullptr;
};

// ---------------------------------------------------------------------------------------------------------
// Templates

struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;
};

// A label of a location or an edge as it stood in an XML file. Kept for writing the file back.
struct Label {
  std::string kind;  // invariant, guard, synchronisation, …
  TextBlock text;
  std::optional<Point> at;
};

struct LocationSyntax {
  std::string_view name;  // '_id3' for an unnamed location with id 'id3'
  bool is_named = true;
  std::string_view xml_id;
  SourceRange range;
  bool is_urgent = false;
  bool is_committed = false;
  bool is_branchpoint = false;
  Expr* invariant = nullptr;
  Expr* rate = nullptr;  // exponential rate, and its divisor in 'a : b'
  Expr* rate_divisor = nullptr;
  Symbol* symbol = nullptr;             // checker
  std::vector<std::string_view> marks;  // TChecker's 'labels': what a search can ask for
  // layout
  std::optional<Point> at;
  std::optional<Point> name_at;
  std::string color;
  std::vector<Label> labels;
};

enum class SyncMark : std::uint8_t { None, Send, Receive, Csp };

struct EdgeSyntax {
  std::size_t source = 0;  // index into Template::locations
  std::size_t target = 0;
  SourceRange range;
  bool is_controllable = true;
  std::span<Binder> selects;
  Expr* guard = nullptr;
  Expr* channel = nullptr;
  SyncMark sync = SyncMark::None;
  SourceRange sync_range;
  std::string_view event;  // TChecker's format: what synchronisations refer to
  std::span<Expr*> updates;
  Expr* probability = nullptr;
  // layout
  std::string_view xml_id;
  std::string color;
  std::vector<Label> labels;
  std::vector<Point> nails;
};

struct Template {
  std::string_view name;
  SourceRange name_range;
  SourceRange range;
  std::span<Parameter> parameters;
  std::vector<Declaration*> declarations;
  std::vector<LocationSyntax> locations;  // branchpoints stand behind all locations
  std::vector<EdgeSyntax> edges;
  std::optional<std::size_t> initial;
  std::vector<std::size_t> other_initials;  // TChecker's format: a process may start in any of several
  Symbol* symbol = nullptr;                 // checker
  // text as written, for writing the file back
  TextBlock parameter_text;
  TextBlock declaration_text;
  std::optional<Point> name_at;
};

// ---------------------------------------------------------------------------------------------------------
// System section

struct SystemItem {
  std::string_view name;
  SourceRange range;
  std::int32_t priority = 0;  // counts the '<' before it
  Symbol* symbol = nullptr;   // checker
};

// One synchronisation of TChecker's format: each part's process takes an edge with that event. A weak part takes part
// when its location has such an edge at all.
struct SyncPart {
  std::size_t template_index = 0;
  std::string_view event;
  bool is_weak = false;
  SourceRange range;
};
struct SyncVector {
  std::vector<SyncPart> parts;
  SourceRange range;
};

struct ProgressItem {
  Expr* guard = nullptr;
  Expr* value = nullptr;
};

struct GanttEntry {
  std::span<Binder> binders;
  Expr* condition = nullptr;
  Expr* value = nullptr;
};
struct GanttRow {
  std::string_view name;
  SourceRange range;
  std::span<Binder> binders;
  std::span<GanttEntry> entries;
};

// ---------------------------------------------------------------------------------------------------------
// Queries

enum class QueryKind : std::uint8_t {
  Possibly,      // E<> p
  Invariantly,   // A[] p
  Potentially,   // E[] p
  Eventually,    // A<> p
  LeadsTo,       // p --> q, p -->[<=t] q, 'q within t of p'
  Within,        // 'p within t'
  Every,         // 'p every t'
  AtLeast,       // 'p for at least t'
  AtMost,        // 'p for at most t'
  HoldsAfter,    // 'p for t after q'
  NeverFollows,  // 'p never follows q within t'
  Precedes,      // 'p precedes q'
  Supremum,      // sup{p}: e, …
  Infimum,       // inf{p}: e, …
  Bounds,        // bounds{p}: e, …
  Unsupported,   // outside symbolic verification: `feature` names it
  Malformed,     // did not parse; the error has been reported
  Empty,         // a query without formula
};

struct QueryOption {
  std::string key;
  std::string value;
};

// An expected outcome or resource: <expect> of an XML query, EXPECT:… of a .q file.
struct Expectation {
  std::string outcome;  // success, failure, maybe_true, maybe_false, error; empty when only resources are given
  std::string type;     // symbolic, probability, value (XML)
  std::string value;
  struct Resource {
    std::string type;  // time, memory
    std::string value;
    std::string unit;
  };
  std::vector<Resource> resources;
};

struct Query {
  QueryKind kind = QueryKind::Empty;
  SourceRange range;
  TextBlock text;  // the formula as written
  std::string comment;
  std::string feature;           // Unsupported: what it needs, as 'a statistical query (Pr)'
  Expr* predicate = nullptr;     // p; the condition of sup, inf, bounds (may be null)
  Expr* conclusion = nullptr;    // q of p --> q
  Expr* bound = nullptr;         // t
  bool is_bound_strict = false;  // p -->[<t] q
  std::span<Expr*> values;       // sup, inf, bounds
  std::vector<QueryOption> options;
  std::vector<Expectation> expectations;
  bool has_error = false;  // checker: the formula is wrong; the error has been reported
};

// ---------------------------------------------------------------------------------------------------------
// The document

// Where the language of a document differs from UPPAAL's, in ways that matter to those who work on its tree.
struct LanguageRules {
  bool labels_see_only_globals = false;    // so a location may have the name of a variable
  bool invariants_allow_equality = false;  // 'x == 3' may stand in an invariant
  friend bool operator==(const LanguageRules&, const LanguageRules&) = default;
};

// Old is the language of UPPAAL 3.4 and before.
enum class Dialect : std::uint8_t { New, Old };

// Global declarations and templates in the order in which they become visible.
enum class Section : std::uint8_t { Declaration, Instantiation, System };
struct Item {
  Section section = Section::Declaration;
  Declaration* declaration = nullptr;  // either this
  std::size_t template_index = 0;      // or this one
  [[nodiscard]] bool is_template() const { return declaration == nullptr; }
};

struct Document {
  LanguageRules rules;
  Dialect dialect = Dialect::New;
  Arena arena;
  std::vector<Item> items;
  std::vector<std::unique_ptr<Template>> templates;
  std::vector<SystemItem> system;
  SourceRange system_range;
  std::string_view system_name;  // TChecker's format, as are these
  std::vector<std::string_view> events;
  std::vector<SyncVector> syncs;
  std::vector<ProgressItem> progress;
  std::vector<GanttRow> gantt;
  std::vector<Query> queries;
  std::vector<QueryOption> options;  // of the <queries> element
  // XML: text as written and what was met but has no meaning for verification. A model that is all in these texts can
  // be written back as it stood.
  bool is_all_in_texts = false;
  TextBlock declaration_text;
  TextBlock instantiation_text;
  TextBlock system_text;
  bool has_syntax_errors = false;  // parts of the text are missing from the tree
  bool nests_too_deeply = false;   // one of them; then most of it is missing
  bool has_lsc = false;
  SourceRange lsc_range;
  std::string encoding;  // declared encoding of an XML file, empty if none

  Document() = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
};

[[nodiscard]] std::string_view spelling(Operator op);
[[nodiscard]] std::string_view spelling(QueryKind kind);
// Within t, or one of the other patterns that an observer watches for.
[[nodiscard]] bool is_pattern(const Query& query);

}  // namespace zonda::lang
