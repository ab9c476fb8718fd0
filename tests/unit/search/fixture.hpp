// A model from text, and everything that can be reached in it, as the tests of this layer need them.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"
#include "reduce/reductions.hpp"
#include "search/engine/exploration.hpp"
#include "search/limits/control.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace zonda::search {

using B = std::int32_t;
using Cells = std::vector<std::int32_t>;
using Cover = std::map<Cells, std::vector<zone::Dbm<B>>>;

// A model and one query.
struct Subject {
  explicit Subject(const std::string& text, const std::string& query = "E<> false",
                   const std::string& name = "model.xta") {
    const auto file = sources.add(name, text);
    document = formats::read_tree(sources, file, diagnostics);
    lang::read_queries(sources, sources.add("query", query), *document, diagnostics);
    semantics = lang::check(*document, diagnostics);
    if (diagnostics.has_errors()) throw std::runtime_error(lang::render(diagnostics, sources));
    network = model::build(*document, *semantics, diagnostics);
    bounds = analysis::clock_bounds(*network, network->queries[0]);
  }

  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  std::unique_ptr<lang::Semantics> semantics;
  std::unique_ptr<model::Network> network;
  analysis::ClockBounds bounds;
};

// Collects all states that are stored, and ends the search at some number of them.
class Collector final : public Visitor {
 public:
  Collector(Worker<B>& worker, Control& control, std::size_t most) : worker_(worker), control_(control), most_(most) {
    wants_all_ = true;
  }
  bool look(std::span<const std::int32_t> /*cells*/, bool /*is_new*/, store::State s, step::ShapeId /*shape*/,
            store::State parent) override {
    Cells cells;
    worker_.unpack(s.discrete, cells);
    zone::Dbm<B> zone(1);
    worker_.stepper.load(s.zone, zone);
    cover[cells].push_back(zone);
    order.push_back(cells);
    if (order.size() < most_) return true;
    last = s;
    last_parent = parent;
    control_.end(Outcome::Kind::Reached);
    return true;
  }

  Cover cover;
  std::vector<Cells> order;  // in which states were stored
  store::State last;         // the one that ended it, and its parent
  store::State last_parent;

 private:
  Worker<B>& worker_;
  Control& control_;
  std::size_t most_;
};

struct Explored {
  Outcome outcome;
  Cover cover;
  std::vector<Cells> order;
  std::optional<Path> path;  // to the last state, if the search was ended early and paths are wanted
};

inline Explored explore(const Subject& subject, Options options = {}, std::size_t most = SIZE_MAX) {
  Control control(options);
  const auto exploration = make_exploration<B>(*subject.network, subject.bounds, options, control);
  Collector collector(exploration->worker(), control, most);
  exploration->run(collector);
  Explored result;
  result.outcome = control.outcome();
  if (result.outcome.kind == Outcome::Kind::Reached && options.wants_path)
    result.path = exploration->path_to(collector.last, collector.last_parent)->restored(options.reductions);
  result.cover = std::move(collector.cover);
  result.order = std::move(collector.order);
  return result;
}

// Whether every zone of a discrete state lies in some zone of `by`.
inline bool is_covered(const std::vector<zone::Dbm<B>>& zones, const std::vector<zone::Dbm<B>>& by) {
  return std::all_of(zones.begin(), zones.end(), [&](const zone::Dbm<B>& z) {
    return std::any_of(by.begin(), by.end(),
                       [&](const zone::Dbm<B>& larger) { return larger.dim() == z.dim() && includes(larger, z); });
  });
}

}  // namespace zonda::search
