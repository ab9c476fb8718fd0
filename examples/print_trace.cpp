// Prints a fastest run to a state: print_trace MODEL 'E<> …'
#include <zonda/model.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "print_trace MODEL QUERY\n";
    return 2;
  }
  zonda::LoadOptions load;
  load.queries = {argv[2]};
  const zonda::Model model = zonda::Model::load(argv[1], load);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;

  zonda::CheckOptions options;
  options.trace = "fastest";
  const zonda::Model::Checked checked = model.check(options);
  if (checked.results.empty() || checked.results[0].trace == nullptr) {
    std::cerr << "there is no trace\n";
    return 1;
  }
  // By hand …
  const zonda::Trace& trace = *checked.results[0].trace;
  std::int64_t now = 0;
  for (const zonda::TraceStep& step : trace.steps) {
    now += step.delay;
    std::cout << "at " << zonda::decimal(now, trace.digits) << ':';
    for (const zonda::TraceEdge& e : step.edges) {
      const zonda::TraceProcess& p = trace.processes[e.process];
      std::cout << ' ' << p.name << ' ' << p.locations[e.source] << " -> " << p.locations[e.target];
    }
    std::cout << '\n';
  }
  // … or as one of the formats, JSON among them.
  std::cout << model.write_trace(trace, zonda::Model::TraceFormat::Text);
  return 0;
}
