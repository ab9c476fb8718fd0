#include "cli/simulator.hpp"

#include "cli/files.hpp"
#include "cli/walk_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <iostream>
#include <sstream>

namespace zonda::cli {

namespace {

std::optional<std::size_t> read_number(const std::string& text) {
  std::size_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

// The command that the word names, in full or as an unambiguous prefix.
std::string full_name(const std::string& word) {
  std::string found;
  for (const Simulator::Command& c : Simulator::commands()) {
    std::istringstream names(c.names);
    std::string name;
    std::string first;
    while (names >> name) {
      if (first.empty()) first = name;
      if (name == word) return first;
      if (name.starts_with(word) && found != first) found = found.empty() ? first : "?";
    }
  }
  return found == "?" ? std::string() : found;
}

}  // namespace

const std::vector<Simulator::Command>& Simulator::commands() {
  static const std::vector<Command> kCommands = {
      {"N", "[DELAY]", "make the N-th of the moves, after DELAY or as soon as possible"},
      {"delay d", "DELAY", "let time pass"},
      {"moves m", "", "list what can be done (so does an empty line)"},
      {"state s", "", "show all locations, variables and clocks"},
      {"random r", "[N]", "make N random moves (1)"},
      {"undo u", "[N]", "take back N delays or moves (1)"},
      {"redo", "[N]", "make them again"},
      {"jump j", "N", "go to the state after the N-th move; 0 is the start"},
      {"trace t", "", "show the moves so far"},
      {"queries q", "", "tell which state formulas of the queries hold here"},
      {"mode", "symbolic|concrete", "walk with zones or with exact clock values; the moves stay"},
      {"replay", "FILE", "follow a saved trace from the start"},
      {"save", "FILE", "write the moves so far: .json, .xtr, .xml, or text"},
      {"help h ?", "", "list the commands"},
      {"quit x exit", "", "end"},
  };
  return kCommands;
}

Simulator::Simulator(const Model& model, Walk::Mode mode, std::uint64_t seed, bool is_quiet)
    : model_(model), walk_(Walk(model, mode)), seed_(seed), is_quiet_(is_quiet) {}

void Simulator::say(const std::string& text) const {
  if (!is_quiet_) std::cout << text;
}

Simulator::Outcome Simulator::refuse(const std::string& why) {
  std::cout.flush();
  std::cerr << "not possible: " << why << '\n';
  return Outcome::Refused;
}

Simulator::Outcome Simulator::wrong(const std::string& why) {
  std::cout.flush();
  std::cerr << why << '\n';
  return Outcome::Wrong;
}

void Simulator::show() {
  if (!is_quiet_) std::cout << state_text(*walk_) << moves_text(*walk_);
}

Simulator::Outcome Simulator::move(std::size_t number, const std::optional<std::string>& delay) {
  const TraceState before = walk_->state();
  const std::int64_t time_before = walk_->time_units();
  std::vector<TraceEdge> edges;
  if (number > 0 && number <= walk_->moves().size()) edges = walk_->moves()[number - 1].edges;
  if (!walk_->take(number, delay)) return refuse(walk_->why());
  if (is_quiet_) return Outcome::Done;
  const std::int64_t passed = walk_->time_units() - time_before;
  const bool has_time = walk_->mode() == Walk::Mode::Concrete;
  say(fmt::format("step {}{}\n     {}", walk_->position(),
                  has_time ? fmt::format(", time {}, after {}", walk_->time(), decimal(passed, walk_->names().digits))
                           : std::string(),
                  edges_text(walk_->names(), edges, "     ")));
  say(changes_text(walk_->names(), before, walk_->state(), passed));
  say(moves_text(*walk_));
  return Outcome::Done;
}

std::size_t Simulator::run_random(std::size_t count, const std::function<bool()>& after_each) {
  std::size_t made = 0;
  while (made < count && walk_->take_random(seed_)) {
    seed_ = seed_ * 6364136223846793005U + 1442695040888963407U;
    ++made;
    if (after_each && !after_each()) break;
  }
  return made;
}

Simulator::Outcome Simulator::jump_to(const std::string& text, const char* what) {
  const std::optional<std::size_t> number = text.empty() ? std::optional<std::size_t>(1) : read_number(text);
  if (!number) return wrong(fmt::format("'{}' is not a number of moves", text));
  std::size_t target = *number;
  const std::string_view kind(what);
  if (kind == "redo") target = walk_->position() + *number;
  if (kind == "undo") {
    // Takes back as many moves as there are.
    if (*number > 0 && !walk_->undo()) return refuse(walk_->why());
    for (std::size_t i = 1; i < *number && walk_->undo(); ++i) {
    }
    show();
    return Outcome::Done;
  }
  if (!walk_->jump(target)) return refuse(walk_->why());
  show();
  return Outcome::Done;
}

Simulator::Outcome Simulator::save(const std::vector<std::string>& arguments) {
  if (arguments.size() != 1) return wrong("save needs the name of a file");
  if (!save_trace(model_, *walk_, arguments[0])) return Outcome::Wrong;
  say(fmt::format("saved {} moves to {}\n", walk_->position(), arguments[0]));
  return Outcome::Done;
}

Simulator::Outcome Simulator::replay(const std::string& path) {
  std::cout.flush();
  const std::optional<std::string> text = read_file(path);
  if (!text) return Outcome::Wrong;
  if (const std::string error = model_.replay(*text).error; !error.empty())
    return wrong(fmt::format("{}: {}", path, error));
  const bool is_followed = walk_->follow(*text);
  const std::string why = walk_->why();
  show();
  return is_followed ? Outcome::Done : refuse(why);
}

Simulator::Outcome Simulator::switch_mode(const std::string& name) {
  if (name != "symbolic" && name != "concrete") return wrong("mode is symbolic or concrete");
  Walk other(model_, name == "symbolic" ? Walk::Mode::Symbolic : Walk::Mode::Concrete);
  const bool is_followed = other.follow(model_.write_trace(walk_->trace(), Model::TraceFormat::Json));
  if (!is_followed) return refuse(other.why());
  walk_ = std::move(other);
  show();
  return Outcome::Done;
}

void Simulator::show_queries() {
  for (const QueryInfo& q : model_.queries()) {
    const std::optional<bool> holds = walk_->holds(q.index);
    say(fmt::format("{:>3}  {}\n     {}\n", q.index, q.formula,
                    !holds   ? "unknown here"
                    : *holds ? "its formula holds here"
                             : "its formula does not hold here"));
  }
}

std::string Simulator::help() {
  std::string result;
  for (const Command& c : commands()) {
    std::istringstream names(c.names);
    std::string all;
    for (std::string name; names >> name;) all += (all.empty() ? "" : ", ") + name;
    result += fmt::format("  {:<28}{}\n", fmt::format("{} {}", all, c.arguments), c.meaning);
  }
  return result;
}

Simulator::Outcome Simulator::dispatch(const std::string& name, const std::vector<std::string>& arguments) {
  const std::string first = arguments.empty() ? std::string() : arguments[0];
  if (name == "moves") return say(moves_text(*walk_)), Outcome::Done;
  if (name == "state") return say(state_text(*walk_)), Outcome::Done;
  if (name == "help") return say(help()), Outcome::Done;
  if (name == "quit") return Outcome::Quit;
  if (name == "undo" || name == "redo") return jump_to(first, name.c_str());
  if (name == "jump") return first.empty() ? wrong("jump needs a number") : jump_to(first, "jump");
  if (name == "trace") return say(model_.write_trace(walk_->trace(), Model::TraceFormat::Text)), Outcome::Done;
  if (name == "queries") return show_queries(), Outcome::Done;
  if (name == "mode") return switch_mode(first);
  if (name == "save") return save(arguments);
  if (name == "replay") return first.empty() ? wrong("replay needs the name of a file") : replay(first);
  if (name == "delay") {
    if (first.empty()) return wrong("delay needs a time");
    if (!walk_->wait(first)) return refuse(walk_->why());
    show();
    return Outcome::Done;
  }
  if (name == "random") {
    const std::optional<std::size_t> count = first.empty() ? std::optional<std::size_t>(1) : read_number(first);
    if (!count) return wrong(fmt::format("'{}' is not a number of moves", first));
    const std::size_t made = run_random(*count);
    const std::string why = walk_->why();
    show();
    return made == *count ? Outcome::Done : refuse(fmt::format("after {} moves: {}", made, why));
  }
  return wrong("there is no such command; help lists them");
}

Simulator::Outcome Simulator::run(const std::string& line) {
  std::istringstream words(line.substr(0, line.find('#')));
  std::string name;
  if (!(words >> name)) return line.empty() ? (say(moves_text(*walk_)), Outcome::Done) : Outcome::Done;
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  if (const std::optional<std::size_t> number = read_number(name)) {
    if (arguments.size() > 1) return wrong("a move has at most one delay");
    return move(*number, arguments.empty() ? std::nullopt : std::optional(arguments[0]));
  }
  const std::string full = full_name(name);
  if (full.empty() || full == "N") return wrong(fmt::format("there is no command '{}'; help lists them", name));
  return dispatch(full, arguments);
}

bool save_trace(const Model& model, Walk& walk, const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  using Format = Model::TraceFormat;
  const Format format = extension == ".json"  ? Format::Json
                        : extension == ".xtr" ? Format::Xtr
                        : extension == ".xml" ? Format::Xml
                                              : Format::Text;
  return write_file(path, model.write_trace(walk.trace(), format));
}

}  // namespace zonda::cli
