#include "cli/commands.hpp"

#include <fstream>
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

bool write_file(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::cout << text;
    return finish_output();
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return true;
  std::cerr << "zonda: cannot write '" << path << "'\n";
  return false;
}

}  // namespace zonda::cli
