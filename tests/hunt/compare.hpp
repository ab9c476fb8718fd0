// Compares what zonda says of one model, in some ways of checking, with what the oracle says.
#pragma once

#include "hunt/ways.hpp"
#include "oracle/oracle.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace zonda::hunt {

struct Disagreement {
  std::size_t query = 0;
  std::size_t way = 0;
  std::string zonda;   // what zonda says
  std::string oracle;  // what the oracle says
  bool is_diagnosis = false;
};

struct Tally {
  std::uint64_t models = 0;
  std::uint64_t comparisons = 0;
  std::map<std::string, std::uint64_t> reasons;  // why there was nothing to compare, as in 'oracle: …' or 'zonda: …'
  std::map<std::string, std::uint64_t> verdicts;  // the verdicts that were compared
  void add(const Tally& other);
};

struct Case {
  std::string model;  // .xta text
  std::vector<std::string> queries;
  // For each query, the numbers of the ways to try.
  std::vector<std::vector<std::size_t>> ways;
  bool diagnoses = false;  // whether to compare what `zonda diagnose` says, too
};

// Uses the file `scratch` for the model.
[[nodiscard]] std::vector<Disagreement> compare(const Case& one, const std::string& scratch, Tally& tally);

// Whether zonda refused the query, which is neither a verdict nor a run-time error.
[[nodiscard]] bool is_refusal(const QueryResult& result);

// What the oracle says, as a comment of the form that models in tests/models/ have.
[[nodiscard]] std::string expectation(const truth::Answer& answer, const std::string& query);

}  // namespace zonda::hunt
