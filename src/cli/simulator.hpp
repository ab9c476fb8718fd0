// The commands of zonda simulate, one per line, from a terminal or a script.
#pragma once

#include "zonda/walk.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace zonda::cli {

class Simulator {
 public:
  // `is_quiet`: only errors are printed.
  Simulator(const Model& model, Walk::Mode mode, std::uint64_t seed, bool is_quiet);

  [[nodiscard]] Walk& walk() { return *walk_; }
  // Shows the current state and its moves.
  void show();

  enum class Outcome { Done, Refused, Wrong, Quit };
  // Runs one command; if it is refused (not possible here) or wrong (no such command), says so on standard error.
  Outcome run(const std::string& line);
  // Makes several random moves; returns how many were made.
  std::size_t run_random(std::size_t count, const std::function<bool()>& after_each = {});

  // For help and the manual.
  struct Command {
    const char* names;
    const char* arguments;
    const char* meaning;
  };
  [[nodiscard]] static const std::vector<Command>& commands();
  // A line for each command.
  [[nodiscard]] static std::string help();

 private:
  Outcome refuse(const std::string& why);
  Outcome wrong(const std::string& why);
  Outcome move(std::size_t number, const std::optional<std::string>& delay);
  Outcome dispatch(const std::string& name, const std::vector<std::string>& arguments);
  Outcome jump_to(const std::string& text, const char* what);
  Outcome save(const std::vector<std::string>& arguments);
  Outcome replay(const std::string& path);
  Outcome switch_mode(const std::string& name);
  void show_queries();
  void say(const std::string& text) const;

  const Model& model_;
  std::optional<Walk> walk_;
  std::uint64_t seed_;
  bool is_quiet_;
};

// Writes the trace in the format that the extension stands for; prints a message on failure.
[[nodiscard]] bool save_trace(const Model& model, Walk& walk, const std::string& path);

}  // namespace zonda::cli
