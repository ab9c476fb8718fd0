// Shapes are types whose sizes and ranges have been evaluated; places say where values of them are in memory.
//
// Every number, clock and channel takes one cell of memory. The cell of a clock or channel holds its number and never
// changes.
#pragma once

#include "lang/symbol.hpp"

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

namespace zonda::truth {

struct Shape {
  lang::TypeKind kind = lang::TypeKind::Int;
  std::int64_t lower = 0;  // the range of the values; for an array, of the index
  std::int64_t upper = 0;
  const Shape* element = nullptr;       // for Array
  std::vector<const Shape*> fields;     // for Struct
  std::vector<std::string_view> names;  // for Struct
  bool is_urgent = false;               // for Chan
  bool is_broadcast = false;            // for Chan
  std::size_t cells = 1;

  [[nodiscard]] bool is_leaf() const { return kind != lang::TypeKind::Array && kind != lang::TypeKind::Struct; }
  friend bool operator==(const Shape&, const Shape&) = default;
};

// Keeps all shapes; equal shapes are one object.
class Shapes {
 public:
  const Shape* keep(const Shape& shape);

 private:
  std::deque<Shape> all_;
};

struct Place {
  const Shape* shape = nullptr;
  std::size_t address = 0;
};

// Names and their places; a name not found here is looked up in the parent.
class Scope {
 public:
  explicit Scope(const Scope* parent) : parent_(parent), process_(parent == nullptr ? nullptr : parent->process()) {}
  static Scope of_process(const Scope& globals) {
    Scope result(&globals);
    result.is_process_ = true;
    return result;
  }

  void add(const lang::Symbol* symbol, Place place) { names_.emplace_back(symbol, place); }
  [[nodiscard]] Place find(const lang::Symbol& symbol) const;
  [[nodiscard]] const Scope& outermost() const { return parent_ == nullptr ? *this : parent_->outermost(); }
  // The scope of the process that this one lies in, or null.
  [[nodiscard]] const Scope* process() const { return is_process_ ? this : process_; }

 private:
  const Scope* parent_;
  const Scope* process_;
  bool is_process_ = false;
  std::vector<std::pair<const lang::Symbol*, Place>> names_;
};

}  // namespace zonda::truth
