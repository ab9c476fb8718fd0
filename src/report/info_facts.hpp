// Facts that both forms of `zonda info` show.
#pragma once

#include "lang/syntax.hpp"
#include "model/network.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace zonda::report {

struct Totals {
  std::size_t locations = 0;
  std::size_t edges = 0;
};
[[nodiscard]] Totals totals(const model::Network& network);

// 'int[0,5]', 'bool', 'struct', 'int[0,5][3]'
[[nodiscard]] std::string type_text(const model::Layout& layout);
// 'urgent broadcast chan'
[[nodiscard]] std::string channel_text(const model::Layout& layout);
// 'P@a, Q@b, R@a?' of TChecker's format, and all labels of its locations, each once.
[[nodiscard]] std::string joint_text(const model::Network& network, const model::Joint& joint);
[[nodiscard]] std::vector<std::string> label_names(const model::Network& network);
// The initial value of a variable: '3', '{0, 1, 2}'; long ones are cut.
[[nodiscard]] std::string initial_text(const model::Network& network, const model::Group& group);
// 'E<>', 'sup', 'Pr': the first word of the query.
[[nodiscard]] std::string query_word(const model::Query& query);

// A run of processes that came from one entry of the system line.
struct ProcessRun {
  std::size_t first = 0;
  std::size_t count = 0;
};
[[nodiscard]] std::vector<ProcessRun> process_runs(const model::Network& network);

}  // namespace zonda::report
