// What a search counted: the statistics of zonda/statistics.def, and how those of several searches become one.
#pragma once

#include "zonda/statistics.hpp"

namespace zonda::search {

using Stats = CheckStats;
using MemoryStage = MemoryStageStats;

// Adds the counts of an earlier search for the same query.
void add_earlier(Stats& stats, const Stats& earlier);
// Adds the counts of one part of a search that is done in parts.
void add_part(Stats& sum, const Stats& part);

}  // namespace zonda::search
