// Stores items of a few 32-bit numbers in as few bytes as the numbers need. A form says how many bits each number gets.
// When an item does not fit the newest form, a wider form is made; items that were written in older forms stay as they
// are. Items lie in blocks of kBlockBytes, and all items of a block have the same form.
#pragma once

#include "util/hash.hpp"
#include "util/snapshot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace zonda::order {

template <typename T, std::size_t kBlockBytes>
class ItemForms {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint32_t) == 0);
  static constexpr std::size_t kFields = sizeof(T) / sizeof(std::uint32_t);
  using Word = std::conditional_t<kFields <= 2, std::uint64_t, WideWord>;
  static_assert(sizeof(T) <= sizeof(Word));

 public:
  using FormId = std::uint8_t;  // suffices, because each form has at least one bit more than the one before

  ItemForms() {
    Form first;
    first.needed.fill(kFirstBits);
    first.bits = first.needed;
    add(first);
  }

  // The form in which items are written now.
  [[nodiscard]] FormId newest() const { return static_cast<FormId>(forms_.size() - 1); }
  [[nodiscard]] std::size_t bytes(FormId form) const { return forms_[form].bytes; }
  // The number of items of this form that fit into a block.
  [[nodiscard]] std::size_t items(FormId form) const { return forms_[form].items; }
  // Whether the item can be written in the newest form.
  [[nodiscard]] bool fits(const T& item) const {
    const Fields fields = std::bit_cast<Fields>(item);
    const Form& form = forms_.back();
    std::uint32_t above = 0;
    for (std::size_t i = 0; i < kFields; ++i) above |= fields[i] & ~form.masks[i];
    return above == 0;
  }
  // Adds a form in which the item can be written.
  void widen(const T& item) {
    const Fields fields = std::bit_cast<Fields>(item);
    Form form = forms_.back();
    unsigned sum = 0;
    for (std::size_t i = 0; i < kFields; ++i) {
      form.needed[i] = std::max(form.needed[i], static_cast<std::uint8_t>(std::bit_width(fields[i])));
      sum += form.needed[i];
    }
    form.bits = form.needed;
    // The bits that are left of the last byte go to the first numbers.
    unsigned spare = (8 - sum % 8) % 8;
    for (std::uint8_t& bits : form.bits) {
      const unsigned more = std::min(spare, 32U - bits);
      bits = static_cast<std::uint8_t>(bits + more);
      spare -= more;
    }
    add(form);
  }

  // Writes an item in the newest form, at this index of the block.
  void write(unsigned char* block, std::size_t index, const T& item) const {
    const Fields fields = std::bit_cast<Fields>(item);
    const Form& form = forms_.back();
    Word word = 0;
    for (std::size_t i = kFields; i-- > 0;) word = word << form.bits[i] | fields[i];
    std::memcpy(block + index * form.bytes, &word, sizeof(word));
  }
  [[nodiscard]] T read(const unsigned char* block, std::size_t index, FormId id) const {
    const Form& form = forms_[id];
    Word word = 0;
    std::memcpy(&word, block + index * form.bytes, sizeof(word));
    Fields fields{};
    for (std::size_t i = 0; i < kFields; ++i) {
      fields[i] = static_cast<std::uint32_t>(word) & form.masks[i];
      word >>= form.bits[i];
    }
    return std::bit_cast<T>(fields);
  }

  void snapshot(Snapshot& s) { s.array(forms_); }

 private:
  using Fields = std::array<std::uint32_t, kFields>;
  static constexpr std::uint8_t kFirstBits = 4;  // few, so that tests reach the code that widens
  struct Form {
    std::array<std::uint32_t, kFields> masks{};
    std::array<std::uint8_t, kFields> bits{};
    std::array<std::uint8_t, kFields> needed{};  // the bits that the numbers needed, without the spare ones
    std::uint8_t bytes = 0;
    std::uint8_t items = 0;
  };

  void add(Form form) {
    unsigned sum = 0;
    for (std::size_t i = 0; i < kFields; ++i) {
      form.masks[i] = static_cast<std::uint32_t>((std::uint64_t{1} << form.bits[i]) - 1);
      sum += form.bits[i];
    }
    form.bytes = static_cast<std::uint8_t>((sum + 7) / 8);
    // Reading and writing always touch a whole Word, which must lie within the block.
    form.items = static_cast<std::uint8_t>((kBlockBytes - sizeof(Word)) / form.bytes + 1);
    forms_.push_back(form);
  }

  std::vector<Form> forms_;
};

}  // namespace zonda::order
