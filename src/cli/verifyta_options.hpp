// The command line of UPPAAL's verifyta.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::cli {

// The release whose wording is printed.
enum class Dialect : std::uint8_t { V40, V41, V50 };

struct VerifytaOptions {
  std::string model;
  std::string queries;
  Dialect dialect = Dialect::V50;
  bool help = false;
  bool version = false;
  int order = 0;  // -o
  bool has_order = false;
  int space = 1;              // -S
  int extrapolation = 0;      // -n
  std::optional<int> trace;   // -t
  std::string xtr_prefix;     // -f
  std::string xml_prefix;     // -X
  bool symbolic = false;      // -y, -Y
  bool quiet = false;         // -q
  bool silent = false;        // -s
  bool summary = false;       // -u
  bool convex_hull = false;   // -A
  bool bit_state = false;     // -Z
  int hash_bits = 27;         // -H
  bool plain_zones = false;   // -C
  bool compile_only = false;  // the environment's UPPAAL_COMPILE_ONLY
  bool licence = false;       // --key, --lease
  std::optional<std::uint64_t> seed;
  std::optional<std::size_t> query_index;  // from 0
  // Options of zonda itself.
  std::string memory;
  std::string time;
};

// Parses the arguments after the program's name. Returns what is wrong with them, or nothing.
[[nodiscard]] std::string parse_verifyta(const std::vector<std::string>& arguments, VerifytaOptions& options);
[[nodiscard]] std::string verifyta_help();
// An option that the help lists, for completion.
struct VerifytaOption {
  std::vector<std::string> names;  // with their dashes
  std::string meaning;
  bool has_value = false;
};
[[nodiscard]] std::vector<VerifytaOption> verifyta_options();
// '4.0', '4.1', '5.0' and longer forms such as '4.1.26'.
[[nodiscard]] std::optional<Dialect> find_dialect(std::string_view name);

}  // namespace zonda::cli
