#include "step/delay.hpp"

namespace zonda::step {

using zone::Constraint;
using zone::Dbm;

namespace {

// False: some bounds do not fit. `is_avoided`: time ends before the guard holds, not when.
template <typename B>
bool cut(const DelayPiece<B>& piece, std::span<const Constraint<B>> guard, const Dbm<B>& past_of_guard, bool is_avoided,
         std::vector<DelayPiece<B>>& out) {
  std::vector<Dbm<B>> outside;
  subtract(piece.start, past_of_guard, outside);
  for (Dbm<B>& z : outside) {
    if (!is_within_limit(z)) return false;
    out.push_back({std::move(z), piece.may_delay, piece.while_in});
  }
  Dbm<B> inside = piece.start;
  if (!intersect(inside, past_of_guard)) return true;
  if (!is_within_limit(inside)) return false;
  if (!piece.may_delay) {
    out.push_back({std::move(inside), false, {}});
    return true;
  }
  DelayPiece<B> stuck{inside, false, {}};
  bool is_stuck = true;
  for (const Constraint<B>& c : guard) {
    if (c.left != 0) continue;
    const std::int32_t value = -zone::value_of(c.bound);
    const Constraint<B> before{c.right, 0, is_avoided ? zone::complement(c.bound) : zone::at_most<B>(value)};
    DelayPiece<B> waiting{inside, true, piece.while_in};
    if (constrain(waiting.start, before)) {
      if (!is_within_limit(waiting.start)) return false;
      waiting.while_in.push_back(before);
      out.push_back(std::move(waiting));
    }
    is_stuck = is_stuck && constrain(stuck.start, Constraint<B>{0, c.right, zone::less_than<B>(-value)});
  }
  if (!is_stuck || is_avoided) return true;
  out.push_back(std::move(stuck));
  return is_within_limit(out.back().start);
}

// The conjunction as a zone; false when it is empty.
template <typename B>
bool region_of(std::size_t dim, std::span<const Constraint<B>> conjunction, Dbm<B>& out, bool& is_exact) {
  out = Dbm<B>::universe(dim);
  for (const Constraint<B>& c : conjunction) {
    if (!constrain(out, c)) return false;
    is_exact = is_exact && is_within_limit(out);
  }
  return true;
}

}  // namespace

template <typename B>
std::vector<DelayPiece<B>> delay_pieces(const Dbm<B>& start, std::span<const std::vector<Constraint<B>>> guards,
                                        bool& is_exact, std::span<const std::vector<Constraint<B>>> avoided) {
  constexpr std::size_t kMostPieces = 2000;
  std::vector<DelayPiece<B>> pieces;
  pieces.push_back({start, true, {}});
  const auto cut_all = [&](std::span<const Constraint<B>> guard, bool is_avoided) {
    Dbm<B> region(1);
    if (!region_of(start.dim(), guard, region, is_exact)) return true;
    past(region);
    is_exact = is_exact && is_within_limit(region);
    std::vector<DelayPiece<B>> next;
    for (const DelayPiece<B>& piece : pieces) is_exact = is_exact && cut<B>(piece, guard, region, is_avoided, next);
    pieces = std::move(next);
    return is_exact && pieces.size() <= kMostPieces;
  };
  for (const std::vector<Constraint<B>>& guard : guards)
    if (!cut_all(guard, false)) return {};
  for (const std::vector<Constraint<B>>& one : avoided)
    if (!cut_all(one, true)) return {};
  return pieces;
}

template <typename B>
std::vector<Dbm<B>> outside(const Dbm<B>& z, std::span<const std::vector<Constraint<B>>> avoided, bool& is_exact) {
  std::vector<Dbm<B>> result{z};
  Dbm<B> region(1);
  for (const std::vector<Constraint<B>>& one : avoided) {
    if (!region_of<B>(z.dim(), one, region, is_exact)) continue;
    std::vector<Dbm<B>> next;
    for (const Dbm<B>& part : result) subtract(part, region, next);
    for (const Dbm<B>& part : next) is_exact = is_exact && is_within_limit(part);
    if (!is_exact) return {};
    result = std::move(next);
  }
  return result;
}

template std::vector<DelayPiece<std::int16_t>> delay_pieces(const Dbm<std::int16_t>&,
                                                            std::span<const std::vector<Constraint<std::int16_t>>>,
                                                            bool&,
                                                            std::span<const std::vector<Constraint<std::int16_t>>>);
template std::vector<Dbm<std::int16_t>> outside(const Dbm<std::int16_t>&,
                                                std::span<const std::vector<Constraint<std::int16_t>>>, bool&);
template std::vector<DelayPiece<std::int32_t>> delay_pieces(const Dbm<std::int32_t>&,
                                                            std::span<const std::vector<Constraint<std::int32_t>>>,
                                                            bool&,
                                                            std::span<const std::vector<Constraint<std::int32_t>>>);
template std::vector<Dbm<std::int32_t>> outside(const Dbm<std::int32_t>&,
                                                std::span<const std::vector<Constraint<std::int32_t>>>, bool&);

}  // namespace zonda::step
