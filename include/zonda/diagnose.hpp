// The public C++ interface, diagnostics: what is odd about a model whatever its queries say.
#pragma once

#include "zonda/check.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace zonda {

struct DiagnoseOptions {
  std::uint64_t memory_bytes = 0;  // 0: no limit
  double seconds = 0;              // 0: no limit
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const Progress&)> progress;
  StageHook on_stage;                // called before the search
  std::vector<std::string> ignored;  // kinds of findings to leave out
  bool each_process = false;         // report also what only some processes of a template never do
  std::size_t most_of_a_kind = 20;   // findings to list; further ones are counted
  bool hash_stats = false;           // go through the tables at the end, for CheckStats::hash
  std::string trace = "auto";        // auto: for deadlocks and live-locks; all; none
};

struct Finding {
  std::string kind;  // one of finding_kinds()
  std::string text;
  std::string position;              // file:line:column; empty where there is none
  std::string excerpt;               // position, text and the line of the source, for people
  std::vector<std::string> details;  // the state, the moves of a loop
  std::vector<std::string> edges;    // loops: file:line:column of every edge on the loop, each once
  std::shared_ptr<const Trace> trace;
  std::string trace_note;       // why there is no trace
  std::size_t loop_begins = 0;  // loops: steps of the trace before the first one of the loop
};

// All values that a variable has or gets.
struct VariableRange {
  std::string name;  // of a declaration: 'n', 'P.list[].length'
  std::string position;
  std::int32_t declared_low = 0;
  std::int32_t declared_high = 0;
  std::int32_t low = 0;
  std::int32_t high = 0;
};

struct Diagnosis {
  std::string error;       // why there is no diagnosis; the rest is empty then
  std::string incomplete;  // the limit that kept the diagnosis from being complete; empty: it is complete
  // If incomplete: the kinds of findings that were not looked for, and the kinds of which there may be more. If not
  // everything that can be reached was seen (is_explored), ranges may be wider, too.
  std::vector<std::string> not_looked_for;
  std::vector<std::string> maybe_more;
  bool is_explored = true;
  std::string note;  // what the findings assume
  std::vector<Finding> findings;
  std::vector<std::string> more;  // 'and 12 more deadlocks'
  std::size_t not_listed = 0;     // how many these are in total
  std::vector<VariableRange> ranges;
  CheckStats stats;
};

struct FindingKind {
  std::string name;
  std::string meaning;
};
[[nodiscard]] const std::vector<FindingKind>& finding_kinds();

}  // namespace zonda
