#include "pieces/pieces.hpp"

#include "analysis/values.hpp"
#include "check/partition.hpp"
#include "hunt/generator.hpp"
#include "model/build.hpp"
#include "oracle/oracle.hpp"
#include "partition/guide.hpp"
#include "partition/p_points.hpp"
#include "pieces/cover.hpp"
#include "trace/make.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace zonda::pieces {

namespace {

using partition::Layer;
using partition::Partition;
using partition::PointId;
using partition::Result;
using partition::Task;
using partition::TaskKind;

class Trial {
 public:
  Trial(std::uint64_t seed, Tally& tally) : random_(seed ^ 0x5EED), draft_(hunt::generate(seed)), tally_(tally) {}

  std::string run() {
    ++tally_.models;
    const std::vector<std::string> queries = draft_.print_queries();
    input_ = truth::read("model.xta", draft_.print(), queries);
    if (input_->semantics == nullptr || input_->diagnostics.has_errors()) return skip("generator");
    report_ = truth::check(*input_);
    if (!report_.refused.empty()) return skip("oracle: " + report_.refused);
    lang::Diagnostics ignored;
    network_ = model::build(*input_->document, *input_->semantics, ignored);
    // Zones can be compared only under the same bounds, and partitions take declared ranges.
    (void)network_->values.get<analysis::Values>(
        [&] { return std::make_shared<const analysis::Values>(analysis::declared_values(*network_)); });
    if (network_ == nullptr || !network_->limitations.empty()) return skip("limitations");
    // What stopwatches reach is over-approximated, so pieces and the whole may differ in what is only 'maybe'.
    if (network_->has_stopwatches) return skip("stopwatches");
    choose_points();
    if (job_.points.empty()) return skip("no edges");
    Partition root;
    root.layers.push_back({levels_[0], {}});
    if (std::string wrong = split(root, 0); !wrong.empty()) return tell(wrong);
    tally_.partitions += leaves_.size();
    if (std::string wrong = compare_covers(); !wrong.empty()) return tell(wrong);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      const bool is_reach = queries[q].starts_with("E<>") || queries[q].starts_with("A[]");
      if (!is_reach) continue;
      if (std::string wrong = compare_verdict(q); !wrong.empty()) return tell(wrong + "\nquery: " + queries[q]);
    }
    return {};
  }

 private:
  std::string skip(const std::string& reason) {
    ++tally_.reasons[reason];
    return {};
  }
  std::string tell(const std::string& wrong) const {
    std::string points;
    for (std::size_t i = 0; i < job_.point_texts.size(); ++i)
      points += fmt::format("\n  {} {}", i, job_.point_texts[i]);
    std::string prefixes;
    for (const Partition& p : leaves_) {
      prefixes += "\n ";
      for (const Layer& layer : p.layers)
        prefixes += fmt::format(" [{}: {}]", fmt::join(layer.points, ","), fmt::join(layer.prefix, " "));
    }
    return fmt::format("{}\np-points:{}\npartitions:{}\n{}", wrong, points, prefixes, draft_.print());
  }

  void choose_points() {
    std::vector<step::EdgeRef> all;
    for (std::uint32_t p = 0; p < network_->processes.size(); ++p)
      for (std::uint32_t e = 0; e < network_->processes[p].edges.size(); ++e) all.push_back({p, e});
    const std::size_t wanted = std::min<std::size_t>(all.size(), 1 + random_.below(10));
    for (std::size_t i = 0; i < wanted; ++i) {
      std::swap(all[i], all[i + random_.below(all.size() - i)]);
      job_.points.push_back(all[i]);
      job_.point_texts.push_back(partition::point_text(*network_, all[i]));
    }
    job_.check.trace = kSomeTrace;
    job_.check.reduce = random_.chance(50) ? kNone : kAuto;
    std::vector<PointId> first;
    std::vector<PointId> second;
    const std::size_t more = random_.chance(40) ? 1 + random_.below(wanted) : wanted;
    for (PointId i = 0; i < wanted; ++i) {
      if (i < more) first.push_back(i);
      second.push_back(i);
    }
    levels_ = {first};
    if (more < wanted) levels_.push_back(second);
  }

  [[nodiscard]] check::Text text() const {
    const auto build = [this](std::string_view spare) {
      lang::Diagnostics ignored;
      return model::build(*input_->document, *input_->semantics, ignored, spare);
    };
    return {build, input_->sources};
  }

  // At random; every partition that is split is extended as the coordinator would.
  std::string split(const Partition& partition, std::size_t level) {
    const Layer& last = partition.layers.back();
    if (last.prefix.size() >= 5 || leaves_.size() >= 32 || !random_.chance(last.prefix.empty() ? 95 : 65)) {
      leaves_.push_back(partition);
      return {};
    }
    if (level + 1 < levels_.size() && random_.chance(25)) {
      Partition deeper = partition;
      deeper.layers.push_back({levels_[level + 1], {}});
      return split(deeper, level + 1);
    }
    const std::size_t ahead = most_ahead(partition, 1 + random_.below(3));
    const Result extended = check::do_task(text(), job_, {TaskKind::Extend, partition, ahead}, 0);
    // Variables that make no difference are left out, or they are not.
    partition::Job plainly = job_;
    plainly.check.reduce = job_.check.reduce == kNone ? kAuto : kNone;
    const Result again = check::do_task(text(), plainly, {TaskKind::Extend, partition, ahead}, 0);
    if (again.kind != extended.kind) return "extend: an error that comes and goes with --reduce";
    if (again.next != extended.next) return "extend: --reduce makes a difference to what comes next";
    if (extended.kind == Result::Kind::Error) {
      failure_ = extended.reason;
      leaves_.push_back(partition);
      return {};
    }
    if (extended.kind != Result::Kind::Done) return "extend: " + extended.reason;
    // The coordinator goes down by one p-point at a time.
    for (auto word : extended.next) {
      word.pop_back();
      if (!word.empty() && !std::binary_search(extended.next.begin(), extended.next.end(), word))
        return "extend: a word without the one before it";
    }
    // Words that no other goes on with: p-points end there, or the search did.
    if (extended.next.empty()) leaves_.push_back(partition);
    for (const auto& word : extended.next) {
      const bool goes_on = std::any_of(extended.next.begin(), extended.next.end(), [&](const auto& other) {
        return other.size() > word.size() && std::equal(word.begin(), word.end(), other.begin());
      });
      if (goes_on) continue;
      Partition child = partition;
      std::vector<PointId>& prefix = child.layers.back().prefix;
      prefix.insert(prefix.end(), word.begin(), word.end());
      if (std::string wrong = split(child, level); !wrong.empty()) return wrong;
    }
    return {};
  }

  std::string compare_covers() {
    if (report_.may_fail || report_.must_fail || !failure_.empty()) return {};
    const Explored whole = explore(*network_, std::nullopt, 0);
    if (!whole.stopped.empty()) return {};
    Cover together;
    for (const Partition& leaf : leaves_) {
      lang::Diagnostics ignored;
      const auto guided = model::build(*input_->document, *input_->semantics, ignored, partition::kVariable);
      const partition::Automaton automaton = automaton_of(leaf, job_.points.size(), 0);
      // Both ways of keeping runs inside.
      model::Query query;
      query.kind = lang::QueryKind::Possibly;
      query.has_deadlock = random_.chance(40);
      const partition::Guided how = guide(*guided, job_.points, automaton, &query);
      tally_.stored_outside += how.stores_outside ? 1 : 0;
      const Explored part = explore(*guided, how.position, automaton.inside);
      if (!part.stopped.empty()) return "a partition cannot be explored: " + part.stopped;
      if (std::string wrong = missing(*network_, part.cover, whole.cover); !wrong.empty())
        return "a partition has a state that the model has not: " + wrong;
      add(part.cover, together);
    }
    ++tally_.covers;
    const std::string wrong = missing(*network_, whole.cover, together);
    return wrong.empty() ? "" : "no partition has a state of the model: " + wrong;
  }

  std::string compare_verdict(std::size_t index) {
    const truth::Answer& answer = report_.answers[index];
    if (!answer.refused.empty()) return skip("oracle: " + answer.refused);
    bool is_found = false;
    std::string failure = failure_;
    for (const Partition& leaf : leaves_) {
      const Result r = check::do_task(text(), job_, {TaskKind::Verify, leaf, 0}, index);
      if (r.kind == Result::Kind::Error) {
        // What zonda cannot do is nothing to compare. Nothing was asked for that could be refused for another reason.
        if (r.refusal == Refusal::Unsupported) {
          ++tally_.refused;
          return skip("zonda: " + r.reason.substr(0, r.reason.find(" (")));
        }
        if (r.refusal != Refusal::None) return "verify: refused, although nothing is wrong with it: " + r.reason;
        failure = r.reason;
        continue;
      }
      if (r.kind == Result::Kind::Done) continue;
      if (r.kind != Result::Kind::Found) return "verify: " + r.reason;
      is_found = true;
      const model::Query& query = network_->queries[index];
      if (!r.path) return "no path: " + r.path_note;
      const trace::Made made =
          trace::make_trace(*network_, *r.path, query.predicate, query.kind == lang::QueryKind::Invariantly, false,
                            [] { return std::string(); });
      if (!made.trace && made.obstacle.empty()) return "the trace does not replay: " + made.failure;
      ++tally_.traces;
    }
    ++tally_.verdicts;
    // What is found where stopwatches are over-approximated may not exist.
    if (is_found)
      return answer.may_be_reached || network_->has_stopwatches
                 ? ""
                 : "found in a partition, but the oracle says it is nowhere";
    if (!failure.empty())
      return answer.may_fail || network_->has_stopwatches ? "" : "an error that the oracle does not know: " + failure;
    if (answer.must_fail) return "no partition has the error: " + answer.failure;
    return answer.is_reached ? "in no partition, but the oracle says it is there" : "";
  }

  hunt::Random random_;
  hunt::Draft draft_;
  Tally& tally_;
  std::unique_ptr<truth::Input> input_;
  truth::Report report_;
  std::unique_ptr<model::Network> network_;
  partition::Job job_;
  std::vector<std::vector<PointId>> levels_;
  std::vector<Partition> leaves_;
  std::string failure_;  // a run-time error of the model that was met while splitting
};

}  // namespace

std::string try_one(std::uint64_t seed, Tally& tally) { return Trial(seed, tally).run(); }

}  // namespace zonda::pieces
