// Every bundled model: written in another format and read again, it is the same Network.
#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "lang/write_xml.hpp"
#include "lang/write_xta.hpp"
#include "model/build.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace zonda {
namespace {

struct Loaded {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  std::unique_ptr<lang::Semantics> semantics;
  std::unique_ptr<model::Network> network;

  Loaded(const std::string& name, std::string text) {
    const auto file = sources.add(name, std::move(text));
    document = formats::read_tree(sources, file, diagnostics);
    if (document != nullptr && !diagnostics.has_model_errors()) semantics = lang::check(*document, diagnostics);
    if (semantics != nullptr && !diagnostics.has_model_errors())
      network = model::build(*document, *semantics, diagnostics);
  }
  [[nodiscard]] std::string messages() const { return lang::render(diagnostics, sources); }
};

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string condition_text(const model::Condition& c) {
  std::string result = std::to_string(c.integer.value);
  for (const model::ClockConstraint& k : c.clocks)
    result += " " + std::to_string(k.condition.value) + ":" + std::to_string(k.left.value) + "-" +
              std::to_string(k.right.value) + (k.is_strict ? "<" : "<=") + std::to_string(k.bound.value);
  return result;
}

// Everything of a network that says how it behaves, as text: a difference is easy to read.
std::string network_text(const model::Network& n) {
  std::ostringstream out;
  for (std::uint32_t i = 0; i < n.cells.size(); ++i)
    out << n.cell_name(i) << " " << n.cells[i].lower << ".." << n.cells[i].upper << " = " << n.cells[i].initial << "\n";
  for (std::uint32_t i = 1; i < n.clocks.size(); ++i) out << n.clock_name(i) << " = " << n.clocks[i].initial << "\n";
  for (std::uint32_t i = 0; i < n.channels.size(); ++i)
    out << n.channel_name(i) << n.channels[i].is_urgent << n.channels[i].is_broadcast << n.channels[i].priority << "\n";
  for (const model::Process& p : n.processes) {
    out << p.name << " " << p.initial << " " << p.priority << "\n";
    for (const model::Location& l : p.locations)
      out << "  " << l.name << l.is_urgent << l.is_committed << " " << condition_text(l.invariant) << "\n";
    for (const model::Edge& e : p.edges) {
      out << "  " << e.source << "->" << e.target << " " << condition_text(e.guard) << " " << static_cast<int>(e.sync)
          << " " << e.channel.value << " " << e.update.value;
      for (const model::ClockReset& r : e.resets) out << " " << r.clock << ":=" << r.source << "+" << r.offset;
      out << "\n";
    }
  }
  for (const model::Instruction& i : n.code.instructions)
    out << static_cast<int>(i.op) << " " << i.a << " " << i.b << " " << i.c << "\n";
  return out.str();
}

class RoundTrip : public testing::TestWithParam<std::filesystem::path> {};

std::vector<std::filesystem::path> paths_of_models() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator(ZONDA_ROOT "/models"))
    if (entry.path().extension() == ".xml" || entry.path().extension() == ".xta") result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

TEST_P(RoundTrip, XtaAndXmlKeepTheNetwork) {
  const Loaded first(GetParam().string(), read_file(GetParam()));
  ASSERT_NE(first.network, nullptr) << first.messages();
  first.document->queries.clear();  // they are compiled into the same code; the formats keep them elsewhere
  Loaded plain(GetParam().string(), read_file(GetParam()));
  plain.document->queries.clear();
  plain.network = model::build(*plain.document, *plain.semantics, plain.diagnostics);
  const std::string wanted = network_text(*plain.network);

  const Loaded xta("again.xta", lang::write_xta(*plain.document));
  ASSERT_NE(xta.network, nullptr) << xta.messages();
  EXPECT_EQ(network_text(*xta.network), wanted);
  const Loaded xml("again.xml", lang::write_xml(*xta.document));
  ASSERT_NE(xml.network, nullptr) << xml.messages();
  EXPECT_EQ(network_text(*xml.network), wanted);
}

TEST_P(RoundTrip, XmlKeepsQueries) {
  const Loaded first(GetParam().string(), read_file(GetParam()));
  ASSERT_NE(first.network, nullptr) << first.messages();
  const Loaded again("again.xml", lang::write_xml(*first.document));
  ASSERT_NE(again.network, nullptr) << again.messages();
  ASSERT_EQ(again.network->queries.size(), first.network->queries.size());
  for (std::size_t i = 0; i < first.network->queries.size(); ++i) {
    EXPECT_EQ(again.network->queries[i].text, first.network->queries[i].text);
    EXPECT_EQ(again.network->queries[i].comment, first.network->queries[i].comment);
    EXPECT_EQ(again.network->queries[i].expectations.size(), first.network->queries[i].expectations.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Bundled, RoundTrip, testing::ValuesIn(paths_of_models()), [](const auto& each) {
  std::string name = each.param.stem().string() + each.param.extension().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace zonda
