// While there is one of these, no file can be written.
#pragma once

#include <csignal>
#include <sys/resource.h>

namespace zonda {

class FullDisk {
 public:
  FullDisk() {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit none = before_;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_FSIZE, &none);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  using Handler = void (*)(int);
  Handler handler_ = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before_{};
};

}  // namespace zonda
