// The public C++ interface, verification: options in, verdicts out.
#pragma once

#include "zonda/options.hpp"
#include "zonda/statistics.hpp"
#include "zonda/trace.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace zonda {

enum class Verdict { Satisfied, NotSatisfied, MaybeSatisfied, MaybeNotSatisfied, Unknown, Error };

[[nodiscard]] std::string to_string(Verdict verdict);

struct Progress {
  std::size_t query = 0;  // from 1
  CheckStats stats;
  std::size_t waiting = 0;
};

// Values from low to high; an end may be excluded. Without has_high there is no upper end.
struct ValueInterval {
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool is_low_open = false;
  bool is_high_open = false;
  bool has_high = true;
  friend bool operator==(const ValueInterval&, const ValueInterval&) = default;
};

// What sup, inf or bounds found for one expression.
struct QueryValue {
  std::string expression;
  bool is_clock = false;
  // Empty: no reachable state satisfies the condition. For sup and inf: one interval around all values, whose requested
  // end is exact. For bounds: all intervals.
  std::vector<ValueInterval> intervals;
  // bounds: there are larger values than these, and there is no largest one.
  bool goes_on = false;
};

// '8', '< 8', 'infinity', '[0, 4) [6, 6]', or 'none': the end that the query asks for.
[[nodiscard]] std::string value_text(const QueryValue& value, bool is_supremum, bool is_infimum);

// Why a query has no verdict although nothing went wrong while it was checked.
enum class Refusal {
  None,
  Formula,      // it has an error
  Unsupported,  // the model or the query uses something that zonda does not support
  Option,       // an option that was given would make the answer wrong, or means nothing for the query
  Checkpoint,   // the file with a checkpoint cannot be used
};

struct QueryResult {
  std::size_t index = 0;  // from 1
  std::string formula;
  std::string position;  // file:line:column
  Verdict verdict = Verdict::Unknown;
  Refusal refusal = Refusal::None;
  std::string reason;    // for maybe, unknown and error
  std::string expected;  // the outcome that the query's text expects; empty if it expects none
  bool is_as_expected = true;
  std::string note;  // what the verdict assumes
  CheckStats stats;
  std::string abstraction;  // the one used
  std::string order;
  std::string keep;
  std::string reduce;
  std::vector<std::size_t> shared_with;  // queries that were answered by the same exploration, from 1
  std::vector<QueryValue> values;        // sup, inf, bounds, in the order of the query
  std::string value;                     // the values as text
  // A run that shows why E<> or E[] holds or A[], A<> or --> does not, if one was asked for.
  std::shared_ptr<const Trace> trace;
  std::string trace_note;  // why the trace is missing, or is not the one that was asked for
};

}  // namespace zonda
