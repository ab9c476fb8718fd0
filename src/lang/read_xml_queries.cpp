// The <queries> of an XML file. <result> elements are the editor's history and are left out.
#include "lang/parser.hpp"
#include "lang/query_lines.hpp"
#include "lang/read_xml_impl.hpp"

namespace zonda::lang {

namespace {

std::string attribute_text(const XmlElement& e, std::string_view name) {
  return std::string(e.attribute(name).value_or(""));
}

QueryOption read_option(const XmlElement& e) { return {attribute_text(e, "key"), attribute_text(e, "value")}; }

Expectation read_expectation(const XmlElement& e) {
  Expectation result;
  result.outcome = attribute_text(e, "outcome");
  result.type = attribute_text(e, "type");
  result.value = attribute_text(e, "value");
  for (const XmlElement* c = e.first_child; c != nullptr; c = c->next)
    if (c->name == "resource")
      result.resources.push_back({attribute_text(*c, "type"), attribute_text(*c, "value"), attribute_text(*c, "unit")});
  return result;
}

// The block without white space at both ends.
TextBlock trimmed_block(const TextBlock& block) {
  const std::size_t begin = block.text.find_first_not_of(" \t\r\n");
  return part_of(block, begin, block.text.find_last_not_of(" \t\r\n") + 1);
}

class QueriesReader {
 public:
  explicit QueriesReader(const XmlContext& context) : context_(context), document_(context.document) {}

  void read(const XmlElement& element) {
    Query query;
    query.range = element.tag;
    for (const XmlElement* e = element.first_child; e != nullptr; e = e->next) {
      if (e->name == "comment" && e->text != nullptr) query.comment = e->text->text;
      if (e->name == "option") query.options.push_back(read_option(*e));
      if (e->name == "expect") query.expectations.push_back(read_expectation(*e));
    }
    if (const XmlElement* e = context_.text_child(element, "formula"))
      add_formulas(std::move(query), trimmed_block(context_.keep(*e->text)));
    else
      document_.queries.push_back(std::move(query));
  }

 private:
  // UPPAAL reads each line of a formula as a formula. People also break long formulas: where the lines alone make
  // no sense, they are one formula.
  void add_formulas(Query query, TextBlock text) {
    Diagnostics quiet = context_.diagnostics.fresh();
    std::vector<QueryLine> lines = split_queries(text, document_.arena, quiet);
    if (lines.size() > 1 && !quiet.has_errors() && add_lines(query, lines)) return;
    if (lines.size() == 1 && !lines[0].expectation.empty() && query.expectations.empty())
      query.expectations.push_back(
          parse_expectation(lines[0].expectation, lines[0].expectation_range, context_.diagnostics));
    query.range = text.range();
    query.text = std::move(text);
    // A formula of nothing but comments is no formula.
    if (!lines.empty() || quiet.has_errors()) parse_query(query, document_, context_.diagnostics);
    document_.queries.push_back(std::move(query));
  }

  // False, and nothing is added, when one of the lines is not a formula.
  bool add_lines(const Query& common, std::vector<QueryLine>& lines) {
    std::vector<Query> queries;
    Diagnostics found = context_.diagnostics.fresh();
    for (QueryLine& line : lines) {
      Query& query = queries.emplace_back(common);
      query.text = std::move(line.text);
      query.range = line.range;
      parse_query(query, document_, found);
      if (found.has_errors()) return false;
    }
    context_.diagnostics.append(found);
    for (Query& query : queries) document_.queries.push_back(std::move(query));
    return true;
  }

  const XmlContext& context_;
  Document& document_;
};

}  // namespace

void read_xml_queries(const XmlElement& element, const XmlContext& context) {
  QueriesReader reader(context);
  for (const XmlElement* e = element.first_child; e != nullptr; e = e->next) {
    if (e->name == "option") context.document.options.push_back(read_option(*e));
    if (e->name == "query") reader.read(*e);
  }
}

}  // namespace zonda::lang
