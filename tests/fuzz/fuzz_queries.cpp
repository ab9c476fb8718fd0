// Any bytes as a query file for a fixed model.
#include "fuzz_model.hpp"

namespace {

constexpr const char* kModel = R"(
const int N = 3;  typedef int[0,N-1] id_t;
clock x, y[2];  int a[id_t], n;  bool b;  struct { int f; bool g[2]; } s;
int twice(int v) { return 2 * v; }
process P(const id_t id) {
  clock z;  int k;
  int local(int v) { return v + k; }
  state l0 { z <= 5 }, l1;  init l0;  trans l0 -> l1 { guard z > 1; assign k = id; };
}
process Q() { state q; init q; }
system P, Q;
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zonda;
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  const auto model = sources.add("model.xta", kModel);
  auto document = lang::read_text(sources, model, lang::Dialect::New, diagnostics);
  const auto file = sources.add("fuzz.q", std::string(reinterpret_cast<const char*>(data), size));
  lang::read_queries(sources, file, *document, diagnostics);
  (void)fuzz::finish(document.get(), sources, diagnostics);
  return 0;
}
