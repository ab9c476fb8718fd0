// The command line of zonda-hunt, which compares zonda with the oracle on random models.
#include "hunt/generator.hpp"
#include "hunt/hunt.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

int main(int argc, char** argv) {
  zonda::hunt::HuntOptions options;
  bool only_prints = false;
  bool keeps_size = false;
  CLI::App app("Compares zonda with the oracle on random models; shows disagreements as small as they get.");
  app.add_option("--models", options.models, "how many models");
  app.add_option("--minutes", options.minutes, "go on for so long instead");
  app.add_option("--seed", options.seed, "which models");
  app.add_option("--first", options.first, "start with this model of the seed");
  app.add_option("--jobs", options.jobs, "processes to use")->check(CLI::PositiveNumber);
  app.add_option("--width", options.width, "ways of checking for each query; 0: all");
  app.add_flag("--pairs", options.takes_pairs,
               "instead of --width: so many ways that every two values of options meet");
  app.add_option("--profile", options.profile, "the kind of models");
  app.add_option("--queries", options.queries, "reach, live, watch, value or diagnose: only this")
      ->check(CLI::IsMember({"reach", "live", "watch", "value", "diagnose"}));
  app.add_option("--peer", options.peer, "compare with this tck-reach as well");
  app.add_option("--most", options.most, "stop after so many disagreements");
  app.add_flag("--no-shrink", keeps_size, "show models as they are");
  app.add_flag("--print", only_prints, "print the models and compare nothing");
  CLI11_PARSE(app, argc, argv);
  options.shrinks = !keeps_size;
  if (!only_prints) return zonda::hunt::hunt(options);
  for (std::uint64_t i = 0; i < options.models; ++i) {
    const zonda::hunt::Draft draft = zonda::hunt::draft_of(options, options.first + i);
    fmt::print("// model {} of seed {}\n{}", options.first + i, options.seed, draft.print());
    for (const std::string& q : draft.print_queries()) fmt::print("// query: {}\n", q);
    fmt::print("\n");
  }
  return 0;
}
