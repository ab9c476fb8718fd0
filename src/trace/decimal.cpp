// Numbers of units as decimals: 125 units with two digits are 1.25.
#include "zonda/trace.hpp"

namespace zonda {

std::string decimal(std::int64_t units, std::uint32_t digits) {
  const bool is_negative = units < 0;
  std::string text = std::to_string(is_negative ? -units : units);
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits > 0) {
    text.insert(text.size() - digits, 1, '.');
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return is_negative ? "-" + text : text;
}

}  // namespace zonda
