// The part of Markdown that the manual uses: headings, paragraphs, fenced code, lists, tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace zonda::cli {

struct Block {
  enum class Kind { Heading, Paragraph, Code, Item, Table };
  Kind kind = Kind::Paragraph;
  int level = 0;                               // of a heading
  std::string text;                            // joined to one line; code as it is
  std::vector<std::vector<std::string>> rows;  // of a table, its heading first
};

[[nodiscard]] std::vector<Block> read_markdown(std::string_view text);

}  // namespace zonda::cli
