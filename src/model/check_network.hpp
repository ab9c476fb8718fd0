// The rules that a Network keeps and that every part of the engine relies on. A reader that breaks one is wrong, not
// the model that it reads.
#pragma once

#include "model/network.hpp"

namespace zonda::model {

// Fails a ZONDA_CHECK that names the rule. Takes time in proportion to the size of the network.
void check_network(const Network& network);

}  // namespace zonda::model
