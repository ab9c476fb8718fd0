#include "emit/tck_names.hpp"

#include "emit/tck_unfold.hpp"
#include "util/characters.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <array>

namespace zonda::emit {

namespace {

using Used = std::set<std::string, std::less<>>;

constexpr std::array<std::string_view, 16> kWords = {"clock", "edge",   "event", "int", "location", "process",
                                                     "sync",  "system", "if",    "end", "then",     "else",
                                                     "while", "do",     "local", "nop"};

// Each run of characters that a name may not have becomes one '_', except at the end.
std::string legal(std::string_view wanted, bool may_have_dots) {
  std::string result;
  bool is_gap = false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const char c = wanted[i];
    const bool is_good = is_letter(c) || is_digit(c) || (c == '.' && may_have_dots);
    if (is_good && is_gap && !result.empty()) result += '_';
    if (is_good) result += c;
    // A minus sign tells P(-1) from P(1).
    const bool is_minus =
        c == '-' && i > 0 && !is_letter(wanted[i - 1]) && i + 1 < wanted.size() && is_digit(wanted[i + 1]);
    if (is_minus) result += result.empty() ? "m" : "_m";
    is_gap = !is_good && !is_minus;
  }
  if (result.empty() || !is_letter(result.front())) result.insert(0, "_");
  return result;
}

std::string fresh(std::string_view wanted, bool may_have_dots, Used& used) {
  const std::string base = legal(wanted, may_have_dots);
  std::string result = base;
  if (std::find(kWords.begin(), kWords.end(), result) != kWords.end()) result += '_';
  for (std::uint32_t k = 2; !used.insert(result).second; ++k) result = base + "_" + std::to_string(k);
  return result;
}

bool is_clock_array(const model::Group& group) {
  const model::Layout* layout = group.layout;
  while (layout->kind == model::LayoutKind::Array) layout = layout->element;
  return layout->kind == model::LayoutKind::Clock && group.count > 1;
}

template <typename IsArray>
std::vector<TckVariable> declare(const std::vector<model::Group>& groups, model::Space space, Used& used,
                                 IsArray&& is_array) {
  std::vector<TckVariable> result;
  for (const model::Group& g : groups) {
    if (g.count == 0 || g.is_meta) continue;
    if (is_array(g)) {
      result.push_back({fresh(g.name, false, used), g.base, g.count});
      continue;
    }
    for (std::uint32_t k = 0; k < g.count; ++k)
      result.push_back({fresh(model::leaf_name(*g.layout, g.name, space, k), false, used), g.base + k, 1});
  }
  std::sort(result.begin(), result.end(), [](const TckVariable& a, const TckVariable& b) { return a.base < b.base; });
  return result;
}

const TckVariable& find(const std::vector<TckVariable>& list, std::uint32_t index) {
  const auto after = std::upper_bound(list.begin(), list.end(), index,
                                      [](std::uint32_t i, const TckVariable& v) { return i < v.base; });
  ZONDA_CHECK(after != list.begin(), "every variable has a name");
  return *std::prev(after);
}

}  // namespace

TckNames::TckNames(const model::Network& network, std::string_view system_name) {
  Used none;
  system = fresh(system_name, true, none);
  // All names share one space, although the format has several, because some readers have only one.
  Used used;
  for (const model::Process& p : network.processes) processes.push_back(fresh(p.name, true, used));
  variables = declare(network.variable_groups, model::Space::Cells, used,
                      [&](const model::Group& g) { return is_plain_array(network, g); });
  clocks = declare(network.clock_groups, model::Space::Clocks, used, is_clock_array);
  for (const model::Process& p : network.processes) {
    Used own;
    std::vector<std::string>& names = locations.emplace_back();
    for (const model::Location& l : p.locations) names.push_back(fresh(l.name, true, own));
  }
  Used taken;
  for (const std::string& e : network.events) events.push_back(fresh(e, true, taken));
  for (std::uint32_t c = 0; c < network.channels.size(); ++c) {
    const std::string name = legal(network.channel_name(c), false);
    sends.push_back(fresh(name + "_send", false, taken));
    receives.push_back(fresh(name + "_receive", false, taken));
  }
  internal = fresh("tau", true, taken);
  local_prefix_ = "t";
  const auto is_taken = [&](const std::string& name) {
    return name.starts_with(local_prefix_) && name.size() > local_prefix_.size() &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(local_prefix_.size()), name.end(), is_digit);
  };
  while (std::any_of(used.begin(), used.end(), is_taken)) local_prefix_ += 't';
}

const TckVariable& TckNames::variable_of(std::uint32_t cell) const { return find(variables, cell); }
const TckVariable& TckNames::clock_of(std::uint32_t clock) const { return find(clocks, clock); }
std::string TckNames::local(std::uint32_t number) const { return local_prefix_ + std::to_string(number + 1); }

}  // namespace zonda::emit
