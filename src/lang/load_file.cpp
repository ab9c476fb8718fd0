// From a path to decoded text.
#include "lang/encoding.hpp"
#include "lang/read.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace zonda::lang {

namespace {

constexpr std::size_t kMaxFileSize = std::size_t{256} << 20U;

struct FileCloser {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

std::string reason(int error) { return std::generic_category().message(error); }

void report_too_large(const std::string& path, Diagnostics& diagnostics) {
  diagnostics.error({}, fmt::format("'{}' is larger than {} MiB", path, kMaxFileSize >> 20U));
}

FileHandle open(const std::string& path, Diagnostics& diagnostics) {
  if (path == "-") return FileHandle(stdin);
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    diagnostics.error({}, fmt::format("'{}' is a directory", path));
    return nullptr;
  }
  // What has no size in advance (a pipe) is measured while it is read.
  if (const auto size = std::filesystem::file_size(path, error); !error && size > kMaxFileSize) {
    report_too_large(path, diagnostics);
    return nullptr;
  }
  FileHandle file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) diagnostics.error({}, fmt::format("cannot open '{}': {}", path, reason(errno)));
  return file;
}

std::optional<std::string> read_bytes(const std::string& path, Diagnostics& diagnostics) {
  const FileHandle file = open(path, diagnostics);
  if (file == nullptr) return std::nullopt;
  std::string bytes;
  std::size_t size = 0;
  for (;;) {
    bytes.resize(std::max<std::size_t>(65536, size * 2));
    const std::size_t count = std::fread(bytes.data() + size, 1, bytes.size() - size, file.get());
    size += count;
    if (size > kMaxFileSize) {
      report_too_large(path, diagnostics);
      return std::nullopt;
    }
    if (count == 0) break;
  }
  if (std::ferror(file.get()) != 0) {
    diagnostics.error({}, fmt::format("cannot read '{}': {}", path, reason(errno)));
    return std::nullopt;
  }
  bytes.resize(size);
  return bytes;
}

// Adds the bytes as they are, for a caret under the one at `offset`.
void report_byte(const std::string& name, std::string bytes, std::size_t offset, std::string message, std::string hint,
                 Sources& sources, Diagnostics& diagnostics) {
  const Sources::FileId file = sources.add(name, std::move(bytes));
  const auto at = sources.base(file) + static_cast<std::uint32_t>(offset);
  diagnostics.error({at, at + 1}, std::move(message), std::move(hint));
}

}  // namespace

std::optional<Sources::FileId> load_file(const std::string& path, Sources& sources, Diagnostics& diagnostics,
                                         const LoadRules& rules) {
  std::optional<std::string> bytes = read_bytes(path, diagnostics);
  if (!bytes) return std::nullopt;
  return load_bytes(path == "-" ? "<standard input>" : path, std::move(*bytes), sources, diagnostics, rules);
}

std::optional<Sources::FileId> load_bytes(const std::string& name, std::string bytes, Sources& sources,
                                          Diagnostics& diagnostics, const LoadRules& rules) {
  const Encoding encoding = detect_encoding(bytes);
  const std::string_view body = std::string_view(bytes).substr(encoding.mark_length);
  if (body.empty() && !rules.may_be_empty) {
    diagnostics.error({}, fmt::format("'{}' is empty", name));
    return std::nullopt;
  }
  Decoded decoded = decode(body, encoding.name);
  if (!decoded.is_known) {
    report_byte(name, std::move(bytes), encoding.declared_offset, fmt::format("unknown encoding '{}'", encoding.name),
                "save the file as UTF-8", sources, diagnostics);
    return std::nullopt;
  }
  if (decoded.bad_offset && encoding.name != "UTF-8") {
    diagnostics.error({}, fmt::format("'{}': byte {} cannot be read as {}", name,
                                      *decoded.bad_offset + encoding.mark_length, encoding.name));
    return std::nullopt;
  }
  if (decoded.bad_offset && rules.must_be_utf8 && rules.must_be_utf8(decoded.text)) {
    const auto byte = static_cast<unsigned char>(decoded.text[*decoded.bad_offset]);
    report_byte(name, std::move(decoded.text), *decoded.bad_offset,
                fmt::format("byte 0x{:02x} is not valid UTF-8", byte),
                "if the file is in Latin-1, say encoding=\"ISO-8859-1\" in its first line", sources, diagnostics);
    return std::nullopt;
  }
  if (const std::size_t zero = decoded.text.find('\0'); zero != std::string::npos) {
    report_byte(name, std::move(decoded.text), zero, "zero byte: this is not a text file", {}, sources, diagnostics);
    return std::nullopt;
  }
  return sources.add(name, std::move(decoded.text));
}

}  // namespace zonda::lang
