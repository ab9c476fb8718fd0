// The rules that every Network obeys and that every part of the engine relies on. If a rule is broken, the reader is
// wrong, not the model.
#pragma once

#include "model/network.hpp"

namespace zonda::model {

// Fails a ZONDA_CHECK that names the rule. Takes time in proportion to the size of the network.
void check_network(const Network& network);

}  // namespace zonda::model
