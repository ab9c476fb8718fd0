// What a checkpoint must have in common with the run that takes it up: the model's text, and every option that changes
// what a search does. Limits may change: more memory or time is why one takes it up.
#include "check/check.hpp"
#include "util/hash.hpp"

#include <fmt/format.h>

namespace zonda::check {

std::unique_ptr<search::Checkpoint> make_checkpoint(const CheckOptions& options, const std::string& model,
                                                    const lang::Sources& sources) {
  if (options.checkpoint.empty()) return nullptr;
  const std::string_view text = sources.file_count() > 0 ? sources.text(0) : std::string_view{};
  std::string used =
      fmt::format("--order {} --abstraction {} --keep {} --reduce {} --trace {} --seed {}", options.order,
                  options.abstraction, options.keep, options.reduce, options.trace, options.seed);
  if (options.shuffle) used += fmt::format(" --shuffle {}", *options.shuffle);
  if (options.zones != "auto") used += " --zones " + options.zones;
  if (!options.pack) used += " --no-packing";
  if (!options.share_zones) used += " --no-shared-zones";
  if (options.hull) used += " --hull";
  if (options.compact) used += " --compact";
  if (options.bitstate_bytes > 0) used += fmt::format(" --bitstate {}", options.bitstate_bytes);
  if (!options.cover_edges.empty())
    used +=
        fmt::format(" --cover-edges (hash {:x})", hash_bytes(options.cover_edges.data(), options.cover_edges.size()));
  return std::make_unique<search::Checkpoint>(
      options.checkpoint, options.checkpoint_seconds,
      search::Checkpoint::Identity{model, hash_bytes(text.data(), text.size()), std::move(used)});
}

}  // namespace zonda::check
