// What names stand for while a model is compiled: constants have values, variables have places. Environments nest as
// scopes do: globals, a process, a function, a block, one round of an unrolled quantifier.
#pragma once

#include "lang/symbol.hpp"
#include "model/layout.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace zonda::model {

// What a name stands for.
struct Storage {
  enum class Kind : std::uint8_t {
    Constant,   // `values`
    Memory,     // cells, clocks and channels from `base` on
    Reference,  // the cells at `base` hold the addresses of the objects (parameters of functions)
    Ghost,      // double, string, hybrid clock
  };
  Kind kind = Kind::Memory;
  const Layout* layout = nullptr;
  Size base;
  std::span<const std::int32_t> values;
  bool is_meta = false;

  static Storage constant(const Layout* layout, std::span<const std::int32_t> values) {
    return {Kind::Constant, layout, {}, values, false};
  }
  static Storage cell(const Layout* layout, std::uint32_t cell) {
    return {Kind::Memory, layout, {cell, 0, 0}, {}, false};
  }
  static Storage ghost(const Layout* layout) { return {Kind::Ghost, layout, {}, {}, false}; }
};

class Environment {
 public:
  static constexpr std::int32_t kNested = -2;

  explicit Environment(const Environment* parent = nullptr, std::int32_t owner = kNested)
      : parent_(parent), owner_(owner) {}

  [[nodiscard]] const Environment* parent() const { return parent_; }
  // -1: the globals; a template's index: a process of it.
  [[nodiscard]] std::int32_t owner() const { return owner_; }
  // The environment of this owner that encloses this one: what a function declared there sees.
  [[nodiscard]] const Environment& of_owner(std::int32_t owner) const;

  void set(const lang::Symbol* symbol, const Storage& storage);
  // Looks in this environment only.
  [[nodiscard]] Storage* find_here(const lang::Symbol* symbol);
  [[nodiscard]] const Storage* find_here(const lang::Symbol* symbol) const;
  // Looks in this environment and those around it.
  [[nodiscard]] const Storage* find(const lang::Symbol* symbol) const;
  [[nodiscard]] std::span<std::pair<const lang::Symbol*, Storage>> names() { return names_; }

 private:
  const Environment* parent_ = nullptr;
  std::int32_t owner_ = kNested;
  std::vector<std::pair<const lang::Symbol*, Storage>> names_;
  // An index of the names, once there are too many for a linear search.
  std::unordered_map<const lang::Symbol*, std::size_t> index_;
};

// Processes of one template symbol, for P.x and P(i).x in queries; ascending by arguments.
struct ProcessEntry {
  std::uint32_t process = 0;
  std::vector<std::int32_t> arguments;
  const Environment* environment = nullptr;
};
using ProcessTable = std::unordered_map<const lang::Symbol*, std::vector<ProcessEntry>>;

}  // namespace zonda::model
