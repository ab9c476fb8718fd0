// zonda verifyta: UPPAAL's command line, with the output that scripts written for it look for.
//
// The words differ between releases: 4.0 says 'property' where the later ones say 'formula', 4.1 shows traces on
// standard error, 5.0 on standard output and under other headings.
#include "cli/verifyta.hpp"

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/process_memory.hpp"
#include "cli/verifyta_options.hpp"
#include "zonda/model.hpp"
#include "zonda/version.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sys/resource.h>
#include <unistd.h>

namespace zonda::cli {

namespace {

constexpr const char* kErase = "\x1b[2K";

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

// UPPAAL's words if scripts know them, otherwise ours. Empty for warnings that UPPAAL does not give: some clients treat
// any other line on standard error as a failure.
std::string uppaal_text(const Message& m) {
  if (m.name == "strict-invariant") return "Strict invariant.";
  if (m.name == "urgent-clock-guard") return "Clock guards are not allowed on urgent edges.";
  if (!m.is_error) return {};
  constexpr std::string_view kUnknown = "unknown identifier '";
  if (m.text.starts_with(kUnknown)) {
    const std::size_t end = m.text.find('\'', kUnknown.size());
    return fmt::format("Unknown identifier: {}.", m.text.substr(kUnknown.size(), end - kUnknown.size()));
  }
  return capitalised(m.text);
}

std::string message_line(const Message& m, const std::string& text) {
  const TextPlace& at = m.place;
  const char* kind = m.is_error ? "error" : "warning";
  if (at.file.empty()) return fmt::format("[{}] {}\n", kind, text);
  if (at.xpath.empty()) return fmt::format("{}:{}: [{}] {}\n", at.file, at.line, kind, text);
  return fmt::format("{}:{}:{}: [{}] {}\n", at.file, at.xpath, at.xpath_line, kind, text);
}

// Sets the option that verifyta's letter and number stand for, if there is one.
void set_by_code(char letter, int code, CheckOptions& options) {
  struct Mapped {
    char letter;
    int code;
    std::string_view field;
    std::string_view text;
  };
  constexpr Mapped kMapped[] = {
#define ZONDA_VERIFYTA(letter, code, field, text) {letter, code, #field, text},
#include "zonda/options.def"
  };
  for (const Mapped& m : kMapped)
    if (m.letter == letter && m.code == code) (void)set_option(options, *find_option(m.field), m.text);
}

class Verifyta {
 public:
  explicit Verifyta(VerifytaOptions options) : options_(std::move(options)) {}

  int run() {
    if (options_.model.empty() && options_.licence) {
      std::cout << "zonda needs no licence.\n";
      return finish_output() ? 0 : 1;
    }
    if (options_.model.empty()) return fail("which model?");
    if (!read_options()) return 1;
    LoadOptions load;
    load.on_stage = memory_hook();
    check_.on_stage = memory_hook();
    // If verifyta only compiles, '-' means 'no queries'.
    if (options_.queries != "-") load.query_file = options_.queries;
    const Model model = Model::load(options_.model, load);
    for (const Message& m : model.diagnostics())
      if (const std::string text = uppaal_text(m); !text.empty()) std::cerr << message_line(m, text);
    if (!model.is_usable()) return 1;
    if (options_.compile_only) {
      std::cout << model.intermediate_format(version());
      return finish_output() ? 0 : 1;
    }
    model_ = &model;
    print_options();
    const std::vector<QueryInfo> queries = model.queries();
    if (options_.query_index && *options_.query_index >= queries.size())
      return fail(
          fmt::format("there is no query {}; the model has {}, counted from 0", *options_.query_index, queries.size()));
    for (const QueryInfo& q : queries)
      if (!options_.query_index || *options_.query_index + 1 == q.index) verify(q);
    return finish_output() && is_fine_ ? 0 : 1;
  }

 private:
  [[nodiscard]] int version() const { return options_.dialect == Dialect::V50 ? 5 : 4; }

  static int fail(const std::string& why) {
    std::cerr << "verifyta: " << why << "\nverifyta --help lists the options.\n";
    return 1;
  }

  bool read_options() {
    std::string wrong;
    if (!options_.memory.empty()) wrong = set_option(check_, option_of(&CheckOptions::memory_bytes), options_.memory);
    if (wrong.empty() && !options_.time.empty())
      wrong = set_option(check_, option_of(&CheckOptions::seconds), options_.time);
    if (!wrong.empty()) return fail(wrong), false;
    if (options_.seed) check_.seed = *options_.seed;
    // A shortest trace is found breadth first, whatever order was asked for.
    if (options_.has_order && options_.trace != 1) set_by_code('o', options_.order, check_);
    if (options_.trace) set_by_code('t', *options_.trace, check_);
    if (isatty(STDERR_FILENO) != 0 && !options_.silent)
      check_.progress = [](const Progress& p) {
        std::cerr << fmt::format("\r{} -- States stored: {}, explored: {}\r", kErase, p.stats.stored, p.stats.visited);
      };
    return true;
  }

  // Lower/upper bounds and the like are not sound for every query; then UPPAAL makes its own choice, and so does zonda,
  // on the second try.
  [[nodiscard]] CheckOptions options_for(const QueryInfo& q, bool is_second_try) const {
    CheckOptions result = check_;
    result.only = q.index;
    if (!is_second_try) set_by_code('n', options_.extrapolation, result);
    // Keeping all states is always sound.
    if (!is_second_try || options_.space == 0) set_by_code('S', options_.space, result);
    if (options_.convex_hull && !is_second_try) set_by_code('A', 1, result);
    // The amount of memory depends on -H.
    if (options_.bit_state && !is_second_try)
      result.bitstate_bytes = std::max<std::uint64_t>(1024, (std::uint64_t{1} << options_.hash_bits) / 8);
    return result;
  }

  void print_options() const {
    if (options_.quiet) return;
    constexpr const char* kOrders[] = {
        "breadth first", "depth first",  "random depth first", "optimal first", "random optimal depth first",
        "breadth first", "target first",
    };
    constexpr const char* kSpaces[] = {"no space optimisation", "conservative space optimisation",
                                       "aggressive space optimisation", "extreme space optimisation"};
    std::cout << "Options for the verification:\n  Generating "
              << (options_.trace ? check_.trace + " trace" : std::string("no trace")) << "\n  Search order is "
              << kOrders[options_.order] << "\n  Using " << kSpaces[options_.space] << "\n  Seed is " << check_.seed
              << "\n  State space representation uses "
              << (options_.plain_zones ? "DBMs"
                  : version() == 5     ? "minimal constraint systems with future testing"
                                       : "minimal constraint systems")
              << '\n';
    if (version() == 5) std::cout << "  Using HashMap + Compress integers for discrete state storage\n";
    if (options_.convex_hull) std::cout << "  Using convex hull approximation\n";
    if (options_.bit_state) std::cout << "  Using bit state hashing with 2^" << options_.hash_bits << " bits\n";
  }

  [[nodiscard]] const char* noun(bool is_capital) const {
    if (options_.dialect == Dialect::V40) return is_capital ? "Property" : "property";
    return is_capital ? "Formula" : "formula";
  }

  [[nodiscard]] std::string position(const QueryInfo& q) const {
    if (options_.dialect == Dialect::V40) return fmt::format("line {}", q.place.xpath.empty() ? q.place.line : q.index);
    return q.place.xpath.empty() ? fmt::format("{}:{}", q.place.file, q.place.line) : q.place.xpath;
  }

  void verify(const QueryInfo& q) {
    std::cout << (options_.silent ? "" : kErase)
              << fmt::format("\nVerifying {} {} at {}\n", noun(false), q.index, position(q)) << std::flush;
    Model::Checked checked = model_->check(options_for(q, false));
    const bool is_refused = checked.results.empty() || checked.results[0].verdict == Verdict::Error;
    if (is_refused && (options_.extrapolation > 1 || options_.space >= 2))
      checked = model_->check(options_for(q, true));
    if (checked.results.empty()) {
      std::cerr << "verifyta: " << checked.error << '\n';
      is_fine_ = false;
      return;
    }
    const QueryResult& r = checked.results[0];
    if (check_.progress) std::cerr << '\r' << kErase << std::flush;
    std::cout << (options_.silent ? "" : kErase) << verdict(q, r) << values(q, r);
    if (options_.summary && r.verdict != Verdict::Error) print_summary(r.stats);
    if (r.trace != nullptr) show_trace(q, r);
    std::cout << std::flush;
  }

  std::string verdict(const QueryInfo& q, const QueryResult& r) {
    switch (r.verdict) {
      case Verdict::Satisfied:
        return fmt::format(" -- {} is satisfied.\n", noun(true));
      case Verdict::NotSatisfied:
        return fmt::format(" -- {} is NOT satisfied.\n", noun(true));
      case Verdict::MaybeSatisfied:
        return fmt::format(" -- {} MAY be satisfied.\n", noun(true));
      case Verdict::MaybeNotSatisfied:
        return fmt::format(" -- {} MAY NOT be satisfied.\n", noun(true));
      case Verdict::Unknown:
      case Verdict::Error:
        break;
    }
    // UPPAAL stops here, but the other queries may have answers.
    is_fine_ = false;
    std::cout.flush();
    // An error in the formula has been reported with its place.
    if (r.refusal != Refusal::Formula)
      std::cerr << fmt::format("{}: [error] {}\n", place_text(q), capitalised(r.reason));
    return " -- Aborted.\n";
  }

  // The values that sup, inf and bounds found: 5.0 has a line for each value, older releases have a heading and
  // relations below it.
  [[nodiscard]] std::string values(const QueryInfo& q, const QueryResult& r) const {
    std::string result = r.values.empty() || version() == 5 ? std::string() : q.kind + ":\n";
    for (const QueryValue& v : r.values) {
      const std::string text = value_text(v, q.kind == "sup", q.kind == "inf");
      if (version() == 5)
        result += fmt::format(" -- Result: {}\n", text);
      else if (q.kind == "bounds" || text == "none" || text == "infinity")
        result += fmt::format(" {}: {}\n", v.expression, text);
      else if (text.starts_with("<") || text.starts_with(">"))
        result += fmt::format(" {} {}\n", v.expression, text);
      else
        result += fmt::format(" {} {} {}\n", v.expression, q.kind == "sup" ? "<=" : ">=", text);
    }
    return result;
  }

  static std::string place_text(const QueryInfo& q) {
    if (q.place.xpath.empty()) return fmt::format("{}:{}", q.place.file, q.place.line);
    return fmt::format("{}:{}:{}", q.place.file, q.place.xpath, q.place.xpath_line);
  }

  static void print_summary(const CheckStats& s) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto user = usage.ru_utime.tv_sec * 1000 + usage.ru_utime.tv_usec / 1000;
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 1024;
    std::cout << fmt::format(
        " -- States stored : {} states\n -- States explored : {} states\n -- CPU user time used : {} ms\n"
        " -- Virtual memory used : {} KiB\n -- Resident memory used : {} KiB\n",
        s.stored, s.visited, user, pages * page, usage.ru_maxrss);
  }

  // An 'example' shows that a query holds, a counter example that it does not.
  void show_trace(const QueryInfo& q, const QueryResult& r) {
    const bool is_counter = r.verdict == Verdict::NotSatisfied || r.verdict == Verdict::MaybeNotSatisfied;
    const std::string what = version() == 5 ? "witness trace" : is_counter ? "counter example" : "example trace";
    const UppaalStyle style{version(), options_.symbolic, version() == 4 && options_.trace == 1};
    if (!options_.xtr_prefix.empty()) {
      const std::string path = fmt::format("{}-{}{}", options_.xtr_prefix, q.index, version() == 5 ? "" : ".xtr");
      if (!write_file(path, model_->write_trace(*r.trace, Model::TraceFormat::Xtr, style)))
        is_fine_ = false;
      else if (version() == 5)
        std::cout << fmt::format(" -- Writing {} to {}\n", what, path);
      else
        std::cerr << fmt::format("Writing {} to {}\n", what, path);
    }
    if (!options_.xml_prefix.empty()) {
      const std::string path = fmt::format("{}{}.xml", options_.xml_prefix, q.index);
      if (write_file(path, model_->write_trace(*r.trace, Model::TraceFormat::Xml, style)))
        std::cout << "XMLTrace outputted to: " << path << '\n';
      else
        is_fine_ = false;
    }
    if (!options_.xtr_prefix.empty() || !options_.xml_prefix.empty()) return;
    const std::string text = model_->write_trace(*r.trace, Model::TraceFormat::Uppaal, style);
    if (version() == 5) {
      std::cout << fmt::format(" -- Showing {}:\n", what) << text;
    } else {
      std::cout << fmt::format("Showing {}.\n", what) << std::flush;
      std::cerr << text << '\n';
    }
  }

  VerifytaOptions options_;
  CheckOptions check_;
  const Model* model_ = nullptr;
  bool is_fine_ = true;
};

std::string version_text(Dialect dialect) {
  constexpr const char* kNumbers[] = {"4.0.15", "4.1.26", "5.0.0"};
  // Programs read the number from the first line, between the first word and a comma.
  return fmt::format(
      "UPPAAL {} (zonda {}), its command line\nThis is zonda, which takes verifyta's command line and shares no code "
      "with UPPAAL.\n",
      kNumbers[static_cast<std::size_t>(dialect)], kVersion);
}

}  // namespace

bool is_called_verifyta(int argc, const char* const* argv) {
  if (argc < 1) return false;
  const std::string name = std::filesystem::path(argv[0]).filename().string();
  return name.starts_with("verifyta");
}

int run_verifyta(const std::vector<std::string>& arguments) {
  VerifytaOptions options;
  const char* dialect = std::getenv("ZONDA_DIALECT");  // NOLINT(concurrency-mt-unsafe): there is one thread
  if (dialect != nullptr && *dialect != '\0') {
    if (!find_dialect(dialect)) {
      std::cerr << "verifyta: ZONDA_DIALECT is '" << dialect << "'; there are 4.0, 4.1 and 5.0\n";
      return 1;
    }
    options.dialect = *find_dialect(dialect);
  }
  const char* compile = std::getenv("UPPAAL_COMPILE_ONLY");  // NOLINT(concurrency-mt-unsafe)
  options.compile_only = compile != nullptr && *compile != '\0';
  const std::string error = parse_verifyta(arguments, options);
  if (!error.empty()) {
    std::cerr << "verifyta: " << error << "\nverifyta --help lists the options.\n";
    return 1;
  }
  if (options.help || options.version) {
    std::cout << (options.help ? verifyta_help() : version_text(options.dialect));
    return finish_output() ? 0 : 1;
  }
  return Verifyta(std::move(options)).run();
}

void add_verifyta(CommandLine& line) {
  auto words = std::make_shared<std::vector<std::string>>();
  Command command = line.add_command("verifyta", "Take UPPAAL's verifyta command line and print its lines");
  command.leave_arguments_alone();
  command.set_footer(verifyta_help());
  command.add_option("ARGUMENTS", *words, "What verifyta takes; zonda verifyta --help lists it");
}

}  // namespace zonda::cli
