// A network from text, for tests of orders.
#pragma once

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"
#include "order/orders.hpp"
#include "state/packing.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace zonda::order {

struct Loaded {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  std::unique_ptr<lang::Semantics> semantics;
  std::unique_ptr<model::Network> network;
  std::unique_ptr<state::Packing> packing;

  explicit Loaded(const std::string& text, const std::string& query = "E<> true",
                  const std::string& name = "model.xta") {
    document = formats::read_tree(sources, sources.add(name, text), diagnostics);
    lang::read_queries(sources, sources.add("query", query), *document, diagnostics);
    semantics = lang::check(*document, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << lang::render(diagnostics, sources);
    network = model::build(*document, *semantics, diagnostics);
    std::vector<state::FieldRange> fields;
    for (std::uint32_t i = 0; i < network->state_cells(); ++i)
      fields.push_back({network->cells[i].lower, network->cells[i].upper});
    packing = std::make_unique<state::Packing>(fields);
  }
  [[nodiscard]] std::vector<state::Word> packed(const std::vector<std::int32_t>& cells) const {
    std::vector<state::Word> words(packing->words());
    packing->pack(cells, words);
    return words;
  }
};

}  // namespace zonda::order
