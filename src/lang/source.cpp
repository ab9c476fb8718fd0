#include "lang/source.hpp"

#include "util/invariant.hpp"

#include <algorithm>
#include <limits>

namespace zonda::lang {

namespace {

bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::uint32_t count_characters(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      std::count_if(bytes.begin(), bytes.end(), [](char c) { return !is_continuation_byte(c); }));
}

}  // namespace

SourceRange join(SourceRange a, SourceRange b) {
  if (!a.is_known()) return b;
  if (!b.is_known()) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

Sources::FileId Sources::add(std::string name, std::string text) {
  // Offset 0 is never used, so that {0, 0} can mean 'no position'.
  const std::uint64_t base = files_.empty() ? 1 : std::uint64_t{files_.back()->base} + files_.back()->text.size() + 1;
  ZONDA_CHECK(base + text.size() < std::numeric_limits<std::uint32_t>::max(), "more than 4 GiB of source text");
  auto file = std::make_unique<File>();
  file->name = std::move(name);
  file->text = std::move(text);
  file->base = static_cast<std::uint32_t>(base);
  file->line_starts.push_back(0);
  const std::string& bytes = file->text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    // A line ends with \n, \r\n or a lone \r.
    const bool lone_return = bytes[i] == '\r' && (i + 1 == bytes.size() || bytes[i + 1] != '\n');
    if (bytes[i] == '\n' || lone_return) file->line_starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  files_.push_back(std::move(file));
  return static_cast<FileId>(files_.size() - 1);
}

void Sources::add_region(FileId file, SourceRange range, std::string xpath) {
  files_[file]->regions.push_back({range, std::move(xpath)});
}

const Sources::File* Sources::find(std::uint32_t offset) const {
  auto after = std::upper_bound(files_.begin(), files_.end(), offset,
                                [](std::uint32_t o, const auto& f) { return o < f->base; });
  return after == files_.begin() ? nullptr : std::prev(after)->get();
}

std::size_t Sources::line_index(const File& file, std::uint32_t local) {
  auto after = std::upper_bound(file.line_starts.begin(), file.line_starts.end(), local);
  return static_cast<std::size_t>(after - file.line_starts.begin()) - 1;
}

Position Sources::position(std::uint32_t offset) const {
  const File* file = find(offset);
  if (file == nullptr) return {};
  const auto local = std::min(offset - file->base, static_cast<std::uint32_t>(file->text.size()));
  const std::size_t line = line_index(*file, local);
  const std::uint32_t start = file->line_starts[line];
  Position result;
  result.file = file->name;
  result.line = static_cast<std::uint32_t>(line + 1);
  result.column = 1 + count_characters(std::string_view(file->text).substr(start, local - start));
  auto region = std::upper_bound(file->regions.begin(), file->regions.end(), offset,
                                 [](std::uint32_t o, const Region& r) { return o < r.range.begin; });
  if (region != file->regions.begin() && offset <= std::prev(region)->range.end) {
    result.xpath = std::prev(region)->xpath;
    const std::uint32_t region_start = std::prev(region)->range.begin - file->base;
    result.xpath_line = static_cast<std::uint32_t>(line - line_index(*file, region_start) + 1);
  }
  return result;
}

std::string Sources::place(SourceRange range) const {
  if (!range.is_known()) return {};
  const Position at = position(range.begin);
  return at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string_view Sources::line_at(std::uint32_t offset) const {
  const File* file = find(offset);
  if (file == nullptr) return {};
  const auto local = std::min(offset - file->base, static_cast<std::uint32_t>(file->text.size()));
  const std::size_t line = line_index(*file, local);
  const std::size_t start = file->line_starts[line];
  const std::size_t end = line + 1 < file->line_starts.size() ? file->line_starts[line + 1] : file->text.size();
  std::string_view text = std::string_view(file->text).substr(start, end - start);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string_view Sources::line_prefix(std::uint32_t offset) const {
  const std::string_view line = line_at(offset);
  const File* file = find(offset);
  if (file == nullptr) return {};
  const std::string_view text = file->text;
  const auto local = std::min<std::size_t>(offset - file->base, text.size());
  const auto start = static_cast<std::size_t>(line.data() - text.data());
  return line.substr(0, std::min(line.size(), local - start));
}

std::string_view Sources::slice(SourceRange range) const {
  const File* file = range.is_known() ? find(range.begin) : nullptr;
  if (file == nullptr) return {};
  const std::size_t begin = range.begin - file->base;
  if (begin >= file->text.size() || range.end <= range.begin) return {};
  return std::string_view(file->text).substr(begin, range.end - range.begin);
}

TextBlock TextBlock::plain(const Sources& sources, Sources::FileId file) {
  return {sources.text(file), {{0, sources.base(file)}}};
}

std::uint32_t TextBlock::source_offset(std::uint32_t text_offset) const {
  if (segments.empty()) return 0;
  auto after = std::upper_bound(segments.begin(), segments.end(), text_offset,
                                [](std::uint32_t o, const Segment& s) { return o < s.text_offset; });
  const Segment& segment = after == segments.begin() ? segments.front() : *std::prev(after);
  return segment.source_offset + (text_offset - segment.text_offset);
}

SourceRange TextBlock::range() const {
  if (segments.empty()) return {};
  return {source_offset(0), source_offset(static_cast<std::uint32_t>(text.size()))};
}

bool TextBlock::is_blank() const { return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos; }

}  // namespace zonda::lang
