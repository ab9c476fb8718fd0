// Any bytes as an XML model.
#include "fuzz_model.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zonda;
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  const auto file = sources.add("fuzz.xml", std::string(reinterpret_cast<const char*>(data), size));
  auto document = lang::read_xml(sources, file, diagnostics);
  const auto network = fuzz::finish(document.get(), sources, diagnostics);
  if (network != nullptr && network->queries.empty())
    fuzz::check_same(*network, lang::write_xml(*document), "again.xml");
  return 0;
}
