// Holds a value that is made when it is first asked for, by whichever thread comes first.
#pragma once

#include <memory>
#include <mutex>

namespace zonda {

// The type is known to those who ask, so that a layer can keep what only a layer above can make. All must ask for the
// same type.
class Memo {
 public:
  template <typename T, typename Make>
  const T& get(Make&& make) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (value_ == nullptr) value_ = std::shared_ptr<const T>(make());
    return *static_cast<const T*>(value_.get());
  }

  // What the value was made from has changed: the next who asks has it made again. Nobody may use the old one any more.
  void forget() {
    const std::lock_guard<std::mutex> lock(mutex_);
    value_ = nullptr;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const void> value_;
};

}  // namespace zonda
