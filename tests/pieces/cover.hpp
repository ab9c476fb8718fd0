// All symbolic states of a network, to see whether those of the partitions are those of the model.
#pragma once

#include "model/network.hpp"
#include "zone/dbm.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace zonda::pieces {

// By locations and variables.
using Cover = std::map<std::vector<std::int32_t>, std::vector<zone::Dbm<std::int32_t>>>;

struct Explored {
  Cover cover;
  std::string stopped;  // an error or a limit: the cover is not all
};

// `position`, `inside`: the guide's variable, if there is one, is left out, and so are states where it is not below.
// Zones are extrapolated by maximal constants, which is monotone: a larger zone has larger successors.
[[nodiscard]] Explored explore(const model::Network& network, std::optional<model::Address> position,
                               std::uint32_t inside);

void add(const Cover& more, Cover& to);

// A state of the one that no state of the other holds; empty: there is none.
[[nodiscard]] std::string missing(const model::Network& network, const Cover& from, const Cover& in);

}  // namespace zonda::pieces
