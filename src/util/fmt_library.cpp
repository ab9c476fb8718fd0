// Compiles the part of fmt that is not in its everyday headers. Debian has it only as a shared library, and loading
// that would cost every start a millisecond.
#include <fmt/format-inl.h>

namespace fmt {
inline namespace v9 {
namespace detail {

template char decimal_point_impl(locale_ref);
template thousands_sep_result<char> thousands_sep_impl(locale_ref);

}  // namespace detail
}  // namespace v9
}  // namespace fmt
