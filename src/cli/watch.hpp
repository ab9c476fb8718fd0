// check --watch: verify again whenever a file was saved.
#pragma once

#include "cli/check_command.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace zonda::cli {

// One round: the results, or nothing if the model has errors. All messages have been printed.
using CheckRound = std::function<std::optional<std::vector<QueryResult>>(bool is_first)>;

// Runs the first round and then one after each change of a file, until interrupted. Says which verdicts changed.
// Returns the last results.
std::vector<QueryResult> watch(const std::vector<std::string>& files, const std::atomic<bool>& interrupted,
                               const CheckRound& round);

}  // namespace zonda::cli
