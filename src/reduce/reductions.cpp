#include "reduce/reductions.hpp"

#include "reduce/strategies.hpp"
#include "util/invariant.hpp"
#include "zonda/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace zonda::reduce {

namespace {

constexpr Needs kEverything{true, true, true, true, true};

// Every reduction, in the order in which they are applied. A new one is one line here, and its file.
constexpr std::array kReductions = {
    NamedReduction{"dead-variables",
                   "variables that nobody reads before they are written again have their initial value", kEverything,
                   true, make_dead_variables},
};

// What is needed but not preserved; empty: nothing.
std::string lack(const Needs& needs, const Needs& kept) {
  if (needs.reachability && !kept.reachability) return "reachability";
  if (needs.deadlock && !kept.deadlock) return "deadlocks";
  if (needs.liveness && !kept.liveness) return "liveness";
  if (needs.values && !kept.values) return "values";
  if (needs.traces && !kept.traces) return "traces";
  return {};
}

// A move is taken only if every pruner takes it; each of them may ask for the rest.
class AllOf final : public Pruner {
 public:
  explicit AllOf(std::vector<std::unique_ptr<Pruner>> pruners) : pruners_(std::move(pruners)) {}

  bool begin(std::span<const std::int32_t> cells) override {
    is_active_.clear();
    for (const auto& p : pruners_) is_active_.push_back(p->begin(cells));
    return std::ranges::find(is_active_, true) != is_active_.end();
  }
  bool takes(const step::Move& move) override {
    for (std::size_t i = 0; i < pruners_.size(); ++i)
      if (is_active_[i] && !pruners_[i]->takes(move)) return false;
    return true;
  }
  void led_to(const Target& target) override {
    for (std::size_t i = 0; i < pruners_.size(); ++i)
      if (is_active_[i]) pruners_[i]->led_to(target);
  }
  bool needs_rest() override {
    bool result = false;
    for (std::size_t i = 0; i < pruners_.size(); ++i)
      if (is_active_[i] && pruners_[i]->needs_rest()) result = true;
    return result;
  }

 private:
  std::vector<std::unique_ptr<Pruner>> pruners_;
  std::vector<bool> is_active_;
};

}  // namespace

std::span<const NamedReduction> all_reductions() { return kReductions; }

std::string reduction_names() {
  std::string result;
  for (std::size_t i = 0; i < kReductions.size(); ++i)
    result += fmt::format("{}{}", i == 0 ? "" : i + 1 == kReductions.size() ? " and " : ", ", kReductions[i].name);
  return result;
}

Choice choose(std::string_view text, const Needs& needs, std::span<const NamedReduction* const> more) {
  Choice result;
  if (text == kNone) return result;
  std::vector<const NamedReduction*> known;
  for (const NamedReduction& one : kReductions) known.push_back(&one);
  known.insert(known.end(), more.begin(), more.end());
  if (text == kAuto) {
    for (const NamedReduction* one : known) {
      if (!one->is_automatic) continue;
      const std::string missing = lack(needs, one->preserved);
      if (missing.empty())
        result.used.push_back(one);
      else
        result.left_out += fmt::format("{}the reduction {} was left out, because it does not preserve {}",
                                       result.left_out.empty() ? "" : "; ", one->name, missing);
    }
    return result;
  }
  std::vector<bool> is_named(known.size(), false);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view name = text.substr(at, end - at);
    const auto found = std::ranges::find(known, name, &NamedReduction::name);
    if (found == known.end()) {
      result.error = fmt::format("unknown reduction '{}'; there are auto, none and {}", name, reduction_names());
      return result;
    }
    const std::string missing = lack(needs, (*found)->preserved);
    if (!missing.empty() && result.refusal.empty())
      result.refusal = fmt::format("{} {} is not sound here: it does not preserve {}", flag_of(&CheckOptions::reduce),
                                   name, missing);
    is_named[static_cast<std::size_t>(found - known.begin())] = true;
    at = end + 1;
  }
  // Reductions are applied in the order of the table, whatever their order in the text.
  for (std::size_t i = 0; i < known.size(); ++i)
    if (is_named[i]) result.used.push_back(known[i]);
  return result;
}

Reductions::Reductions(const std::vector<const NamedReduction*>& used, const model::Network& network,
                       const model::Query& query, const analysis::CellSet* influential) {
  Source source{&network, &query, influential};
  for (const NamedReduction* named : used) {
    std::unique_ptr<Reduction> made = named->make(source);
    ZONDA_CHECK(made || !source.changed, "nobody could undo in paths what a reduction did to the model");
    if (source.changed) {
      changed_.push_back(std::move(source.changed));
      source.network = changed_.back().get();
      // The set refers to the cells of the original network, and the changed one may have others.
      source.influential = nullptr;
    }
    if (source.changed_query) {
      changed_queries_.push_back(std::move(source.changed_query));
      source.query = changed_queries_.back().get();
    }
    if (made) list_.push_back({named, std::move(made)});
  }
  ZONDA_CHECK(std::ranges::count_if(list_, [](const Used& one) { return one.reduction->permutes(); }) <= 1,
              "two reductions permute states");
  for (const Used& one : list_) {
    if (one.reduction->maps_states()) maps_.push_back(one.reduction.get());
    if (one.reduction->covers_states()) covers_.push_back(one.reduction.get());
    permutes_ = permutes_ || one.reduction->permutes();
    prunes_ = prunes_ || one.reduction->make_pruner() != nullptr;
  }
}

std::string Reductions::names() const {
  std::string result;
  for (const Used& one : list_) result += fmt::format("{}{}", result.empty() ? "" : ",", one.named->name);
  return result.empty() ? "none" : result;
}

std::unique_ptr<Pruner> Reductions::make_pruner() const {
  std::vector<std::unique_ptr<Pruner>> pruners;
  for (const Used& one : list_)
    if (auto pruner = one.reduction->make_pruner()) pruners.push_back(std::move(pruner));
  if (pruners.empty()) return nullptr;
  if (pruners.size() == 1) return std::move(pruners[0]);
  return std::make_unique<AllOf>(std::move(pruners));
}

void Reductions::for_each_larger(std::span<const std::int32_t> cells, const Reduction::Visit& visit) const {
  bool is_done = false;
  for (const Reduction* one : covers_) {
    if (is_done) return;
    one->for_each_larger(cells, [&](std::span<const std::int32_t> larger) { return is_done = visit(larger); });
  }
}

void Reductions::restore(step::Path& path, std::span<const Renaming> renamings) const {
  for (auto one = list_.rbegin(); one != list_.rend(); ++one) one->reduction->restore(path, renamings);
}

bool Reductions::merge_all_of(const Reductions& other) const {
  return std::ranges::all_of(other.list_, [&](const Used& theirs) {
    return std::ranges::any_of(list_, [&](const Used& ours) {
      return ours.named == theirs.named && ours.reduction->merges_all_of(*theirs.reduction);
    });
  });
}

}  // namespace zonda::reduce
