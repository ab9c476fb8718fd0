// A store of states whose states hold no zones, so that tests can do to it what only HeldStates may do otherwise.
#pragma once

#include "store/state_store.hpp"

namespace zonda::store {

class OpenStore : public StateStore {
 public:
  using StateStore::absorb;
  using StateStore::begin_shrinking;
  using StateStore::insert;
  using StateStore::remove;
  using StateStore::StateStore;
};

}  // namespace zonda::store
