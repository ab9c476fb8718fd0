#include "cli/select_queries.hpp"

#include "cli/regular_expression.hpp"
#include "cli/table_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <stdexcept>

namespace zonda::cli {

namespace {

std::optional<std::size_t> read_number(std::string_view text) {
  std::size_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

class Selection {
 public:
  explicit Selection(const std::vector<QueryInfo>& queries) : queries_(queries) {}

  std::string add(const std::string& selector) {
    if (selector.empty()) return fmt::format("{} needs a number or a text", flag_of(&ProgramOptions::queries));
    if (selector.find_first_not_of("0123456789,-") == std::string::npos) return numbers(selector);
    const bool is_regex = selector.size() > 2 && selector.front() == '/' && selector.back() == '/';
    return is_regex ? expression(selector.substr(1, selector.size() - 2)) : piece(selector);
  }

  [[nodiscard]] std::vector<std::size_t> chosen() const { return {chosen_.begin(), chosen_.end()}; }

 private:
  std::string numbers(std::string_view list) {
    while (!list.empty()) {
      const std::string_view item = list.substr(0, list.find(','));
      list.remove_prefix(std::min(list.size(), item.size() + 1));
      const std::size_t dash = item.find('-');
      const auto first = read_number(item.substr(0, dash));
      const bool is_open = dash != std::string_view::npos && dash + 1 == item.size();
      const auto last = dash == std::string_view::npos ? first
                        : is_open                      ? std::optional(queries_.size())
                                                       : read_number(item.substr(dash + 1));
      if (first == 0U) return "there is no query 0; queries are counted from 1";
      if (!first || !last || (*first > *last && !is_open))
        return fmt::format("'{}' is not the number of a query", item);
      if (std::max(*first, *last) > queries_.size())
        return fmt::format("there is no query {}; the model has {}", std::max(*first, *last), queries_.size());
      for (std::size_t i = *first; i <= *last; ++i) chosen_.insert(i);
    }
    return {};
  }

  std::string expression(const std::string& text) {
    try {
      return all_that(matcher_of(text), "/" + text + "/");
    } catch (const std::runtime_error& error) {
      return fmt::format("/{}/ is not a regular expression: {}", text, error.what());
    }
  }

  std::string piece(const std::string& text) {
    return all_that([&](const std::string& t) { return t.find(text) != std::string::npos; }, text);
  }

  template <typename Fits>
  std::string all_that(Fits fits, const std::string& selector) {
    bool is_found = false;
    for (const QueryInfo& q : queries_) {
      if (!fits(q.formula) && !fits(q.comment)) continue;
      chosen_.insert(q.index);
      is_found = true;
    }
    return is_found ? std::string() : fmt::format("no query and no comment of a query contains '{}'", selector);
  }

  const std::vector<QueryInfo>& queries_;
  std::set<std::size_t> chosen_;
};

}  // namespace

std::optional<std::vector<std::size_t>> select_queries(const std::vector<QueryInfo>& queries,
                                                       const std::vector<std::string>& selectors, std::string& error) {
  Selection selection(queries);
  for (const std::string& selector : selectors) {
    error = selection.add(selector);
    if (!error.empty()) return std::nullopt;
  }
  return selection.chosen();
}

}  // namespace zonda::cli
