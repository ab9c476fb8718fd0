// Checks the queries of a model and prints one line for each: check_model MODEL [QUERY…]
#include <zonda/model.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "check_model MODEL [QUERY...]\n";
    return 2;
  }
  zonda::LoadOptions load;
  load.queries.assign(argv + 2, argv + argc);  // none: those in the model, or MODEL.q
  const zonda::Model model = zonda::Model::load(argv[1], load);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;

  zonda::CheckOptions options;
  options.seconds = 60;                // for each query
  options.memory_bytes = 1ULL << 30U;  // then the answer is 'unknown'
  const zonda::Model::Checked checked = model.check(options);
  if (!checked.error.empty()) {
    std::cerr << checked.error << '\n';
    return 2;
  }
  bool is_fine = true;
  for (const zonda::QueryResult& r : checked.results) {
    std::cout << r.formula << ": " << zonda::to_string(r.verdict);
    if (!r.reason.empty()) std::cout << " (" << r.reason << ')';
    std::cout << '\n';
    is_fine = is_fine && r.verdict == zonda::Verdict::Satisfied;
  }
  return is_fine ? 0 : 1;
}
