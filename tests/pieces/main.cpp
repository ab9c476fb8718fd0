// zonda-pieces: partitions of random models.
#include "pieces/pieces.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::uint64_t models = 1000;
  double minutes = 0;
  CLI::App app("Verifies random models in pieces along random p-points, and compares with the oracle and the whole.");
  app.add_option("--models", models, "how many models");
  app.add_option("--minutes", minutes, "go on for so long instead");
  app.add_option("--seed", seed, "which models");
  app.add_option("--first", first, "start with this model of the seed");
  CLI11_PARSE(app, argc, argv);
  zonda::pieces::Tally tally;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t i = first;; ++i) {
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (minutes > 0 ? spent > 60 * minutes : i >= first + models) break;
    const std::string wrong = zonda::pieces::try_one(seed * 0x9E3779B97F4A7C15U + i, tally);
    if (wrong.empty()) continue;
    fmt::print("WRONG: model {} of seed {}: {}\nagain: zonda-pieces --seed {} --first {} --models 1\n", i, seed, wrong,
               seed, i);
    return 1;
  }
  fmt::print(
      "{} models, {} partitions ({} store states outside), {} covers and {} verdicts compared, {} queries refused, {} "
      "traces\n",
      tally.models, tally.partitions, tally.stored_outside, tally.covers, tally.verdicts, tally.refused, tally.traces);
  for (const auto& [reason, count] : tally.reasons) fmt::print("  {:>6}  {}\n", count, reason);
  // Refusals are the exception, or there would be little to see here.
  return tally.covers > 0 && tally.verdicts > tally.refused ? 0 : 1;
}
