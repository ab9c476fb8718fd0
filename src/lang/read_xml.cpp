// UPPAAL's XML files. The order of elements is fixed by the DTD, but nothing is gained by insisting on it: children
// are looked up by name, unknown ones are skipped.
//
// A file may be in the syntax of UPPAAL 3.4, and nothing in it says so. It is read in the new syntax first; if that
// gives errors and the old syntax gives none, it was the old one. Queries have no part in this decision: they are
// the same in both.
#include "lang/comments.hpp"
#include "lang/parser.hpp"
#include "lang/read.hpp"
#include "lang/read_xml_impl.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace zonda::lang {

namespace {

std::optional<std::int32_t> layout_number(std::optional<std::string_view> text) {
  if (!text) return std::nullopt;
  const std::string_view digits = trimmed(*text);
  double value = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (parsed.ec != std::errc{} || parsed.ptr != digits.data() + digits.size()) return std::nullopt;
  constexpr double kLimit = 1e9;
  if (!(std::abs(value) <= kLimit)) return std::nullopt;  // not a number counts as too large
  return static_cast<std::int32_t>(std::lround(value));
}

bool is_model_part(std::string_view name) {
  return name == "declaration" || name == "template" || name == "name" || name == "parameter" || name == "location" ||
         name == "branchpoint" || name == "init" || name == "transition" || name == "source" || name == "target" ||
         name == "label" || name == "instantiation" || name == "system" || name == "formula" || name == "nta" ||
         name == "project";
}

// Start tags and texts are regions of their own, so that an error in either is shown with its XPath.
void add_regions(const XmlTree& tree, Sources& sources, Sources::FileId file) {
  std::uint32_t covered = 0;
  const auto add = [&](SourceRange range, const std::string& xpath) {
    // Text around child elements, and what comes from entities, may lie behind what has been added.
    if (range.begin < covered || range.end <= range.begin) return;
    sources.add_region(file, range, xpath);
    covered = range.end;
  };
  for (const XmlElement* e = &tree.root(); e != nullptr; e = XmlTree::following(*e)) {
    if (!is_model_part(e->name)) continue;
    const std::string xpath = e->xpath();
    add(e->tag, xpath);
    if (e->text != nullptr && e->first_child == nullptr) add(e->text->range(), xpath);
  }
}

void add_items(const std::vector<Declaration*>& declarations, Section section, Document& document) {
  for (Declaration* declaration : declarations) document.items.push_back({section, declaration, 0});
}

void read_declarations(const XmlElement& root, const XmlContext& context) {
  Document& document = context.document;
  if (const XmlElement* e = context.text_child(root, "declaration")) {
    document.declaration_text = context.keep(*e->text);
    add_items(parse_declarations(document.declaration_text, document, context.diagnostics), Section::Declaration,
              document);
  }
}

void read_system(const XmlElement& root, const XmlContext& context) {
  Document& document = context.document;
  if (const XmlElement* e = context.text_child(root, "instantiation")) {
    document.instantiation_text = context.keep(*e->text);
    add_items(parse_declarations(document.instantiation_text, document, context.diagnostics), Section::Instantiation,
              document);
  }
  if (const XmlElement* e = context.text_child(root, "system")) {
    document.system_text = context.keep(*e->text);
    parse_system(document.system_text, document, context.diagnostics);
    return;
  }
  const XmlElement* blank = root.child("system");
  context.diagnostics.error((blank == nullptr ? root : *blank).tag,
                            blank == nullptr ? "missing <system> section" : "the <system> section is empty",
                            "it says which processes run: 'system P, Q;'");
}

// Everything but the queries.
std::unique_ptr<Document> read_in(Dialect dialect, const XmlTree& tree, const Sources& sources, Sources::FileId file,
                                  Diagnostics& diagnostics) {
  auto document = std::make_unique<Document>();
  document->is_all_in_texts = true;
  document->dialect = dialect;
  document->encoding = tree.encoding();
  const XmlContext context{sources, file, *document, diagnostics};
  const XmlElement& root = tree.root();
  read_declarations(root, context);
  for (const XmlElement* e = root.first_child; e != nullptr; e = e->next)
    if (e->name == "template") read_xml_template(*e, context);
  read_system(root, context);
  if (const XmlElement* lsc = root.child("lsc")) {
    document->has_lsc = true;
    document->lsc_range = lsc->tag;
  }
  return document;
}

std::unique_ptr<Document> empty_document() {
  auto document = std::make_unique<Document>();
  document->is_all_in_texts = true;
  return document;
}

}  // namespace

TextBlock XmlContext::keep(const TextBlock& text) const {
  const std::string_view all = sources.text(file);
  const bool is_in_file = text.text.data() >= all.data() && text.text.data() < all.data() + all.size();
  return is_in_file ? text : TextBlock{keep(text.text), text.segments};
}

const XmlElement* XmlContext::text_child(const XmlElement& parent, std::string_view name) const {
  const XmlElement* found = nullptr;
  for (const XmlElement* e = parent.first_child; e != nullptr; e = e->next) {
    if (e->name != name || e->text == nullptr) continue;
    if (found != nullptr) {
      diagnostics.error(e->tag, fmt::format("a second <{}> in one <{}>", name, parent.name), "join the two texts");
      break;
    }
    found = e;
  }
  return found;
}

std::optional<Point> XmlContext::point(const XmlElement& element) {
  const auto x = layout_number(element.attribute("x"));
  const auto y = layout_number(element.attribute("y"));
  if (!x || !y) return std::nullopt;
  return Point{*x, *y};
}

std::unique_ptr<Document> read_xml(Sources& sources, Sources::FileId file, Diagnostics& diagnostics) {
  const std::unique_ptr<XmlTree> tree = XmlTree::parse(sources, file, diagnostics);
  if (tree == nullptr) return empty_document();
  const XmlElement& root = tree->root();
  if (root.name != "nta" && root.name != "project") {
    diagnostics.error(root.tag, fmt::format("the root element is <{}>, not <nta>", root.name),
                      "this is XML, but not a UPPAAL model");
    return empty_document();
  }
  add_regions(*tree, sources, file);
  Diagnostics found = diagnostics.fresh();
  auto document = read_in(Dialect::New, *tree, sources, file, found);
  if (found.has_errors()) {
    Diagnostics retry = diagnostics.fresh();
    auto other = read_in(Dialect::Old, *tree, sources, file, retry);
    if (!retry.has_errors()) {
      document = std::move(other);
      found = std::move(retry);
      found.warning("old-syntax", {}, fmt::format("{}: read in the syntax of UPPAAL 3.4", sources.name(file)));
    }
  }
  const XmlContext context{sources, file, *document, found};
  for (const XmlElement* e = root.first_child; e != nullptr; e = e->next)
    if (e->name == "queries") read_xml_queries(*e, context);
  diagnostics.append(found);
  return document;
}

}  // namespace zonda::lang
