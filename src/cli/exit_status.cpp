#include "cli/commands.hpp"

#include <iostream>

namespace zonda::cli {

namespace {

int& status() {
  static int value = 0;
  return value;
}

}  // namespace

int exit_status() { return status(); }
void set_exit_status(int value) { status() = value; }

bool finish_output() {
  std::cout.flush();
  if (std::cout) return true;
  std::cerr << "zonda: cannot write to standard output\n";
  return false;
}

}  // namespace zonda::cli
