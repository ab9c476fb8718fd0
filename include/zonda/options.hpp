// The public C++ interface: the options of a check, and the table of all options, zonda/options.def. The members of
// CheckOptions, their names on the command line and in JSON output, and the facts about each come from this table.
#pragma once

#include "zonda/stage.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace zonda {

struct Progress;
struct QueryResult;

// Words that several options have.
inline constexpr std::string_view kAuto = "auto";
inline constexpr std::string_view kNone = "none";
// Kinds of traces: what --trace takes, and what Trace::kind says.
inline constexpr std::string_view kSomeTrace = "some";
inline constexpr std::string_view kShortestTrace = "shortest";
inline constexpr std::string_view kFastestTrace = "fastest";

// The kinds of options in the table, and what they are kept in.
enum class OptionKind : std::uint8_t {
  Flag,
  NoFlag,  // a flag that turns something off
  Word,
  Text,
  Texts,  // may be given several times
  List,   // the same, or as a,b
  File,
  Folder,
  Number,
  MaybeNumber,
  Bytes,
  Seconds
};
namespace option_kinds {
using Flag = bool;
using NoFlag = bool;
using Word = std::string;
using Text = std::string;
using Texts = std::vector<std::string>;
using List = std::vector<std::string>;
using File = std::string;
using Folder = std::string;
using Number = std::uint64_t;
using MaybeNumber = std::optional<std::uint64_t>;
using Bytes = std::uint64_t;  // 0: none
using Seconds = double;       // 0: none
}  // namespace option_kinds

struct CheckOptions {
#define ZONDA_OPTION(field, kind, usual, ...) option_kinds::kind field = usual;
#include "zonda/options.def"
  std::string cover_edges;          // the content of the file with a covering set; empty: there is none
  std::size_t only = 0;             // check this query alone, counted from 1; 0: all
  std::vector<std::size_t> chosen;  // or check these; empty: all
  bool hash_stats = false;          // go through the tables at the end, for CheckStats::hash
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const Progress&)> progress;
  std::function<void(const QueryResult&)> on_result;  // called for each answer as soon as it is there, in order
  StageHook on_stage;                                 // called before each search
};

// Commands of the program, as bits.
using Commands = std::uint16_t;
inline constexpr Commands kCheck = 1;
inline constexpr Commands kPartition = 2;
inline constexpr Commands kMonitor = 4;
inline constexpr Commands kDiagnose = 8;
inline constexpr Commands kVerifyta = 16;
inline constexpr Commands kInfo = 32;

// Kinds of queries, as bits.
using QueryGroups = std::uint8_t;
inline constexpr QueryGroups kReach = 1;           // E<> and A[]
inline constexpr QueryGroups kRuns = 2;            // E[] and A<>
inline constexpr QueryGroups kLeadsTo = 4;         // -->
inline constexpr QueryGroups kPatterns = 8;        // bounded properties that may be violated at any time
inline constexpr QueryGroups kStartPatterns = 16;  // those about runs from the start: 'p within t'
inline constexpr QueryGroups kValues = 32;         // sup, inf and bounds
inline constexpr QueryGroups kAllQueries = 63;
inline constexpr QueryGroups kFromStart = kRuns | kStartPatterns;
inline constexpr QueryGroups kNotFromStart = kAllQueries & ~kFromStart;

// One of the words that an option takes.
struct OptionValue {
  std::string_view name{};
  std::string_view parameter{};       // 'k' of distance:k; empty: it has none
  std::string_view what{};            // one line; may be empty
  QueryGroups queries = kAllQueries;  // the queries for which it makes a difference
  std::string_view trial{};           // an example of a parameter

  // 'distance:k'
  [[nodiscard]] std::string text() const;
};

struct OptionInfo {
  enum class Level : std::uint8_t { Everyday, Expert };
  // What an approximation may do: reach what the model does not, or miss something.
  enum class Approximation : std::uint8_t { None, Over, Under };

  std::string_view field{};  // the member of CheckOptions; options of the program have none
  std::string_view flag{};   // with its dashes
  std::string_view json{};   // the name in JSON output; empty: an option of the program only
  OptionKind kind = OptionKind::Flag;
  std::string_view group{};  // a heading of help
  Level level = Level::Everyday;
  Commands commands = 0;
  QueryGroups queries = kAllQueries;  // the queries for which it makes a difference
  std::string usual{};                // the default, as text
  std::uint64_t least = 0;            // Number
  std::uint64_t most = UINT64_MAX;
  Approximation approximation = Approximation::None;
  std::vector<std::string_view> trials{};  // examples of values, for an option without words
};

// All options, in the order of help.
[[nodiscard]] const std::vector<OptionInfo>& option_table();
// The option with this field; null: there is none.
[[nodiscard]] const OptionInfo* find_option(std::string_view field);

// The words that the option takes with this command; empty: it takes no words.
[[nodiscard]] std::vector<OptionValue> option_values(const OptionInfo& option, Commands command = kCheck);
// The text of help about it.
[[nodiscard]] std::string option_help(const OptionInfo& option, Commands command = kCheck);

// The functions below are for options of the library.
// Sets an option to the text after its flag on the command line; for flags the text is ignored. Returns what is wrong
// with it, or nothing. Words are checked by option_error().
[[nodiscard]] std::string set_option(CheckOptions& options, const OptionInfo& option, std::string_view text);
// Copies the value that the option has in `from`.
void copy_option(const CheckOptions& from, const OptionInfo& option, CheckOptions& to);
// The value, and its text, as set_option() takes it; 0 for a number that was not given.
using OptionSetting = std::variant<bool, std::string, std::uint64_t, double>;
[[nodiscard]] OptionSetting option_setting(const CheckOptions& options, const OptionInfo& option);
[[nodiscard]] std::string setting_text(const OptionSetting& setting);
// The option as one would give it on the command line, such as '--order dfs'.
[[nodiscard]] std::string option_text(const CheckOptions& options, const OptionInfo& option);
// Whether the option has another value than its default.
[[nodiscard]] bool is_given(const CheckOptions& options, const OptionInfo& option);
// Whether the option, with its present value, makes a difference for such queries.
[[nodiscard]] bool has_effect(const CheckOptions& options, const OptionInfo& option, QueryGroups queries);
// What is wrong with a word; empty: nothing.
[[nodiscard]] std::string word_error(const OptionInfo& option, std::string_view word);

// What is wrong with the options, whatever the model and the query are; empty: nothing.
[[nodiscard]] std::string option_error(const CheckOptions& options);

// 'a, b and c'
[[nodiscard]] std::string list_text(const std::vector<std::string>& words);

namespace option_detail {
template <typename A, typename B>
constexpr bool is_same_field(A CheckOptions::*a, B CheckOptions::*b) {
  if constexpr (std::is_same_v<A, B>)
    return a == b;
  else
    return false;
}
}  // namespace option_detail

// What is known about an option, as option_of(&CheckOptions::order).
template <typename T>
[[nodiscard]] const OptionInfo& option_of(T CheckOptions::*of) {
#define ZONDA_OPTION(field, ...) \
  if (option_detail::is_same_field(of, &CheckOptions::field)) return *find_option(#field);
#include "zonda/options.def"
  return option_table().front();
}
// The name of an option on the command line, as flag_of(&CheckOptions::order), and in JSON output.
template <typename T>
[[nodiscard]] constexpr std::string_view flag_of(T CheckOptions::*of) {
#define ZONDA_OPTION(field, kind, usual, flag, ...) \
  if (option_detail::is_same_field(of, &CheckOptions::field)) return flag;
#include "zonda/options.def"
  return {};
}
template <typename T>
[[nodiscard]] constexpr std::string_view json_name(T CheckOptions::*of) {
#define ZONDA_OPTION(field, kind, usual, flag, group, level, commands, queries, values, json, ...) \
  if (option_detail::is_same_field(of, &CheckOptions::field)) return json;
#include "zonda/options.def"
  return {};
}

}  // namespace zonda
