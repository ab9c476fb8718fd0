// Memory while code is run with terms: variables, arrays, temporaries.
#include "emit/tck_unfold.hpp"

#include <algorithm>

namespace zonda::emit {

using model::Address;
using model::Opcode;
using Kind = TermNode::Kind;

namespace {

// An access by a computed address becomes at most this many cases.
constexpr std::size_t kMaxCases = 64;
constexpr std::uint64_t kMaxLookedAt = 5'000'000;

}  // namespace

bool Unfolder::is_variable(Address a) const { return a >= network_.processes.size() && a < network_.state_cells(); }

Term Unfolder::read(Address address) {
  if (address < network_.processes.size()) refuse("the location of a process in an expression");
  if (is_variable(address)) {
    const auto known = state_.known.find(address);
    if (known != state_.known.end()) return known->second;
    return terms_.cell(address, network_.cells[address].lower, network_.cells[address].upper);
  }
  if (address < network_.cells.size()) refuse("a meta variable");
  const auto found = state_.memory.find(address);
  return found != state_.memory.end() ? found->second : terms_.number(network_.code.memory[address]);
}

const Unfolder::Array* Unfolder::array_at(std::int64_t lowest, std::int64_t highest) const {
  auto after = std::upper_bound(arrays_.begin(), arrays_.end(), lowest,
                                [](std::int64_t a, const Array& array) { return a < array.base; });
  if (after == arrays_.begin()) return nullptr;
  const Array& array = *std::prev(after);
  return highest < std::int64_t{array.base} + array.count ? &array : nullptr;
}

// If the base is a variable, the compiler ensures that no index leaves that variable's array. Base 0 tells nothing.
const Unfolder::Array* Unfolder::array_of(Address base, Term offset) const {
  if (is_variable(base)) return array_at(base, base);
  return array_at(std::int64_t{base} + terms_[offset].lower, std::int64_t{base} + terms_[offset].upper);
}

// An access to the array checks the index, if no other check is needed.
Term Unfolder::element_index(const Array& array, Term offset, std::int32_t shift) {
  const TermNode n = terms_[offset];
  const auto covers = [&](const TermNode& checked) {
    return checked.kind == Kind::Checked && std::int64_t{checked.upper} - checked.lower + 1 == array.count;
  };
  if (n.kind == Kind::Operator && n.op == Opcode::Add && terms_.is_number(n.b))
    return element_index(array, n.a, terms_[n.b].value + shift);
  const bool is_checked_by_array = covers(n) && shift == -std::int64_t{n.lower};
  return terms_.operation(Opcode::Add, is_checked_by_array ? n.a : offset, terms_.number(shift), place_);
}

std::vector<std::int32_t> Unfolder::cases_of(Term address) {
  const auto values = terms_.values(address, kMaxCases);
  if (!values) refuse("an index into an array that has no counterpart, with too many values");
  for (const std::int32_t v : *values)
    if (v < 0 || static_cast<std::size_t>(v) >= network_.code.memory.size()) refuse("an index that is out of range");
  return *values;
}

Term Unfolder::load(Address base, Term offset) {
  const TermNode n = terms_[offset];
  if (n.kind == Kind::Number) return read(base + static_cast<Address>(n.value));
  if (const Array* array = array_of(base, offset)) {
    const auto shift = static_cast<std::int32_t>(std::int64_t{base} - array->base);
    const model::Cell& cell = network_.cells[array->base];
    return terms_.element(array->base, element_index(*array, offset, shift), cell.lower, cell.upper);
  }
  const Term address = terms_.operation(Opcode::Add, offset, terms_.number(static_cast<std::int32_t>(base)), place_);
  const std::vector<std::int32_t> cases = cases_of(address);
  Term result = read(static_cast<Address>(cases.back()));
  for (std::size_t k = cases.size() - 1; k-- > 0;) {
    const Term is_this = terms_.operation(
        Opcode::Equal, offset, terms_.number(static_cast<std::int32_t>(cases[k] - std::int64_t{base})), place_);
    result = terms_.choice(is_this, read(static_cast<Address>(cases[k])), result);
  }
  return result;
}

// Removes a range check that the assignment to the variable does anyway.
Term Unfolder::fitted(Address cell, Term value) const {
  const TermNode& n = terms_[value];
  const model::Cell& c = network_.cells[cell];
  return n.kind == Kind::Checked && n.lower == c.lower && n.upper == c.upper ? n.a : value;
}

void Unfolder::write(Address address, Term value) {
  if (!is_variable(address)) {
    if (address < network_.cells.size()) refuse("a meta variable");
    state_.memory[address] = kept_short(value);
    return;
  }
  if (!may_write_) refuse("a condition with side effects");
  save_readers({address});
  TckStatement s;
  s.target = address;
  s.value = fitted(address, value);
  state_.statements.push_back(s);
  state_.known.erase(address);
  if (terms_.is_number(value)) state_.known.emplace(address, value);
}

void Unfolder::store(Address base, Term offset, Term value) {
  const TermNode n = terms_[offset];
  if (n.kind == Kind::Number) {
    write(base + static_cast<Address>(n.value), value);
    return;
  }
  if (const Array* array = array_of(base, offset)) {
    const auto shift = static_cast<std::int32_t>(std::int64_t{base} - array->base);
    store_element(*array, element_index(*array, offset, shift), value);
    return;
  }
  const Term address = terms_.operation(Opcode::Add, offset, terms_.number(static_cast<std::int32_t>(base)), place_);
  store_by_cases(address, cases_of(address), value);
}

void Unfolder::store_element(const Array& array, Term index, Term value) {
  if (!may_write_) refuse("a condition with side effects");
  std::set<Address> changed;
  for (std::uint32_t k = 0; k < array.count; ++k) changed.insert(array.base + k);
  save_readers(changed);
  TckStatement s;
  s.kind = TckStatement::Kind::Element;
  s.target = array.base;
  s.index = index;
  s.value = fitted(array.base, value);
  state_.statements.push_back(s);
  for (const Address cell : changed) state_.known.erase(cell);
}

// One of several cells, each a variable or a temporary.
void Unfolder::store_by_cases(Term address, std::span<const std::int32_t> cases, Term value) {
  std::set<Address> changed;
  for (const std::int32_t v : cases)
    if (is_variable(static_cast<Address>(v))) changed.insert(static_cast<Address>(v));
  if (!changed.empty() && !may_write_) refuse("a condition with side effects");
  if (changed.size() != cases.size() && !changed.empty()) refuse("a reference to variables of different kinds");
  if (changed.empty()) {
    for (const std::int32_t v : cases) {
      const Term is_this = terms_.operation(Opcode::Equal, address, terms_.number(v), place_);
      write(static_cast<Address>(v), terms_.choice(is_this, value, read(static_cast<Address>(v))));
    }
    return;
  }
  save_readers(changed);
  std::vector<TckStatement> rest;
  for (std::size_t k = cases.size(); k-- > 0;) {
    TckStatement s;
    s.target = static_cast<Address>(cases[k]);
    s.value = fitted(s.target, value);
    if (rest.empty()) {
      rest.push_back(std::move(s));
      continue;
    }
    TckStatement fork;
    fork.kind = TckStatement::Kind::If;
    fork.value = terms_.operation(Opcode::Equal, address, terms_.number(cases[k]), place_);
    fork.yes.push_back(std::move(s));
    fork.no = std::move(rest);
    rest.clear();
    rest.push_back(std::move(fork));
  }
  state_.statements.push_back(std::move(rest.front()));
  for (const Address cell : changed) state_.known.erase(cell);
}

// ---------------------------------------------------------------------------------------------------------
// Locals

bool Unfolder::reads(Term t, const std::set<Address>& cells) {
  std::set<Term> seen;
  std::vector<Term> open{t};
  while (!open.empty()) {
    const Term at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (++looked_at_ > kMaxLookedAt) refuse("code that becomes too large");
    const TermNode& n = terms_[at];
    switch (n.kind) {
      case Kind::Cell:
      case Kind::Element:
        if (cells.count(static_cast<Address>(n.value)) != 0) return true;
        if (n.kind == Kind::Element) {
          const Array* array = array_at(n.value, n.value);
          const auto first = cells.lower_bound(array->base);
          if (first != cells.end() && *first < array->base + array->count) return true;
          open.push_back(n.a);
        }
        break;
      case Kind::Choice:
        open.push_back(n.c);
        [[fallthrough]];
      case Kind::Operator:
        open.push_back(n.b);
        [[fallthrough]];
      case Kind::Checked:
        open.push_back(n.a);
        break;
      default:
        break;
    }
  }
  return false;
}

Term Unfolder::save(Term value, bool is_check) {
  TckStatement s;
  s.kind = TckStatement::Kind::Local;
  s.target = locals_;
  s.value = value;
  s.is_check = is_check;
  state_.statements.push_back(s);
  return terms_.local(locals_++, terms_[value].lower, terms_[value].upper);
}

// A term that is used again and again would grow with each use, so it is saved in a local variable.
Term Unfolder::kept_short(Term value) {
  constexpr std::uint32_t kMaxInline = 100;
  return may_write_ && terms_[value].size > kMaxInline ? save(value, false) : value;
}

// Called before these variables change: terms that depend on their present values get a copy.
void Unfolder::save_readers(const std::set<Address>& changed) {
  std::map<Term, Term> saved;
  for (auto& [address, value] : state_.memory) {
    if (!reads(value, changed)) continue;
    const auto [found, is_new] = saved.try_emplace(value, 0);
    if (is_new) found->second = save(value, false);
    value = found->second;
  }
}

}  // namespace zonda::emit
