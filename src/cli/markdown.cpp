#include "cli/markdown.hpp"

namespace zonda::cli {

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// '| a | b |' in cells; '\|' is a bar.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> result;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      result.emplace_back(trimmed(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return result;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::vector<Block> run() {
    std::string_view line;
    while (next(line)) take(line);
    return std::move(blocks_);
  }

 private:
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return true;
  }

  Block& open(Block::Kind kind) {
    is_open_ = true;
    Block& block = blocks_.emplace_back();
    block.kind = kind;
    return block;
  }

  void take(std::string_view line) {
    if (line.starts_with("```")) return code();
    const std::string_view text = trimmed(line);
    if (text.empty()) {
      is_open_ = false;
      return;
    }
    if (line.starts_with("#")) {
      const std::size_t level = line.find_first_not_of('#');
      Block& block = open(Block::Kind::Heading);
      block.level = static_cast<int>(level);
      block.text = trimmed(line.substr(level));
      is_open_ = false;
      return;
    }
    if (line.starts_with("|")) return table(line);
    if (line.starts_with("- ")) {
      open(Block::Kind::Item).text = trimmed(line.substr(2));
      return;
    }
    if (is_open_ && blocks_.back().kind != Block::Kind::Table) {
      blocks_.back().text += ' ';
      blocks_.back().text += text;
    } else {
      open(Block::Kind::Paragraph).text = text;
    }
  }

  void code() {
    Block& block = open(Block::Kind::Code);
    std::string_view line;
    while (next(line) && !line.starts_with("```")) {
      block.text += line;
      block.text += '\n';
    }
    is_open_ = false;
  }

  void table(std::string_view line) {
    if (!is_open_ || blocks_.back().kind != Block::Kind::Table) open(Block::Kind::Table);
    if (line.find_first_not_of("|-: ") != std::string_view::npos) blocks_.back().rows.push_back(cells_of(line));
  }

  std::string_view rest_;
  std::vector<Block> blocks_;
  bool is_open_ = false;
};

}  // namespace

std::vector<Block> read_markdown(std::string_view text) { return Reader(text).run(); }

}  // namespace zonda::cli
