// Traces as text: for people, as JSON, and in UPPAAL's formats. docs/traces.md describes them.
#pragma once

#include "model/network.hpp"
#include "report/model_text.hpp"
#include "zonda/trace.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace zonda::report {

// Puts the model's text into the edges of a trace: guard, synchronisation, update, names of selects, position.
void add_labels(const ModelText& model, Trace& trace);

// 'x - y <= 3'
[[nodiscard]] std::string bound_text(const Trace& trace, const TraceBound& bound);

// For people: who moved, when, and what changed; with `is_full` every state whole.
[[nodiscard]] std::string trace_text(const Trace& trace, bool is_full);
// The words and their meaning are a contract with scripts.
[[nodiscard]] nlohmann::ordered_json trace_json(const Trace& trace);
// As verifyta prints it.
struct UppaalText {
  bool is_version_5 = false;  // else the words of 4.1
  bool is_symbolic = false;   // zones in place of delays and clock values
  bool has_depth = false;     // the number of moves beside the values
};
[[nodiscard]] std::string trace_uppaal(const Trace& trace, const UppaalText& how = {});
// As verifyta -X writes it.
[[nodiscard]] std::string trace_xml(const ModelText& model, const model::Network& network, const Trace& trace);
// UPPAAL's .xtr. Version 5 has a clock for the time since the start; 4.1 does not.
[[nodiscard]] std::string trace_xtr(const Trace& trace, bool has_time_clock = true);
// The model in UPPAAL's intermediate format, as far as readers of .xtr files need it.
[[nodiscard]] std::string intermediate_format(const ModelText& model, const model::Network& network,
                                              bool has_time_clock);

}  // namespace zonda::report
