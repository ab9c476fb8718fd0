// Writing a Network in TChecker's format: terms, constraints and statements as text.
#pragma once

#include "emit/tck_names.hpp"
#include "emit/tck_terms.hpp"
#include "emit/tck_unfold.hpp"

#include <string>
#include <vector>

namespace zonda::emit {

// left - right <= bound, or < bound; left and right are numbers of clocks, 0 stands for none.
struct TckAtom {
  Term left = 0;
  Term right = 0;
  Term bound = 0;
  bool is_strict = false;
};

// Both parts hold.
struct TckGuard {
  Term integer = 0;
  std::vector<TckAtom> atoms;
};

// Refusals that it throws (TckRefusal) have no place: the caller knows the edge or location.
class TckText {
 public:
  TckText(const TckNames& names, Terms& terms) : names_(names), terms_(terms) {}

  [[nodiscard]] std::string guard(const TckGuard& guard);  // empty when it always holds
  [[nodiscard]] std::string update(const TckUpdate& update);

 private:
  [[nodiscard]] std::string clock(Term number);
  void term(Term t, int precedence, std::string& out);
  void operation(const TermNode& n, int precedence, std::string& out);
  void formula(Term t, std::string& out);
  void comparison(const TermNode& n, std::string& out);
  void atom(const TckAtom& atom, bool is_equality, std::string& out);
  [[nodiscard]] bool is_opposite(const TckAtom& a, const TckAtom& b);
  [[nodiscard]] Term opposite(Term t);
  void statements(const std::vector<TckStatement>& list, std::string& out);
  void statement(const TckStatement& s, std::string& out);

  [[nodiscard]] std::string local(std::uint32_t number) const;

  const TckNames& names_;
  Terms& terms_;
  std::vector<std::uint32_t> locals_;  // of the update being written, ascending
};

}  // namespace zonda::emit
