#include "search/checkpoint.hpp"

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
std::string format() { return fmt::format("{} format 4 {}", kVersion, sizeof(std::size_t)); }

void snapshot_path(Snapshot& s, Path& path) {
  s.array(path.initial);
  s.list(path.moves, [&](PathMove& move) {
    s.array(move.edges);
    s.array(move.selects);
    bool has_conditions = move.conditions.has_value();
    s.value(has_conditions);
    if (!has_conditions) return;
    if (s.is_reading()) move.conditions.emplace();
    s.array(*move.conditions);
  });
}

void snapshot_outcome(Snapshot& s, Outcome& outcome) {
  bool has_path = outcome.path.has_value();
  bool has_soonest = outcome.soonest.has_value();
  Duration soonest = outcome.soonest.value_or(Duration{});
  s.values(outcome.kind, outcome.range, outcome.stats, has_path, has_soonest, soonest);
  s.text(outcome.reason);
  if (has_soonest) outcome.soonest = soonest;
  if (!has_path) return;
  if (s.is_reading()) outcome.path.emplace();
  snapshot_path(s, *outcome.path);
}

}  // namespace

Checkpoint::Checkpoint(std::string path, double interval, Identity identity)
    : path_(std::move(path)), interval_(interval), identity_(std::move(identity)) {}

// All but what the search at hand holds.
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
  reader_.reset();
  due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(interval_));
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
      std::uint64_t at = 0;
      reader->value(at);
      const bool is_known = journal_.contains(query);
      if (at == query)
        reader_ = std::move(reader);
      else if (at == 0)
        reader->finish();
      else if (!is_known)
        other_query_ = at;
    } catch (const SnapshotError& e) {
      return told(e.what());
    }
  }
  // Better told now than after hours of work.
  try {
    const SnapshotWriter probe(path_, kMagic);
  } catch (const SnapshotError& e) {
    return told(e.what());
  }
  journal_[query].formula = formula;
  return {};
}

std::optional<Outcome> Checkpoint::known() {
  const std::vector<Outcome>& searches = journal_[query_].searches;
  if (next_search_ == searches.size()) return std::nullopt;
  return searches[next_search_++];
}

bool Checkpoint::resume(const std::function<void(Snapshot&)>& read) {
  if (reader_ == nullptr) return false;
  const std::unique_ptr<SnapshotReader> reader = std::move(reader_);
  read(*reader);
  reader->finish();
  return true;
}

void Checkpoint::save(const std::function<void(Snapshot&)>& content) { write(&content); }

void Checkpoint::ended(const Outcome& outcome) {
  if (outcome.kind == Outcome::Kind::Unknown) return;
  journal_[query_].searches.push_back(outcome);
  ++next_search_;
  write(nullptr);
}

void Checkpoint::write(const std::function<void(Snapshot&)>* content) {
  const auto start = Clock::now();
  try {
    SnapshotWriter writer(path_, kMagic);
    snapshot_head(writer, identity_);
    std::uint64_t at = content == nullptr ? 0 : query_;
    writer.value(at);
    if (content != nullptr) (*content)(writer);
    writer.finish();
    ++times_;
    bytes_ = writer.written();
    problem_.clear();
  } catch (const SnapshotError& e) {
    problem_ = fmt::format("the checkpoint {} {}", path_, e.what());
  }
  const auto now = Clock::now();
  const double took = std::chrono::duration<double>(now - start).count();
  seconds_ += took;
  // Writing takes a fifth of the time at most.
  const double wait = std::max(interval_, 4 * took);
  due_ = now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wait));
}

}  // namespace zonda::search
