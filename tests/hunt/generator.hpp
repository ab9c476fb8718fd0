// Random networks with queries: small, valid in UPPAAL's sense, the same for the same seed on every machine (arguments
// of one call must not draw random numbers twice: compilers order them as they like; braces are safe).
#pragma once

#include "hunt/draft.hpp"
#include "hunt/profile.hpp"
#include "hunt/random.hpp"

#include <string>
#include <vector>

namespace zonda::hunt {

[[nodiscard]] Draft generate(std::uint64_t seed, const Profile& profile);
// Takes one of the profiles.
[[nodiscard]] Draft generate(std::uint64_t seed);

// How it works: declarations first, then what uses them.
class Generator {
 public:
  Generator(std::uint64_t seed, const Profile& profile) : random_(seed), profile_(profile) {}
  Draft run();

 private:
  struct Variable {
    std::string name;  // 'i', 'a[%0]', 's.f': %0 takes an index from 0 to 1
    std::int64_t lower = 0;
    std::int64_t upper = 1;
    bool is_bool = false;
  };
  struct Channel {
    std::string name;
    bool is_array = false;
    bool is_broadcast = false;
    bool is_urgent = false;
  };
  // What can be named in a place.
  struct Names {
    std::vector<Variable> variables;     // can be changed
    std::vector<std::string> constants;  // parameters, selects: integers from 0 to 2
    std::vector<std::string> clocks;
    std::vector<std::string> functions;  // of the same shape as 'f' below
  };

  // declare.cpp
  void declare_data();
  void declare_clocks();
  void declare_channels();
  void declare_functions();
  void declare_hooks();
  void add_template(std::size_t index);
  // terms.cpp
  Term number(std::int64_t low, std::int64_t high) { return Term::number(random_.between(low, high)); }
  Term variable(const Variable& v, const Names& names);
  Term integer(const Names& names, int depth);
  Term condition(const Names& names, int depth);
  Term clock_name(const std::string& name, const Names& names);
  Term clock_bound(const Names& names, std::int64_t low);
  Term clock_atom(const Names& names, bool is_upper_only, bool is_query);
  Term update(const Names& names);
  Term clock_update(const Names& names);
  // edges.cpp
  Location location(const Names& names, std::size_t index);
  Edge edge(const Names& names, const Template& t);
  void synchronise(Edge& e, const Names& names);
  void guard(Edge& e, const Names& names);
  // queries.cpp
  void add_queries();
  Term formula(int depth, bool has_clocks = true);
  Term formula_atom(bool has_clocks);
  void add_patterns();
  Term value();

  Random random_;
  Profile profile_;
  Draft draft_;
  Names globals_;
  std::vector<Channel> channels_;
  std::vector<std::string> procedures_;                                         // 'g()'
  std::vector<std::pair<std::string, std::vector<Variable>>> local_variables_;  // by process, for queries
  std::vector<std::string> meta_;
  bool has_broadcast_clock_guards_ = false;
  bool has_urgent_clock_guards_ = false;
};

}  // namespace zonda::hunt
