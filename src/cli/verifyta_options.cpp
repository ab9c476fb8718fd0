#include "cli/verifyta_options.hpp"

#include "util/edit_distance.hpp"
#include "zonda/options.hpp"

#include <fmt/format.h>

#include <charconv>

namespace zonda::cli {

namespace {

enum class Do : std::uint8_t {
  Help,
  Version,
  Order,
  BreadthFirst,
  DepthFirst,
  Space,
  PlainZones,
  ConvexHull,
  BitState,
  HashBits,
  Extrapolation,
  Trace,
  XtrFile,
  XmlFile,
  Symbolic,
  Quiet,
  Silent,
  Summary,
  Seed,
  QueryIndex,
  Dialect,
  Memory,
  Time,
  Licence,
  Ignore,
};

struct Known {
  char letter;  // 0: none
  std::string_view name;
  std::string_view value;  // the word for its value; empty: it takes none
  Do action;
  std::string_view meaning;  // empty: not in the help
};

constexpr std::string_view kInTable = "as zonda's own option says";
constexpr Known kKnown[] = {
    {'h', "help", "", Do::Help, "Print this and stop"},
    {'v', "version", "", Do::Version, "Print the version and stop"},
    {'o', "search-order", "N", Do::Order,
     "0 breadth first, 1 depth first, 2 random depth first, 3 optimal first, 4 random optimal depth first, 6 target "
     "first; 3 to 6 search breadth first"},
    {'b', "", "", Do::BreadthFirst, "The same as -o 0"},
    {'d', "", "", Do::DepthFirst, "The same as -o 1"},
    {'n', "extrapolation", "N", Do::Extrapolation, "0 automatic, 1 none, 2 difference, 3 local, 4 lower/upper"},
    {'S', "space-optimisation", "N", Do::Space,
     "0 none: keep all states, 1 conservative, 2 aggressive: keep one state of every cycle"},
    {'C', "", "", Do::PlainZones, "Plain DBMs; no effect"},
    {'A', "", "", Do::ConvexHull, "Convex hull over-approximation: may say MAY"},
    {'Z', "", "", Do::BitState, "Bit state hashing, an under-approximation: may say MAY"},
    {'H', "hashtable-size", "N", Do::HashBits, "With -Z: 2^N bits (27)"},
    {'T', "reuse", "", Do::Ignore, "Reuse states between queries; no effect"},
    {'t', "diagnostic", "N", Do::Trace, "Traces: 0 some, 1 shortest, 2 fastest"},
    {'f', "", "PREFIX", Do::XtrFile, "Write traces to PREFIX-1.xtr, … (5.0: PREFIX-1, …)"},
    {'X', "", "PREFIX", Do::XmlFile, "Write traces to PREFIX1.xml, …"},
    {'y', "", "", Do::Symbolic, "Show traces symbolically"},
    {'Y', "", "", Do::Symbolic, "The same, pre- and post-stable"},
    {'q', "", "", Do::Quiet, "Do not list the options in force"},
    {'s', "silence-progress", "", Do::Silent, "No progress"},
    {'u', "summary", "", Do::Summary, "Print time and memory of each query"},
    {'r', "seed", "N", Do::Seed, "Seed for random orders"},
    {0, "query-index", "N", Do::QueryIndex, "Only this query, counted from 0"},
    {0, "dialect", "VERSION", Do::Dialect,
     "Print as UPPAAL 4.0, 4.1 or 5.0 does (default: ZONDA_DIALECT in the environment, or 5.0)"},
    {0, flag_of(&CheckOptions::memory_bytes).substr(2), "SIZE", Do::Memory, kInTable},
    {0, flag_of(&CheckOptions::seconds).substr(2), "TIME", Do::Time, kInTable},
    // Options for representations, statistics, learning and licences: they have no effect here.
    {'U', "", "", Do::Ignore, ""},
    {0, "state-representation", "N", Do::Ignore, ""},
    {0, "exploration", "N", Do::Ignore, ""},
    {'D', "discretization", "X", Do::Ignore, ""},
    {'a', "alpha", "X", Do::Ignore, ""},
    {'B', "beta", "X", Do::Ignore, ""},
    {'E', "epsilon", "X", Do::Ignore, ""},
    {0, "tau-up", "X", Do::Ignore, ""},
    {0, "tau-down", "X", Do::Ignore, ""},
    {0, "truncation-error", "X", Do::Ignore, ""},
    {0, "truncation-time-error", "X", Do::Ignore, ""},
    {'w', "bucket-width", "X", Do::Ignore, ""},
    {'W', "bucket-count", "X", Do::Ignore, ""},
    {0, "good-runs", "N", Do::Ignore, ""},
    {0, "total-runs", "N", Do::Ignore, ""},
    {0, "runs-pr-state", "N", Do::Ignore, ""},
    {0, "eval-runs", "N", Do::Ignore, ""},
    {0, "max-iterations", "N", Do::Ignore, ""},
    {0, "max-reset-learning", "N", Do::Ignore, ""},
    {0, "reset-no-better", "N", Do::Ignore, ""},
    {0, "reset-no-good", "N", Do::Ignore, ""},
    {0, "learning-method", "N", Do::Ignore, ""},
    {0, "filter", "N", Do::Ignore, ""},
    {'O', "", "FORMAT", Do::Ignore, ""},
    {0, "print-strategies", "FOLDER", Do::Ignore, ""},
    {0, "lease", "HOURS", Do::Licence, ""},
    {0, "lease-request", "", Do::Licence, ""},
    {0, "key", "KEY", Do::Licence, ""},
};

std::string meaning_of(const Known& k) {
  if (k.meaning != kInTable) return std::string(k.meaning);
  return option_help(
      k.action == Do::Memory ? option_of(&CheckOptions::memory_bytes) : option_of(&CheckOptions::seconds), kVerifyta);
}

const Known* find_letter(char letter) {
  for (const Known& k : kKnown)
    if (k.letter == letter && letter != 0) return &k;
  return nullptr;
}

// Finds an option by its name or an unambiguous prefix: verifyta accepts both.
const Known* find_name(std::string_view name) {
  const Known* found = nullptr;
  std::size_t count = 0;
  for (const Known& k : kKnown) {
    if (k.name.empty() || name.empty() || !k.name.starts_with(name)) continue;
    if (k.name == name) return &k;
    found = &k;
    ++count;
  }
  return count == 1 ? found : nullptr;
}

std::string unknown(const std::string& option) {
  std::string_view best;
  std::size_t least = 3;
  if (option.starts_with("--"))
    for (const Known& k : kKnown)
      if (const std::size_t d = edit_distance(option.substr(2, 64), k.name); !k.name.empty() && d < least) {
        least = d;
        best = k.name;
      }
  return best.empty() ? fmt::format("unknown option '{}'", option)
                      : fmt::format("unknown option '{}'; did you mean '--{}'?", option, best);
}

template <typename Number>
bool read_number(std::string_view text, Number least, Number most, Number& out) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size() && out >= least && out <= most;
}

std::string apply(const Known& k, const std::string& spelled, const std::string& value, VerifytaOptions& o) {
  const auto code = [&](int most, int& out) {
    return read_number(value, 0, most, out) ? std::string()
                                            : fmt::format("'{}' takes 0 to {}, not '{}'", spelled, most, value);
  };
  switch (k.action) {
    case Do::Help:
      o.help = true;
      return {};
    case Do::Version:
      o.version = true;
      return {};
    case Do::BreadthFirst:
    case Do::DepthFirst:
      o.order = k.action == Do::DepthFirst ? 1 : 0;
      o.has_order = true;
      return {};
    case Do::Order:
      o.has_order = true;
      return code(6, o.order);
    case Do::Space:
      return code(3, o.space);
    case Do::HashBits:
      return code(36, o.hash_bits);
    case Do::Extrapolation:
      return code(4, o.extrapolation);
    case Do::Trace:
      o.trace = 0;
      return code(2, *o.trace);
    case Do::XtrFile:
      o.xtr_prefix = value;
      return {};
    case Do::XmlFile:
      o.xml_prefix = value;
      return {};
    case Do::Symbolic:
      o.symbolic = true;
      return {};
    case Do::PlainZones:
      o.plain_zones = true;
      return {};
    case Do::ConvexHull:
      o.convex_hull = true;
      return {};
    case Do::BitState:
      o.bit_state = true;
      return {};
    case Do::Quiet:
      o.quiet = true;
      return {};
    case Do::Silent:
      o.silent = true;
      return {};
    case Do::Summary:
      o.summary = true;
      return {};
    case Do::Seed:
      o.seed = 0;
      if (!read_number(value, std::uint64_t{0}, UINT64_MAX, *o.seed))
        return fmt::format("'{}' takes a number, not '{}'", spelled, value);
      return {};
    case Do::QueryIndex:
      o.query_index = 0;
      if (!read_number(value, std::size_t{0}, std::size_t{1} << 31, *o.query_index))
        return fmt::format("'{}' takes a number from 0, not '{}'", spelled, value);
      return {};
    case Do::Dialect:
      if (!find_dialect(value)) return fmt::format("there is no dialect '{}'; there are 4.0, 4.1 and 5.0", value);
      o.dialect = *find_dialect(value);
      return {};
    case Do::Memory:
      o.memory = value;
      return {};
    case Do::Time:
      o.time = value;
      return {};
    case Do::Licence:
      o.licence = true;
      return {};
    case Do::Ignore:
      return {};
  }
  return {};
}

class Parser {
 public:
  Parser(const std::vector<std::string>& arguments, VerifytaOptions& options)
      : arguments_(arguments), options_(options) {}

  std::string run() {
    bool only_files = false;
    for (at_ = 0; at_ < arguments_.size(); ++at_) {
      const std::string& word = arguments_[at_];
      std::string error;
      if (only_files || word == "-" || !word.starts_with("-"))
        error = file(word);
      else if (word == "--")
        only_files = true;
      else
        error = word.starts_with("--") ? long_option(word) : letters(word);
      if (!error.empty()) return error;
    }
    return {};
  }

 private:
  std::string file(const std::string& word) {
    if (options_.model.empty()) return options_.model = word, std::string();
    if (options_.queries.empty()) return options_.queries = word, std::string();
    return fmt::format("'{}' is one file too many", word);
  }

  std::string with_next(const Known& k, const std::string& spelled) {
    if (at_ + 1 >= arguments_.size()) return fmt::format("'{}' needs a value", spelled);
    return apply(k, spelled, arguments_[++at_], options_);
  }

  std::string long_option(const std::string& word) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string spelled = word.substr(0, equals);
    const Known* k = find_name(std::string_view(spelled).substr(2));
    if (k == nullptr) return unknown(spelled);
    if (k->value.empty())
      return equals < word.size() ? fmt::format("'{}' takes no value", spelled) : apply(*k, spelled, "", options_);
    return equals < word.size() ? apply(*k, spelled, word.substr(equals + 1), options_) : with_next(*k, spelled);
  }

  // Letters may be combined; the value of the last may follow immediately: -squ, -t1, -o 2.
  std::string letters(const std::string& word) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      const std::string spelled = fmt::format("-{}", word[i]);
      const Known* k = find_letter(word[i]);
      if (k == nullptr) return unknown(word.size() == 2 || i == 1 ? word : spelled);
      if (!k->value.empty())
        return i + 1 < word.size() ? apply(*k, spelled, word.substr(i + 1), options_) : with_next(*k, spelled);
      if (std::string error = apply(*k, spelled, "", options_); !error.empty()) return error;
    }
    return {};
  }

  const std::vector<std::string>& arguments_;
  VerifytaOptions& options_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<Dialect> find_dialect(std::string_view name) {
  if (name == "4.0" || name.starts_with("4.0.") || name.starts_with("3.")) return Dialect::V40;
  if (name == "4" || name == "4.1" || name.starts_with("4.1.")) return Dialect::V41;
  if (name == "5" || name.starts_with("5.")) return Dialect::V50;
  return std::nullopt;
}

std::string parse_verifyta(const std::vector<std::string>& arguments, VerifytaOptions& options) {
  return Parser(arguments, options).run();
}

std::vector<VerifytaOption> verifyta_options() {
  std::vector<VerifytaOption> result;
  for (const Known& k : kKnown) {
    if (k.meaning.empty()) continue;
    VerifytaOption& option = result.emplace_back();
    if (k.letter != 0) option.names.push_back(fmt::format("-{}", k.letter));
    if (!k.name.empty()) option.names.push_back(fmt::format("--{}", k.name));
    option.meaning = meaning_of(k);
    option.has_value = !k.value.empty();
  }
  return result;
}

std::string verifyta_help() {
  std::string result =
      "Usage: zonda verifyta [OPTION]... MODEL [QUERIES]\n\n"
      "Takes the command line of UPPAAL's verifyta and prints what it would print. Started under the name 'verifyta'\n"
      "(by a link or a copy), zonda behaves the same. Without QUERIES: the queries in the model, or MODEL.q.\n\n";
  for (const Known& k : kKnown) {
    if (k.meaning.empty()) continue;
    std::string names = k.letter != 0 ? fmt::format("-{}", k.letter) : std::string("    ");
    if (!k.name.empty()) names += fmt::format("{}--{}", k.letter != 0 ? ", " : "", k.name);
    if (!k.value.empty()) names += fmt::format(" {}", k.value);
    result += fmt::format("  {:<28}", names);
    std::size_t column = 30;
    const std::string meaning = meaning_of(k);
    std::string_view rest = meaning;
    while (!rest.empty()) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      if (column + blank > 110) {
        result.pop_back();
        result += '\n' + std::string(30, ' ');
        column = 30;
      }
      result += rest.substr(0, blank);
      column += blank + 1;
      rest.remove_prefix(std::min(blank + 1, rest.size()));
      if (!rest.empty()) result += ' ';
    }
    result += '\n';
  }
  result +=
      "\nOptions for statistical checking, learning and licences are accepted and do nothing.\n"
      "Exit status: 0 every query has its answer, whatever it is; 1 something is wrong with the model, a query or "
      "the options.\n";
  return result;
}

}  // namespace zonda::cli
