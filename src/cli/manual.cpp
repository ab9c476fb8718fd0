#include "cli/manual.hpp"

#include "cli/markdown.hpp"
#include "zonda/version.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::cli {

namespace {

constexpr std::size_t kColumns = 96;

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// The text without back quotes and stars.
std::string plain(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') continue;
    if (text.substr(i).starts_with("**")) {
      ++i;
      continue;
    }
    result += text[i];
  }
  return result;
}

std::string wrapped(std::string_view text, const std::string& first, const std::string& indent, std::size_t columns) {
  std::string result = first;
  std::size_t column = width(first);
  bool is_start = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!is_start && column + 1 + width(word) > columns) {
      result += '\n' + indent;
      column = width(indent);
      is_start = true;
    }
    if (!is_start) {
      result += ' ';
      ++column;
    }
    result += word;
    column += width(word);
    is_start = false;
  }
  return result + '\n';
}

std::string table_text(const Block& block) {
  std::vector<std::size_t> widths;
  for (const auto& row : block.rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i >= widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], width(plain(row[i])));
    }
  std::string result;
  for (const auto& row : block.rows) {
    if (std::all_of(row.begin(), row.end(), [](const std::string& c) { return c.empty(); })) continue;
    std::string line = "  ";
    std::size_t start = 2;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      const std::string cell = plain(row[i]);
      line += cell + std::string(widths[i] - width(cell) + 2, ' ');
      start += widths[i] + 2;
    }
    const std::string last = row.empty() ? std::string() : plain(row.back());
    std::string text = wrapped(last, line, std::string(start, ' '), std::max(kColumns, start + 40));
    while (text.size() > 1 && text[text.size() - 2] == ' ') text.erase(text.size() - 2, 1);
    result += text;
  }
  return result;
}

std::string indented(const std::string& code, const std::string& indent) {
  std::string result;
  std::size_t at = 0;
  while (at < code.size()) {
    const std::size_t end = code.find('\n', at);
    const std::string line = code.substr(at, end - at);
    result += line.empty() ? "\n" : indent + line + '\n';
    at = end + 1;
  }
  return result;
}

// Whether a line must not begin with this character.
bool is_control(char c) { return c == '.' || c == '\''; }

void put_roff(char c, std::string& out) {
  if (is_control(c) && (out.empty() || out.back() == '\n')) out += "\\&";
  if (c == '\\')
    out += "\\e";
  else if (c == '-')
    out += "\\-";
  else
    out += c;
}

std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) put_roff(c, result);
  return result;
}

// Prints literal text in bold, emphasis in italics.
std::string roff_marked(std::string_view text) {
  std::string result;
  bool is_code = false;
  bool is_strong = false;
  bool is_emphasis = false;
  const auto toggle = [&](bool& state, const char* font) {
    state = !state;
    result += state ? font : "\\fP";
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_star = text[i] == '*' && !is_code;
    if (text[i] == '`') {
      toggle(is_code, "\\fB");
    } else if (is_star && i + 1 < text.size() && text[i + 1] == '*') {
      toggle(is_strong, "\\fB");
      ++i;
    } else if (is_star && (is_emphasis || (i + 1 < text.size() && text[i + 1] != ' '))) {
      toggle(is_emphasis, "\\fI");
    } else {
      put_roff(text[i], result);
    }
  }
  return result;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string heading(const std::string& name, int section) {
  return fmt::format(".\\\" Made by zonda help --man-pages.\n.TH \"{}\" {} \"\" \"zonda {}\" \"zonda manual\"\n",
                     upper(name), section, kVersion);
}

}  // namespace

std::string page_title(const ManualPage& page) {
  for (const Block& b : read_markdown(page.markdown))
    if (b.kind == Block::Kind::Heading) return plain(b.text);
  return std::string(page.name);
}

std::string page_text(const ManualPage& page) {
  std::string result;
  Block::Kind before = Block::Kind::Heading;
  for (const Block& b : read_markdown(page.markdown)) {
    if (!result.empty() && !(b.kind == Block::Kind::Item && before == Block::Kind::Item)) result += '\n';
    before = b.kind;
    switch (b.kind) {
      case Block::Kind::Heading: {
        const std::string text = plain(b.text);
        result += text + '\n';
        if (b.level <= 2) result += std::string(width(text), b.level == 1 ? '=' : '-') + '\n';
        break;
      }
      case Block::Kind::Paragraph:
        result += wrapped(plain(b.text), "", "", kColumns);
        break;
      case Block::Kind::Item:
        result += wrapped(plain(b.text), "- ", "  ", kColumns);
        break;
      case Block::Kind::Code:
        result += indented(b.text, "    ");
        break;
      case Block::Kind::Table:
        result += table_text(b);
        break;
    }
  }
  return result;
}

std::string page_man(const ManualPage& page) {
  std::string result = heading(fmt::format("zonda-{}", page.name), 7);
  result += fmt::format(".SH NAME\nzonda\\-{} \\- {}\n", page.name, roff(page_title(page)));
  bool is_first = true;
  for (const Block& b : read_markdown(page.markdown)) {
    switch (b.kind) {
      case Block::Kind::Heading:
        if (is_first)
          result += ".SH DESCRIPTION\n";
        else
          result += fmt::format("{} {}\n", b.level <= 2 ? ".SH" : ".SS", roff(upper(plain(b.text))));
        is_first = false;
        break;
      case Block::Kind::Paragraph:
        result += ".PP\n" + roff_marked(b.text) + '\n';
        break;
      case Block::Kind::Item:
        result += ".IP \\(bu 2\n" + roff_marked(b.text) + '\n';
        break;
      case Block::Kind::Code:
        result += ".PP\n.nf\n" + roff(indented(b.text, "    ")) + ".fi\n";
        break;
      case Block::Kind::Table:
        result += ".PP\n.nf\n" + roff(table_text(b)) + ".fi\n";
        break;
    }
  }
  return result;
}

namespace {

std::string option_names(const OptionDescription& option) {
  std::string result;
  for (const std::string& name : option.short_names) result += fmt::format("{}-{}", result.empty() ? "" : ", ", name);
  for (const std::string& name : option.long_names) result += fmt::format("{}--{}", result.empty() ? "" : ", ", name);
  if (option.takes_value) result += " " + option.type_name;
  return result;
}

std::string options_man(const CommandDescription& command) {
  std::string result;
  for (const std::string& group : command.groups) {
    std::string lines;
    for (const OptionDescription& o : command.options) {
      if (o.group != group || o.is_positional()) continue;
      lines += fmt::format(".TP\n.B {}\n{}\n", roff(option_names(o)), roff(o.help));
    }
    if (!lines.empty()) result += fmt::format(".SS {}\n{}", roff(group), lines);
  }
  return result;
}

// The beginning of a man page of section 1; `call` is what one types.
std::string opening(const std::string& name, const std::string& call, const std::string& description) {
  return heading(name, 1) +
         fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n.B {}\n", roff(name), roff(description), roff(call));
}

// The end of a man page of section 1: options, notes, and other pages; `also` is the first of these, or empty.
std::string closing(const CommandDescription& command, std::string also) {
  std::string result;
  if (const std::string options = options_man(command); !options.empty()) result += ".SH OPTIONS\n" + options;
  if (!command.footer.empty()) result += ".SH NOTES\n.nf\n" + roff(command.footer) + "\n.fi\n";
  for (const ManualPage& page : manual_pages())
    also += fmt::format("{}.BR zonda\\-{} (7)", also.empty() ? "" : ",\n", page.name);
  return result + ".SH SEE ALSO\n" + also + '\n';
}

}  // namespace

std::string program_man(const CommandLineDescription& line) {
  std::string result = opening("zonda", "zonda", line.program.description);
  result += ".I COMMAND\n[OPTIONS]\n.SH COMMANDS\n";
  for (const CommandDescription& c : line.commands)
    result += fmt::format(".TP\n.B {}\n{}\n", roff(c.name), roff(c.description));
  return result + closing(line.program, "");
}

std::string command_man(const CommandDescription& command) {
  std::string result = opening("zonda-" + command.name, "zonda " + command.name, command.description);
  result += "[OPTIONS]";
  std::string arguments;
  for (const OptionDescription& o : command.options) {
    if (!o.is_positional()) continue;
    result += o.is_required ? " " + o.position_name : " [" + o.position_name + "]";
    arguments += fmt::format(".TP\n.I {}\n{}\n", roff(o.position_name), roff(o.help));
  }
  return result + "\n.SH ARGUMENTS\n" + arguments + closing(command, ".BR zonda (1)");
}

}  // namespace zonda::cli
