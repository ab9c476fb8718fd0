// The public C++ interface, what a model's text holds apart from the model: its queries, errors and warnings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace zonda {

// A place in a file. Lines and columns count from 1; 0: unknown.
struct TextPlace {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end_line = 0;
  std::uint32_t end_column = 0;  // after the last character
  std::string xpath;             // for XML files: the element that holds the text
  std::uint32_t xpath_line = 0;  // the line within that element's text
};

// An error or a warning.
struct Message {
  bool is_error = true;
  bool is_query = false;  // about one query only
  std::string name;       // of a warning: the word that turns it off
  std::string text;
  std::string hint;
  TextPlace place;
};

// The expected result of a query, from EXPECT: of a query file or <expect> of an XML file.
struct Expectation {
  std::string outcome;  // success, failure, maybe_true, maybe_false, error; or empty
  std::string value;    // of sup, inf and bounds; or empty
  double seconds = 0;   // the longest time; 0: not given
  std::uint64_t bytes = 0;
};

struct QueryInfo {
  std::size_t index = 0;  // from 1
  std::string formula;
  std::string kind;         // 'E<>', 'A[]', …
  bool is_pattern = false;  // a query for monitors: -->[<=t], 'q within t of p', …
  std::string comment;
  TextPlace place;
  std::vector<Expectation> expectations;
  std::string refusal;  // why it cannot be answered; empty if it can
};

// The differences between two models, by declaration, template, location, edge and query.
struct Difference {
  enum class Kind { Added, Removed, Changed };
  Kind kind = Kind::Changed;
  std::string what;  // 'Train: edge Near -> Crossing'
  std::string before;
  std::string after;
};
struct Compared {
  std::vector<Difference> differences;
  std::string error;  // why they could not be compared
};
}  // namespace zonda
