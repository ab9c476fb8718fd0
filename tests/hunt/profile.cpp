// The profiles, each with what it changes.
#include "hunt/profile.hpp"

namespace zonda::hunt {

namespace {

std::vector<Profile> make() {
  std::vector<Profile> result;
  const auto add = [&](std::string_view name, auto&& change) {
    Profile p;
    p.name = name;
    change(p);
    result.push_back(p);
  };
  add("mixed", [](Profile&) {});
  add("clocks", [](Profile& p) {
    p.most_templates = 2;
    p.most_clocks = 3;
    p.most_locations = 4;
    p.largest_constant = 6;
    p.integer_guard = 8;
    p.select = 3;
    p.call = 3;
    p.invariant = 55;
  });
  add("broadcast", [](Profile& p) {
    p.broadcast = 100;
    p.broadcast_clock_guard = 60;
    p.synchronises = 75;
    p.committed_location = 12;
  });
  add("urgent", [](Profile& p) {
    p.urgent_channel = 100;
    p.urgent_clock_guard = 60;
    p.synchronises = 70;
    p.urgent_location = 15;
  });
  add("priorities", [](Profile& p) {
    p.channel_priority = 65;
    p.process_priority = 50;
    p.synchronises = 60;
    p.broadcast_clock_guard = 15;
    p.invariant = 60;
    // Each stronger move splits the weaker ones into pieces, so that large models take long.
    p.most_edges = 3;
    p.most_clocks = 1;
    p.select = 3;
    p.hooks = 0;
  });
  add("differences", [](Profile& p) {
    p.most_templates = 2;
    p.most_clocks = 3;
    p.difference = 35;
    p.urgent_channel = 20;
    p.urgent_clock_guard = 50;
    p.set_to_value = 25;
    p.largest_constant = 3;
  });
  add("copies", [](Profile& p) {
    p.most_clocks = 3;
    p.most_templates = 2;
    p.copy = 35;
    p.difference = 5;
    p.reset = 60;
    p.largest_constant = 3;
  });
  add("data", [](Profile& p) {
    p.most_clocks = 1;
    p.array = 70;
    p.record = 35;
    p.meta = 15;
    p.select = 30;
    p.call = 35;
    p.integer_guard = 60;
    p.variable_bound = 35;
    p.risky = 6;
    p.wrap = 20;
    p.wide_variable = 40;
    p.hooks = 8;
    p.process_set = 30;
    p.parameters = 40;
  });
  add("wide", [](Profile& p) {
    p.most_templates = 2;
    p.most_clocks = 1;
    p.most_locations = 2;
    p.local_clock = 0;
    p.clock_array = 0;
    p.wide_constant = 30;
    p.parameters = 0;
    p.select = 3;
  });
  // In hardly any location can time pass for ever, so that liveness depends on cycles and on where time runs out.
  add("lively", [](Profile& p) {
    p.most_templates = 2;
    p.most_locations = 4;
    p.most_edges = 7;
    p.invariant = 92;
    p.reset = 55;
    p.clock_guard = 75;
    p.synchronises = 30;
    p.urgent_location = 12;
    p.select = 3;
    p.call = 3;
    p.hooks = 0;
  });
  // Clock bounds depend on variables, on constant arrays and on what was set up once.
  add("values", [](Profile& p) {
    p.most_clocks = 2;
    p.array = 60;
    p.record = 15;
    p.call = 25;
    p.integer_guard = 50;
    p.variable_bound = 60;
    p.constant_array = 60;
    p.set_up = 40;
    p.clock_guard = 75;
    p.invariant = 55;
    p.set_to_value = 25;
    p.copy = 5;
    p.hooks = 4;
    p.meta = 8;
  });
  add("scalars", [](Profile& p) {
    p.scalar = 100;
    p.most_clocks = 1;
    p.local_clock = 25;
    p.process_set = 55;
    p.select = 35;
    p.integer_guard = 50;
    p.call = 20;
    p.array = 10;
  });
  add("branches", [](Profile& p) {
    p.branchpoint = 85;
    p.most_templates = 2;
    p.select = 20;
    p.synchronises = 55;
    p.broadcast = 45;
  });
  add("stopwatches", [](Profile& p) {
    p.stopwatch = 100;
    p.most_templates = 2;
    p.most_clocks = 3;
    p.most_locations = 4;
    p.invariant = 55;
    p.clock_guard = 75;
    p.select = 3;
    p.call = 4;
    p.difference = 6;
    p.urgent_clock_guard = 10;
    p.largest_constant = 3;
  });
  add("everything", [](Profile& p) {
    p.copy = 12;
    p.difference = 12;
    p.channel_priority = 15;
    p.process_priority = 15;
    p.array = 40;
    p.constant_array = 20;
    p.set_up = 10;
    p.meta = 10;
    p.hooks = 8;
    p.scalar = 20;
    p.branchpoint = 20;
    p.stopwatch = 5;
  });
  return result;
}

}  // namespace

const std::vector<Profile>& profiles() {
  static const std::vector<Profile> kProfiles = make();
  return kProfiles;
}

}  // namespace zonda::hunt
