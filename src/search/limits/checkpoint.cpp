#include "search/limits/checkpoint.hpp"

#include "util/spill_file.hpp"
#include "zonda/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <type_traits>
#include <utility>

namespace zonda::search {

namespace {

const std::string kMagic = "zondacp1";  // NOLINT(cert-err58-cpp): short enough to need no memory

// Arrays are written as they lie in memory.
std::string format() { return fmt::format("{} format 6 {}", kVersion, sizeof(std::size_t)); }

template <typename T, typename Each>
void snapshot_optional(Snapshot& s, std::optional<T>& item, Each&& each) {
  bool is_there = item.has_value();
  s.value(is_there);
  if (!is_there) return;
  if (s.is_reading()) item.emplace();
  each(*item);
}

void snapshot_path(Snapshot& s, Path& path) {
  s.array(path.initial);
  s.list(path.moves, [&](PathMove& move) {
    s.array(move.edges);
    s.array(move.selects);
    s.value(move.starts_observer);
    snapshot_optional(s, move.conditions, [&](auto& conditions) { s.array(conditions); });
  });
}

void snapshot_value_range(Snapshot& s, ValueRange& range) {
  std::int64_t unknown_from = range.unknown_from.value_or(0);
  bool has_unknown = range.unknown_from.has_value();
  s.array(range.intervals);
  s.values(range.is_beyond, has_unknown, unknown_from, range.known_to, range.is_endless, range.has_all_beyond);
  if (has_unknown) range.unknown_from = unknown_from;
}

void snapshot_outcome(Snapshot& s, Outcome& outcome) {
  s.values(outcome.kind, outcome.range, outcome.stats, outcome.run_end);
  s.text(outcome.reason);
  snapshot_optional(s, outcome.soonest, [&](Duration& soonest) { s.value(soonest); });
  snapshot_optional(s, outcome.path, [&](Path& path) { snapshot_path(s, path); });
  s.list(outcome.values, [&](ValueRange& range) { snapshot_value_range(s, range); });
  snapshot_optional(s, outcome.run, [&](MaximalRun& run) {
    s.values(run.end, run.cycle, run.stays_from);
    snapshot_path(s, run.path);
  });
}

}  // namespace

Checkpoint::Checkpoint(std::string path, double interval, Identity identity)
    : path_(std::move(path)), interval_(interval), identity_(std::move(identity)) {}

// Everything except the content of the current search.
void Checkpoint::snapshot_head(Snapshot& s, Identity& identity) {
  std::string written_by = format();
  s.text(written_by);
  if (written_by != format())
    throw SnapshotError(fmt::format("was written by another version of zonda ({}, not {})", written_by, format()));
  s.text(identity.model);
  s.value(identity.model_hash);
  s.text(identity.options);
  std::uint64_t queries = journal_.size();
  s.value(queries);
  const auto one = [&](std::uint64_t& query, Journal& journal) {
    s.value(query);
    s.text(journal.formula);
    s.list(journal.searches, [&](Outcome& outcome) { snapshot_outcome(s, outcome); });
  };
  if (!s.is_reading()) {
    for (auto& [query, journal] : journal_) {
      std::uint64_t number = query;
      one(number, journal);
    }
    return;
  }
  journal_.clear();
  for (std::uint64_t i = 0; i < queries; ++i) {
    std::uint64_t query = 0;
    Journal journal;
    one(query, journal);
    journal_[query] = std::move(journal);
  }
}

std::string Checkpoint::difference(const Identity& there) const {
  if (there.model_hash != identity_.model_hash)
    return fmt::format("was written for another model ({}{})", there.model,
                       there.model == identity_.model ? ", which has changed since" : "");
  if (there.options != identity_.options)
    return fmt::format("was written with other options ({}; now {})", there.options, identity_.options);
  return {};
}

std::string Checkpoint::begin(std::size_t query, const std::string& formula) {
  query_ = query;
  next_search_ = 0;
  other_query_ = 0;
  query_in_file_.reset();
  reader_.reset();
  due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(interval_));
  std::uint64_t in_file = 0;
  std::error_code error;
  const auto told = [&](std::string_view what) { return fmt::format("the checkpoint {} {}", path_, what); };
  if (std::filesystem::exists(path_, error)) {
    try {
      auto reader = std::make_unique<SnapshotReader>(path_, kMagic);
      Identity there;
      snapshot_head(*reader, there);
      if (const std::string text = difference(there); !text.empty()) return told(text);
      if (const auto known = journal_.find(query); known != journal_.end() && known->second.formula != formula)
        return told(fmt::format("was written for another query {}: {}", query, known->second.formula));
      reader->values(in_file, size_);
      const bool is_known = journal_.contains(query);
      if (in_file == query)
        reader_ = std::move(reader);
      else if (in_file == 0)
        reader->finish();
      else if (!is_known)
        other_query_ = in_file;
    } catch (const SnapshotError& e) {
      return told(e.what());
    }
  }
  // A folder that cannot be written to is reported now rather than after hours of work.
  try {
    const SnapshotWriter probe(path_, kMagic);
  } catch (const SnapshotError& e) {
    return told(e.what());
  }
  journal_[query].formula = formula;
  query_in_file_ = in_file;
  holds_ = reader_ == nullptr ? Holds::Nothing : Holds::Earlier;
  problem_.clear();
  return {};
}

std::optional<Outcome> Checkpoint::known() {
  const std::vector<Outcome>& searches = journal_[query_].searches;
  if (next_search_ == searches.size()) return std::nullopt;
  Outcome result = searches[next_search_++];
  result.seconds_here = 0;
  return result;
}

void Checkpoint::resume(const std::function<void(Snapshot&)>& read) {
  const std::unique_ptr<SnapshotReader> reader = std::move(reader_);
  read(*reader);
  reader->finish();
}

void Checkpoint::save(const std::function<void(Snapshot&)>& content, const Size& size, bool is_last) {
  if (write(&content, size)) holds_ = is_last ? Holds::All : Holds::Earlier;
}

void Checkpoint::ended(const Outcome& outcome) {
  if (outcome.kind == Outcome::Kind::Unknown) return;
  journal_[query_].searches.push_back(outcome);
  ++next_search_;
  if (write(nullptr, {})) holds_ = Holds::Nothing;
}

bool Checkpoint::write(const std::function<void(Snapshot&)>* content, Size size) {
  const auto start = Clock::now();
  try {
    SnapshotWriter writer(path_, kMagic);
    snapshot_head(writer, identity_);
    std::uint64_t at = content == nullptr ? 0 : query_;
    writer.values(at, size);
    if (content != nullptr) (*content)(writer);
    writer.finish();
    query_in_file_ = at;
    ++times_;
    bytes_ = writer.written();
    problem_.clear();
  } catch (const SnapshotError& e) {
    problem_ = fmt::format("the checkpoint {} {}", path_, e.what());
  } catch (const SpillError& e) {
    problem_ = fmt::format("the checkpoint {} cannot be written: {}", path_, e.what());
  }
  const auto now = Clock::now();
  const double took = std::chrono::duration<double>(now - start).count();
  seconds_ += took;
  // Writing takes at most a fifth of the time.
  const double wait = std::max(interval_, 4 * took);
  due_ = now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wait));
  return problem_.empty();
}

}  // namespace zonda::search
