// The public C++ interface: stages of the work. A program that has to manage with little memory can free some of it
// between two stages. The library itself leaves the process that it runs in alone.
#pragma once

#include <cstdint>
#include <functional>

namespace zonda {

enum class Stage {
  TaskRead,      // a worker of a partition has read its task
  TextRead,      // the text of a model has been parsed
  TextChecked,   // its types and names have been checked
  NetworkBuilt,  // the model is ready for searches
  SearchBegins,  // from here on, memory is needed for states
};

// `memory_bytes`: the memory limit of the search or the task, 0 if there is none or it is not known yet.
using StageHook = std::function<void(Stage stage, std::uint64_t memory_bytes)>;

}  // namespace zonda
