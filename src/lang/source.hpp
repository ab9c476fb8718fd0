// Where text comes from. Every file that takes part in a run (model, queries, command line) is laid end to end
// in one space of 32-bit offsets, so that a range is eight bytes and needs no file beside it.
//
// A piece of UPPAAL text inside an XML file is decoded before it is lexed (entities, CDATA). A TextBlock keeps
// the decoded text together with the map back to the file, so that a caret points at the character that the user
// wrote.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang {

// Half-open range of offsets in the space of all sources. {0, 0} means 'no position'.
struct SourceRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool is_known() const { return end != 0; }
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

// The smallest range that holds both; an unknown one does not count.
[[nodiscard]] SourceRange join(SourceRange a, SourceRange b);

// A position as a person reads it. Lines and columns count from 1; columns count characters, not bytes.
struct Position {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string xpath;             // inside an XML file: the element that holds the text
  std::uint32_t xpath_line = 0;  // the line within that text, from 1
};

class Sources {
 public:
  using FileId = std::uint32_t;

  // Adds a file whose text is UTF-8 (or must be treated as bytes). The text stays valid as long as this object.
  // Throws SourceTooLarge when the offsets would not fit.
  FileId add(std::string name, std::string text);

  [[nodiscard]] std::string_view text(FileId file) const { return files_[file]->text; }
  [[nodiscard]] const std::string& name(FileId file) const { return files_[file]->name; }
  [[nodiscard]] std::uint32_t base(FileId file) const { return files_[file]->base; }
  [[nodiscard]] std::size_t file_count() const { return files_.size(); }

  // Says that [begin, end) of the offset space is the text of the element at this XPath. Regions are added in
  // ascending order and do not overlap.
  void add_region(FileId file, SourceRange range, std::string xpath);

  [[nodiscard]] Position position(std::uint32_t offset) const;
  // 'file:line:column', or the empty string for an unknown range.
  [[nodiscard]] std::string place(SourceRange range) const;
  // The whole source line that holds the offset, without its line break.
  [[nodiscard]] std::string_view line_at(std::uint32_t offset) const;
  // Bytes between the start of its line and the offset.
  [[nodiscard]] std::string_view line_prefix(std::uint32_t offset) const;
  // The source text of a range as written in the file (entities not decoded).
  [[nodiscard]] std::string_view slice(SourceRange range) const;

 private:
  struct Region {
    SourceRange range;
    std::string xpath;
  };
  struct File {
    std::string name;
    std::string text;
    std::uint32_t base = 0;
    std::vector<std::uint32_t> line_starts;  // offsets within text
    std::vector<Region> regions;
  };

  [[nodiscard]] const File* find(std::uint32_t offset) const;
  [[nodiscard]] static std::size_t line_index(const File& file, std::uint32_t local);

  std::vector<std::unique_ptr<File>> files_;
};

// A piece of decoded text with its place in the file. Segments are ascending; inside one, text and file advance
// byte by byte. A character that came from an entity starts a segment of its own.
struct TextBlock {
  struct Segment {
    std::uint32_t text_offset = 0;
    std::uint32_t source_offset = 0;
  };

  std::string_view text;
  std::vector<Segment> segments;

  // A block that is a plain part of a file.
  static TextBlock plain(const Sources& sources, Sources::FileId file);
  // The offset in the source space of a byte of the text (text.size() is allowed: the end).
  [[nodiscard]] std::uint32_t source_offset(std::uint32_t text_offset) const;
  [[nodiscard]] SourceRange range() const;
  [[nodiscard]] bool is_blank() const;  // nothing but white space
};

}  // namespace zonda::lang
