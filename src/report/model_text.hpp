// What the text of a model says about its locations and edges, for traces and other output that shows it. Where there
// is a syntax tree, expressions are printed from it; where there is none, they are cut out of the source as they stand.
// Edges are numbered as the text has them: those of a template, before selects and branchpoints were dissolved.
#pragma once

#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "model/network.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace zonda::report {

struct EdgeText {
  std::size_t source = 0;  // locations as the text has them, branchpoints behind all others
  std::size_t target = 0;
  std::string source_name;
  std::string target_name;
  std::string guard;    // empty where there is none, as are these
  std::string channel;  // 'go!'
  std::string event;
  std::string update;
  std::vector<std::string> selects;  // names
  lang::SourceRange range;

  [[nodiscard]] const std::string& sync() const { return event.empty() ? channel : event; }
};

class ModelText {
 public:
  // `tree` may be null. All three outlive this.
  ModelText(const lang::Document* tree, const model::Network& network, const lang::Sources& sources)
      : tree_(tree), network_(network), sources_(sources) {}

  [[nodiscard]] std::string template_name(std::size_t process) const;
  [[nodiscard]] std::size_t template_count() const;
  [[nodiscard]] std::size_t edge_count(std::size_t process) const;
  [[nodiscard]] EdgeText edge(std::size_t process, std::size_t number) const;
  [[nodiscard]] std::string invariant(std::size_t process, std::size_t location) const;
  // 'file:line:column' of a range.
  [[nodiscard]] std::string place(lang::SourceRange range) const { return sources_.place(range); }

 private:
  [[nodiscard]] const lang::Template& template_of(std::size_t process) const;
  [[nodiscard]] std::string cut(lang::SourceRange range) const;

  const lang::Document* tree_;
  const model::Network& network_;
  const lang::Sources& sources_;
};

}  // namespace zonda::report
