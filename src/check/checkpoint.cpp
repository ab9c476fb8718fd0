// The identity of a checkpoint: a run can resume it only with the same model text and the same values of every option
// that changes what a search does. Limits may change: more memory or time is a reason to resume.
#include "check/check_queries.hpp"
#include "check/option_table.hpp"
#include "util/hash.hpp"

#include <fmt/format.h>

namespace zonda::check {

namespace {

bool decides_search(const OptionInfo& option) {
  // A checkpoint saves the search for one query.
  if (option.field == option_of(&CheckOptions::share).field) return false;
  const bool is_trace = option.field == option_of(&CheckOptions::trace).field;
  return is_about_search(option) || is_trace;
}

}  // namespace

std::unique_ptr<search::Checkpoint> make_checkpoint(const CheckOptions& options, const std::string& model,
                                                    const lang::Sources& sources) {
  if (options.checkpoint.empty()) return nullptr;
  const std::string_view text = sources.file_count() > 0 ? sources.text(0) : std::string_view{};
  std::string used;
  for (const OptionInfo& option : option_table()) {
    if (!is_given(options, option) || !decides_search(option)) continue;
    used += used.empty() ? "" : " ";
    // The file may have another name now, but not other content.
    used += option.field == option_of(&CheckOptions::cover_edges_file).field
                ? fmt::format("{} (hash {:x})", option.flag,
                              hash_bytes(options.cover_edges.data(), options.cover_edges.size()))
                : option_text(options, option);
  }
  if (used.empty()) used = "none";
  return std::make_unique<search::Checkpoint>(
      options.checkpoint, options.checkpoint_seconds,
      search::Checkpoint::Identity{model, hash_bytes(text.data(), text.size()), std::move(used)});
}

}  // namespace zonda::check
