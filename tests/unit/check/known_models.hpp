// Models of published benchmarks in TChecker's format, by size.
#pragma once

#include <string>

namespace zonda {

// Processes that share one variable; nothing synchronises.
std::string fischer(int processes);
// Stations and a bus; a collision is one synchronisation of all of them.
std::string csma_cd(int stations);
// A token goes round the stations, which time its rotation.
std::string fddi(int stations);
// A race: each of the segments has a shortcut of one step and a detour of two, which gives the larger zone (order
// paper, figure 2).
std::string blowup(int segments);

}  // namespace zonda
