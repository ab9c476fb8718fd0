// What the tests of read_xml share: small models, and a file that has been read.
#pragma once

#include "lang/print.hpp"
#include "lang/read.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang::xml_fixture {

inline constexpr std::string_view kLocations =
    "<location id='a'><name>A</name></location><location id='b'/><init ref='a'/>";

inline std::string in_template(std::string_view inside) {
  return "<template><name>P</name>" + std::string(inside) + "</template>";
}
inline std::string edge(std::string_view inside) {
  return std::string(kLocations) + "<transition><source ref='a'/><target ref='b'/>" + std::string(inside) +
         "</transition>";
}
inline std::string model(std::string_view templates, std::string_view queries = "") {
  return "<nta>\n<declaration>clock x; int n; chan c;</declaration>\n" + std::string(templates) +
         "\n<system>system P;</system>" + std::string(queries) + "</nta>";
}
inline std::string query(std::string_view inside) {
  return model("", "<queries>" + std::string(inside) + "</queries>");
}

struct Read {
  Sources sources;
  Diagnostics diagnostics;
  Sources::FileId file;
  std::unique_ptr<Document> document;

  explicit Read(std::string text) : file(sources.add("m.xml", std::move(text))) {
    document = read_xml(sources, file, diagnostics);
  }
  const Template& first() const { return *document->templates.at(0); }
  const EdgeSyntax& first_edge() const { return first().edges.at(0); }
  std::string errors() const { return render(diagnostics, sources); }
  // 'source text that is marked | message' of each diagnostic.
  std::vector<std::string> found() const {
    std::vector<std::string> result;
    for (const Diagnostic& d : diagnostics.items())
      result.push_back(std::string(sources.slice(d.range)) + " | " + d.message);
    return result;
  }
  std::string xpath(std::size_t i = 0) const { return sources.position(diagnostics.items().at(i).range.begin).xpath; }
};

}  // namespace zonda::lang::xml_fixture
