// Checks of our own invariants. They stay on in release builds: a wrong verdict costs more than a branch.
#pragma once

#include <stdexcept>
#include <string>

namespace zonda {

// A broken invariant of zonda itself, never the user's fault. The command line prints it as an internal error.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void fail_check(const char* condition, const char* file, int line, const std::string& message) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + message + " (" + condition + ")");
}

}  // namespace zonda

#define ZONDA_CHECK(condition, message)                               \
  do {                                                                \
    if (!(condition)) [[unlikely]]                                    \
      ::zonda::fail_check(#condition, __FILE__, __LINE__, (message)); \
  } while (false)
