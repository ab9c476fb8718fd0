// The part of fmt that is not in its everyday headers, compiled here: Debian has it as a shared library only, which
// costs every start a millisecond.
#include <fmt/format-inl.h>

namespace fmt {
inline namespace v9 {
namespace detail {

template char decimal_point_impl(locale_ref);
template thousands_sep_result<char> thousands_sep_impl(locale_ref);

}  // namespace detail
}  // namespace v9
}  // namespace fmt
