// Generates random networks with queries: small, and valid for UPPAAL. The same seed gives the same network on every
// machine. For that, no two arguments of one call may draw random numbers, because compilers evaluate arguments in any
// order; the items of a list in braces are safe.
#pragma once

#include "hunt/draft.hpp"
#include "hunt/profile.hpp"
#include "hunt/random.hpp"

#include <string>
#include <vector>

namespace zonda::hunt {

[[nodiscard]] Draft generate(std::uint64_t seed, const Profile& profile);
// The same with one of the profiles, which the seed chooses.
[[nodiscard]] Draft generate(std::uint64_t seed);

// Makes declarations first, and then what uses them.
class Generator {
 public:
  Generator(std::uint64_t seed, const Profile& profile) : random_(seed), profile_(profile) {}
  Draft run();

 private:
  struct Variable {
    std::string name;  // as in 'i', 'a[%0]' or 's.f', where %0 stands for an index from 0 to 1
    std::int64_t lower = 0;
    std::int64_t upper = 1;
    bool is_bool = false;
    bool has_scalar_index = false;  // %0 stands for a scalar instead
  };
  struct Channel {
    std::string name;
    bool is_array = false;
    bool is_broadcast = false;
    bool is_urgent = false;
    bool has_scalar_index = false;
  };
  // The names that are visible at some place of the model.
  struct Names {
    std::vector<Variable> variables;     // what can be assigned to
    std::vector<std::string> constants;  // constants, parameters and selects, which are small integers
    std::vector<std::string> clocks;
    std::vector<std::string> scalars;    // variables, parameters, selects and bound names of the scalar set S
    std::vector<std::string> functions;  // functions that take and return an integer
  };

  // declare.cpp
  void declare_data();
  void declare_clocks();
  void declare_scalars();
  void declare_scalar_functions();
  void declare_channels();
  void declare_functions();
  void declare_hooks();
  void add_template(std::size_t index);
  void add_parameters(Template& t, Names& names, std::size_t index);
  // terms.cpp
  Term number(std::int64_t low, std::int64_t high) { return Term::number(random_.between(low, high)); }
  Term variable(const Variable& v, const Names& names);
  Term integer(const Names& names, int depth);
  Term wrapping(const Names& names);
  Term condition(const Names& names, int depth);
  // scalars.cpp
  Term scalar(const Names& names);
  Term scalar_condition(const Names& names);
  Term scalar_update(const Names& names);
  Term clock_name(const std::string& name, const Names& names);
  Term constant_element(const Names& names);
  Term clock_bound(const Names& names, std::int64_t low);
  Term clock_atom(const Names& names, bool is_upper_only, bool is_query);
  Term update(const Names& names);
  Term clock_update(const Names& names);
  // edges.cpp
  Location location(const Names& names, std::size_t index);
  Term rate(const Names& names);
  Edge edge(const Names& names, const Template& t);
  Term weight(const Names& names, bool may_be_zero);
  void add_branches(const Names& names, Template& t);
  void add_updates(Edge& e, const Names& names);
  void synchronise(Edge& e, const Names& names);
  void guard(Edge& e, const Names& names, bool is_spoken_behind);
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
  std::vector<std::string> procedures_;  // calls of functions without a result, as in 'g()'
  std::vector<std::string> meta_;        // meta variables
  std::vector<std::string> scalars_;     // variables of the scalar set
  bool has_stopwatches_ = false;
  std::vector<bool> branches_speak_;  // for each branchpoint of the template: whether synchronisations are behind it
  std::string wide_;                  // the variable with all numbers of 32 bits, if there is one
  bool has_constant_array_ = false;   // T, with indices from 0 to 3
  bool sets_up_ = false;              // the first edge of the template fills the array a
  bool has_broadcast_clock_guards_ = false;
  bool has_urgent_clock_guards_ = false;
};

}  // namespace zonda::hunt
