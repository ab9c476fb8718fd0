#include "store/zone_forms.hpp"

#include <array>

namespace zonda::store {

namespace {

constexpr std::array kForms = {
    NamedZoneForm{"auto", "a matrix, with one byte per bound if that is enough", ZoneForm::Auto},
    NamedZoneForm{"full", "the plain matrix", ZoneForm::Full},
    NamedZoneForm{"minimal", "the fewest constraints that say the same", ZoneForm::Minimal},
    NamedZoneForm{"packed", "these in as few bits as possible", ZoneForm::Packed},
};

}  // namespace

std::span<const NamedZoneForm> zone_forms() { return kForms; }

const NamedZoneForm* find_zone_form(std::string_view name) {
  for (const NamedZoneForm& f : kForms)
    if (f.name == name) return &f;
  return nullptr;
}

}  // namespace zonda::store
