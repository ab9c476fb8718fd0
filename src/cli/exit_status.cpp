#include "cli/commands.hpp"

namespace zonda::cli {

namespace {

int& status() {
  static int value = 0;
  return value;
}

}  // namespace

int exit_status() { return status(); }
void set_exit_status(int value) { status() = value; }

}  // namespace zonda::cli
