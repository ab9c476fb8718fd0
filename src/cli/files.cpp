#include "cli/files.hpp"

#include "cli/commands.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace zonda::cli {

namespace {

// False with `errno` set.
bool write_bytes(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file.good();
}

bool complain(const char* what, const std::string& path, int reason) {
  std::cerr << "zonda: cannot " << what << " '" << path << '\'';
  if (reason != 0) std::cerr << ": " << std::generic_category().message(reason);
  std::cerr << '\n';
  return false;
}

}  // namespace

std::optional<std::string> read_file(const std::string& path) {
  std::ostringstream text;
  // An empty stream counts as a failure of '<<'.
  const auto take = [&](std::istream& in) {
    if (in.peek() != std::istream::traits_type::eof()) text << in.rdbuf();
    return !in.bad() && text.good();
  };
  errno = 0;
  if (path == "-") {
    if (take(std::cin)) return text.str();
  } else if (std::error_code error; std::filesystem::is_directory(path, error)) {
    errno = EISDIR;
  } else if (std::ifstream file(path, std::ios::binary); file.is_open() && take(file)) {
    return text.str();
  }
  complain("read", path, errno);
  return std::nullopt;
}

bool write_file(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::cout << text;
    return finish_output();
  }
  return write_bytes(path, text) || complain("write", path, errno);
}

bool replace_file(const std::string& path, const std::string& text) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  struct stat old {};
  // Only a regular file can be replaced.
  if (error || stat(target.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return write_file(path, text);
  std::string fresh = target.string() + ".XXXXXX";
  const int handle = mkstemp(fresh.data());
  // Even in a folder that allows no new files, an existing file may be writable.
  if (handle < 0) return write_file(path, text);
  const bool is_alike = fchmod(handle, old.st_mode & 07777U) == 0 && fchown(handle, old.st_uid, old.st_gid) == 0;
  close(handle);
  if (!is_alike && old.st_uid != geteuid()) {
    unlink(fresh.c_str());
    return write_file(path, text);
  }
  if (write_bytes(fresh, text) && std::rename(fresh.c_str(), target.c_str()) == 0) return true;
  const int reason = errno;
  unlink(fresh.c_str());
  return complain("write", path, reason);
}

}  // namespace zonda::cli
