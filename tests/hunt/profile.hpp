// Profiles say what generated models are made of, mostly in percent. A model follows one profile; most features can
// occur in most profiles, so that they meet.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace zonda::hunt {

struct Profile {
  std::string_view name;
  // sizes
  std::size_t most_templates = 3;
  std::size_t most_clocks = 2;
  std::size_t most_locations = 3;
  std::size_t most_edges = 5;
  int largest_constant = 4;
  // percent of edges, locations or atoms, whichever can have the feature
  int synchronises = 45;
  int urgent_location = 8;
  int committed_location = 8;
  int invariant = 40;
  int lower_invariant = 4;
  int strict = 35;
  int clock_guard = 60;
  int integer_guard = 30;
  int variable_bound = 15;
  int reset = 45;
  int set_to_value = 15;       // of clock updates, as in x = 2 or x = i
  int wide_constant = 0;       // of clock bounds
  int copy = 0;                // of clock updates, as in x = y or x = y + 1
  int difference = 0;          // of clock atoms, as in x - y < 2
  int condition_on_clock = 8;  // of clock atoms, as in i == 0 || x > 1
  int select = 12;
  int call = 10;
  int constant_array = 0;  // of clock bounds: those with an element of a constant array; of models: those that have one
  int set_up = 0;          // of templates: those whose first step leaves a committed location and fills an array
  int risky = 3;           // of integer updates: those that may leave the range
  int wrap = 4;            // of integers and their updates: those that leave 32 bits on the way
  int branch = 50;         // of edges: those that lead to a branchpoint, if the template has one
  int rate = 40;           // of locations: those that say how a clock runs, in models with stopwatches
  // percent of models
  int broadcast = 35;
  int broadcast_clock_guard = 30;  // receivers of broadcasts may have clock guards
  int urgent_channel = 25;
  int urgent_clock_guard = 30;  // edges with urgent channels may have clock guards
  int channel_array = 15;
  int channel_priority = 5;
  int process_priority = 5;
  int array = 25;
  int record = 10;
  int meta = 5;
  int wide_variable = 10;  // with all numbers of 32 bits
  int local_clock = 40;
  int clock_array = 10;
  int initial_clock = 3;
  int process_set = 15;
  int parameters = 20;
  int hooks = 2;
  int scalar = 8;       // with a scalar set
  int branchpoint = 8;  // of templates
  int stopwatch = 4;    // with clocks that stand still in some locations
  int deadlock = 35;    // of queries
};

[[nodiscard]] const std::vector<Profile>& profiles();

}  // namespace zonda::hunt
