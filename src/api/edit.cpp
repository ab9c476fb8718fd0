// Editing files: layout, repairs, comparison.
#include "zonda/edit.hpp"

#include "api/model_parts.hpp"
#include "formats/registry.hpp"
#include "lang/compare.hpp"
#include "lang/fixes.hpp"
#include "lang/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

namespace zonda {

namespace {

struct Read {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  formats::Tidying tidying = formats::Tidying::None;
  std::string mark;   // the byte order mark, if the file begins with one
  std::string text;   // of the file, without it
  std::string error;  // why it cannot be rewritten

  explicit Read(const std::string& path) {
    std::ostringstream raw;
    // Standard input can be read once only.
    if (path == "-" && std::cin.peek() != std::istream::traits_type::eof()) raw << std::cin.rdbuf();
    const formats::Registry& registry = formats::standard();
    const auto file = path == "-" ? registry.load_bytes("<standard input>", raw.str(), sources, diagnostics)
                                  : registry.load_file(path, sources, diagnostics);
    formats::Reading reading;
    if (file) reading = registry.read(sources, *file, diagnostics);
    document = std::move(reading.tree);
    if (document == nullptr && reading.blueprint == nullptr) {
      error = lang::render(diagnostics, sources);
      if (error.starts_with("error: ")) error.erase(0, 7);
      if (!error.empty()) error.pop_back();
      return;
    }
    text = sources.text(*file);
    if (path != "-") raw << std::ifstream(path, std::ios::binary).rdbuf();
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (raw.str().starts_with(kMark)) mark = kMark;
    if (raw.str() != mark + text) error = fmt::format("'{}' is not plain UTF-8, and stays as it is", path);
    tidying = reading.format->tidying;
    if (tidying == formats::Tidying::None) error = reading.format->title() + " is left as it is";
  }
};

// The edits, which do not overlap, in the text; offsets are those of the first file.
std::string apply(std::string_view text, std::vector<lang::TextEdit> edits, std::uint32_t base) {
  std::stable_sort(edits.begin(), edits.end(), [](const lang::TextEdit& a, const lang::TextEdit& b) {
    return std::pair(a.range.begin, a.range.end) < std::pair(b.range.begin, b.range.end);
  });
  std::string result;
  std::size_t at = 0;
  for (const lang::TextEdit& e : edits) {
    const std::size_t begin = e.range.begin - base;
    const std::size_t end = e.range.end - base;
    if (begin < at || end > text.size()) continue;
    result += text.substr(at, begin - at);
    result += e.replacement;
    at = end;
  }
  return result += text.substr(at);
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

// A declaration inside an XML file: written with entities, or inside CDATA; anything else is left alone.
void format_block(const lang::Sources& sources, const lang::TextBlock& block, const char* what, Edited& result,
                  std::vector<lang::TextEdit>& edits) {
  if (block.is_blank()) return;
  const lang::SourceRange range = block.range();
  const std::string raw(sources.slice(range));
  // White space at both ends belongs to the layout of the XML.
  const std::string_view all = block.text;
  const std::size_t begin = all.find_first_not_of(" \t\r\n");
  const std::size_t end = all.find_last_not_of(" \t\r\n") + 1;
  const std::size_t line = all.substr(0, begin).rfind('\n');
  const std::string lead(all.substr(0, line == std::string_view::npos ? 0 : line + 1));
  const std::string formatted =
      lead + lang::format_text(all.substr(lead.size(), end - lead.size())) + std::string(all.substr(end));
  if (formatted == all) return;
  std::string decoded = raw;
  const auto replace = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = decoded.find(from); at != std::string::npos; at = decoded.find(from, at + to.size()))
      decoded.replace(at, from.size(), to);
  };
  const bool is_cdata = range.begin >= 9 && sources.slice({range.begin - 9, range.begin}) == "<![CDATA[";
  if (!is_cdata) {
    replace("&lt;", "<");
    replace("&gt;", ">");
    replace("&quot;", "\"");
    replace("&apos;", "'");
    replace("&amp;", "&");
  }
  if (decoded != block.text) {
    result.notes.push_back(
        fmt::format("{}: {} cannot be changed safely, and stays as it is", sources.place(range), what));
    return;
  }
  edits.push_back({range, is_cdata ? formatted : escaped(formatted)});
}

std::string with_breaks_of(const std::string& original, std::string text) {
  if (original.find("\r\n") == std::string::npos) return text;
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) result += '\r';
    result += text[i];
  }
  return result;
}

}  // namespace

Edited format_file(const std::string& path) {
  Edited result;
  const Read read(path);
  result.error = read.error;
  if (!result.error.empty()) return result;
  if (read.tidying == formats::Tidying::Declarations) {
    std::vector<lang::TextEdit> edits;
    const lang::Document& d = *read.document;
    format_block(read.sources, d.declaration_text, "the declaration", result, edits);
    for (const auto& t : d.templates) format_block(read.sources, t->declaration_text, "a declaration", result, edits);
    format_block(read.sources, d.instantiation_text, "the instantiation", result, edits);
    format_block(read.sources, d.system_text, "the system", result, edits);
    result.text = apply(read.text, std::move(edits), read.sources.base(0));
  } else {
    result.text = lang::format_text(read.text);
  }
  result.text = with_breaks_of(read.text, std::move(result.text));
  result.is_changed = result.text != read.text;
  result.text.insert(0, read.mark);
  return result;
}

Edited fix_file(const std::string& path) {
  Edited result;
  Read read(path);
  result.error = read.error;
  if (!result.error.empty()) return result;
  if (!read.document->has_syntax_errors) (void)lang::check(*read.document, read.diagnostics);
  if (read.diagnostics.has_errors()) {
    result.error =
        fmt::format("'{}' has errors; correct them first, because only a model without errors can be repaired", path);
    return result;
  }
  read.diagnostics.sort();
  std::vector<lang::TextEdit> edits;
  for (lang::TextFix& fix : lang::find_fixes(*read.document, read.sources, read.diagnostics)) {
    result.notes.push_back(fmt::format("{}: repaired: {}", read.sources.place(fix.place), fix.note));
    for (lang::TextEdit& e : fix.edits) edits.push_back(std::move(e));
  }
  result.text = apply(read.text, std::move(edits), read.sources.base(0));
  result.is_changed = result.text != read.text;
  result.text.insert(0, read.mark);
  return result;
}

Compared compare_models(const std::string& before, const std::string& after) {
  const Model first = Model::load(before);
  const Model second = Model::load(after);
  return Model::compare(first, second);
}

Compared Model::compare(const Model& before, const Model& after) {
  Compared result;
  for (const Model* m : {&before, &after}) {
    const Parts& parts = *m->parts_;
    if (!m->is_read() || (parts.tree != nullptr && parts.tree->has_syntax_errors))
      result.error += m->messages();
    else if (parts.tree == nullptr)
      result.error += fmt::format("zonda: models in {} cannot be compared\n", parts.format->title());
  }
  if (!result.error.empty()) return result;
  for (lang::ModelDifference& d : lang::compare(*before.parts_->tree, *after.parts_->tree)) {
    const Difference::Kind kind = d.before.empty()  ? Difference::Kind::Added
                                  : d.after.empty() ? Difference::Kind::Removed
                                                    : Difference::Kind::Changed;
    result.differences.push_back({kind, std::move(d.what), std::move(d.before), std::move(d.after)});
  }
  return result;
}

}  // namespace zonda
