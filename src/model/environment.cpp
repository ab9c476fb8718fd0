#include "model/environment.hpp"

namespace zonda::model {

namespace {

// Most environments hold one name, and looking through a few is faster than hashing.
constexpr std::size_t kIndexFrom = 8;

}  // namespace

void Environment::set(const lang::Symbol* symbol, const Storage& storage) {
  if (Storage* known = find_here(symbol)) {
    *known = storage;
    return;
  }
  names_.emplace_back(symbol, storage);
  if (names_.size() < kIndexFrom) return;
  if (names_.size() == kIndexFrom)
    for (std::size_t i = 0; i < names_.size(); ++i) index_.emplace(names_[i].first, i);
  else
    index_.emplace(symbol, names_.size() - 1);
}

const Storage* Environment::find_here(const lang::Symbol* symbol) const {
  if (names_.size() >= kIndexFrom) {
    const auto found = index_.find(symbol);
    return found == index_.end() ? nullptr : &names_[found->second].second;
  }
  for (const auto& [known, storage] : names_)
    if (known == symbol) return &storage;
  return nullptr;
}

Storage* Environment::find_here(const lang::Symbol* symbol) {
  return const_cast<Storage*>(std::as_const(*this).find_here(symbol));
}

const Environment& Environment::of_owner(std::int32_t owner) const {
  const Environment* at = this;
  while (at->parent_ != nullptr && at->owner_ != owner) at = at->parent_;
  return *at;
}

const Storage* Environment::find(const lang::Symbol* symbol) const {
  for (const Environment* e = this; e != nullptr; e = e->parent_)
    if (const Storage* found = e->find_here(symbol)) return found;
  return nullptr;
}

}  // namespace zonda::model
