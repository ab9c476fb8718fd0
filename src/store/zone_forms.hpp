// The list of forms in which zones can be kept.
#pragma once

#include "store/zone_table.hpp"

#include <span>
#include <string_view>

namespace zonda::store {

struct NamedZoneForm {
  std::string_view name;
  std::string_view what;  // one line
  ZoneForm form;
};

[[nodiscard]] std::span<const NamedZoneForm> zone_forms();
// Null: there is none with this name.
[[nodiscard]] const NamedZoneForm* find_zone_form(std::string_view name);

}  // namespace zonda::store
