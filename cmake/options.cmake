# How all our code is compiled: linked as the interface library zonda_options. Sanitizers and coverage
# apply to the whole build instead, because their parts must agree.
add_library(zonda_options INTERFACE)
target_compile_options(zonda_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
if(ZONDA_TOGETHER AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Where files are compiled together, a name of one file may hide one of another.
  target_compile_options(zonda_options INTERFACE -Wno-shadow)
endif()
# Processors since about 2009; zone kernels choose among later ones when the program starts.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(zonda_options INTERFACE -march=x86-64-v2)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms about std::string in optimised code: GCC bug 105651.
  target_compile_options(zonda_options INTERFACE -Wno-restrict)
endif()

# Checked iterators and indices of the standard library; they do not change its ABI.
add_compile_definitions($<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)

if(ZONDA_SANITIZE)
  add_compile_options(-fsanitize=${ZONDA_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ZONDA_SANITIZE})
  # Instrumented code gives false alarms.
  target_compile_options(zonda_options INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
