// Writing a Network in TChecker's format: first step, terms. Compiled code (model/code.hpp) is run with terms in place
// of numbers; the resulting terms for guards, indices and assigned values are printed.
//
// Terms are shared and simplified as they are made, and each has an interval that contains its values: loops whose ends
// are known this way are unrolled. Only terms that the format can express are built: sums, products, comparisons,
// conditionals. Shifts, bit operations, minima and powers are rewritten if that is exact and refused otherwise.
#pragma once

#include "lang/source.hpp"
#include "model/code.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace zonda::emit {

// Something that the format cannot express.
struct TckRefusal {
  std::string feature;
  lang::SourceRange range;
};

using Term = std::uint32_t;

struct TermNode {
  enum class Kind : std::uint8_t {
    Number,    // value
    Cell,      // the variable at address `value`, as it is when the term is evaluated
    Element,   // of the array whose first cell is `value`; a: the index, counted from 0
    Local,     // local variable number `value` of an update
    Operator,  // op on a and b
    Choice,    // a != 0 ? b : c
    Checked,   // a, which must lie in [lower, upper]: anything else is an error when it is evaluated
  };
  Kind kind = Kind::Number;
  model::Opcode op = model::Opcode::Halt;
  std::int32_t value = 0;
  Term a = 0;
  Term b = 0;
  Term c = 0;
  std::int32_t lower = 0;
  std::int32_t upper = 0;
  std::uint32_t size = 1;  // of the term written out; counting stops at kMaxSize
};

class Terms {
 public:
  static constexpr std::uint32_t kMaxSize = 1U << 20;

  [[nodiscard]] const TermNode& operator[](Term t) const { return nodes_[t]; }

  Term number(std::int32_t value);
  Term cell(model::Address address, std::int32_t lower, std::int32_t upper);
  Term element(model::Address array, Term index, std::int32_t lower, std::int32_t upper);
  Term local(std::uint32_t id, std::int32_t lower, std::int32_t upper);
  Term choice(Term condition, Term yes, Term no);
  Term checked(Term t, std::int32_t lower, std::int32_t upper);
  Term negated(Term condition);  // 1 when it is 0, else 0
  Term truth(Term t);            // 1 when it is not 0, else 0
  // An operation with two operands, or with one (then b is ignored). `range` is where to point if it cannot be
  // expressed.
  Term operation(model::Opcode op, Term a, Term b, lang::SourceRange range);

  [[nodiscard]] bool is_number(Term t) const { return nodes_[t].kind == TermNode::Kind::Number; }
  [[nodiscard]] bool is_number(Term t, std::int32_t value) const { return is_number(t) && nodes_[t].value == value; }
  [[nodiscard]] bool is_truth(Term t) const { return nodes_[t].lower >= 0 && nodes_[t].upper <= 1; }
  [[nodiscard]] bool is_within(Term t, std::int32_t lower, std::int32_t upper) const {
    return nodes_[t].lower >= lower && nodes_[t].upper <= upper;
  }
  // Sums and differences of a few such terms stay within 32 bits.
  [[nodiscard]] bool is_small(Term t) const { return is_within(t, -(1 << 28), 1 << 28); }
  // Every value that the term can have, or nothing when there are more than `limit`.
  [[nodiscard]] std::optional<std::vector<std::int32_t>> values(Term t, std::size_t limit) const;

 private:
  using Key = std::tuple<TermNode::Kind, model::Opcode, std::int32_t, Term, Term, Term, std::int32_t, std::int32_t>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  Term add(TermNode node);
  Term plain(model::Opcode op, Term a, Term b, std::int64_t lower, std::int64_t upper);
  Term comparison(model::Opcode op, Term a, Term b);
  Term arithmetic(model::Opcode op, Term a, Term b);
  Term shift(model::Opcode op, Term a, Term b, lang::SourceRange range);
  Term bits(model::Opcode op, Term a, Term b, lang::SourceRange range);
  Term power(Term a, Term b, lang::SourceRange range);

  std::vector<TermNode> nodes_;
  std::unordered_map<Key, Term, KeyHash> known_;
};

}  // namespace zonda::emit
