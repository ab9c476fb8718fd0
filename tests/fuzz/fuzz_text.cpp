// Any bytes as a textual model, in both dialects.
#include "fuzz_model.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zonda;
  for (const lang::Dialect dialect : {lang::Dialect::New, lang::Dialect::Old}) {
    lang::Sources sources;
    lang::Diagnostics diagnostics;
    const auto file = sources.add("fuzz.xta", std::string(reinterpret_cast<const char*>(data), size));
    auto document = lang::read_text(sources, file, dialect, diagnostics);
    const auto network = fuzz::finish(document.get(), sources, diagnostics);
    if (network != nullptr && network->queries.empty())
      fuzz::check_same(*network, lang::write_xta(*document), "again.xta");
  }
  return 0;
}
