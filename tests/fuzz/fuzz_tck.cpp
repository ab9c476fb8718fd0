// Any bytes as a model in TChecker's format; and what can be written from it, in that format and in UPPAAL's.
#include "emit/tck.hpp"
#include "formats/registry.hpp"
#include "fuzz_model.hpp"
#include "lang/tck_to_uppaal.hpp"

namespace {

using namespace zonda;

std::unique_ptr<model::Network> read(const std::string& text, const char* name, lang::Sources& sources,
                                     lang::Diagnostics& diagnostics, std::unique_ptr<lang::Document>& document) {
  document = formats::read_tree(sources, sources.add(name, text), diagnostics);
  return fuzz::finish(document.get(), sources, diagnostics);
}

// The file is read again, and is the same network in what can be compared.
void check_again(const model::Network& wanted, const std::string& text) {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  const auto network = read(text, "m.tck", sources, diagnostics, document);
  if (network == nullptr || network->cells.size() != wanted.cells.size() ||
      network->clocks.size() != wanted.clocks.size() || network->joints.size() != wanted.joints.size())
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  const auto file = sources.add("m.tck", std::string(reinterpret_cast<const char*>(data), size));
  auto document = lang::read_tck(sources, file, diagnostics);
  const auto network = fuzz::finish(document.get(), sources, diagnostics);
  if (network == nullptr || !network->queries.empty()) return 0;
  const auto made = lang::tck_to_uppaal(*document);
  if (made.document != nullptr) {
    lang::Sources other;
    lang::Diagnostics errors;
    std::unique_ptr<lang::Document> again;
    if (read(lang::write_xta(*made.document), "m.xta", other, errors, again) == nullptr) std::abort();
  }
  const auto written = emit::write_tck(*network, "m.tck");
  if (written.refusal.empty()) check_again(*network, written.text);
  return 0;
}
