// One model, checked by zonda in some ways and by the oracle.
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
  std::string zonda;   // what it says
  std::string oracle;  // what is right
  bool is_diagnosis = false;
};

struct Tally {
  std::uint64_t models = 0;
  std::uint64_t comparisons = 0;
  std::map<std::string, std::uint64_t> reasons;   // why there was nothing to compare; 'oracle: …', 'zonda: …'
  std::map<std::string, std::uint64_t> verdicts;  // what was compared
  void add(const Tally& other);
};

struct Case {
  std::string model;  // .xta text
  std::vector<std::string> queries;
  // The ways to try for each query.
  std::vector<std::vector<std::size_t>> ways;
  bool diagnoses = false;  // and compare what zonda diagnose says
};

// `scratch`: a file to use for the model.
[[nodiscard]] std::vector<Disagreement> compare(const Case& one, const std::string& scratch, Tally& tally);

// No verdict, but no run-time error either.
[[nodiscard]] bool is_refusal(const QueryResult& result);

// What the oracle says, as the comment that tests/models/ has.
[[nodiscard]] std::string expectation(const truth::Answer& answer, const std::string& query);

}  // namespace zonda::hunt
