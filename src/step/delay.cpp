#include "step/delay.hpp"

namespace zonda::step {

using zone::Constraint;
using zone::Dbm;

namespace {

// False: some bounds do not fit.
template <typename B>
bool cut(const DelayPiece<B>& piece, std::span<const Constraint<B>> guard, const Dbm<B>& past_of_guard,
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
    const Constraint<B> before{c.right, 0, zone::at_most<B>(value)};
    DelayPiece<B> waiting{inside, true, piece.while_in};
    if (constrain(waiting.start, before)) {
      if (!is_within_limit(waiting.start)) return false;
      waiting.while_in.push_back(before);
      out.push_back(std::move(waiting));
    }
    is_stuck = is_stuck && constrain(stuck.start, Constraint<B>{0, c.right, zone::less_than<B>(-value)});
  }
  if (!is_stuck) return true;
  out.push_back(std::move(stuck));
  return is_within_limit(out.back().start);
}

}  // namespace

template <typename B>
std::vector<DelayPiece<B>> delay_pieces(const Dbm<B>& start, std::span<const std::vector<Constraint<B>>> guards,
                                        bool& is_exact) {
  constexpr std::size_t kMostPieces = 2000;
  std::vector<DelayPiece<B>> pieces;
  pieces.push_back({start, true, {}});
  for (const std::vector<Constraint<B>>& guard : guards) {
    Dbm<B> region = Dbm<B>::universe(start.dim());
    bool is_possible = true;
    for (const Constraint<B>& c : guard) is_possible = is_possible && constrain(region, c);
    if (!is_possible) continue;
    past(region);
    is_exact = is_exact && is_within_limit(region);
    std::vector<DelayPiece<B>> next;
    for (const DelayPiece<B>& piece : pieces) is_exact = is_exact && cut<B>(piece, guard, region, next);
    if (!is_exact) return {};
    pieces = std::move(next);
    if (pieces.size() > kMostPieces) return {};
  }
  return pieces;
}

template std::vector<DelayPiece<std::int16_t>> delay_pieces(const Dbm<std::int16_t>&,
                                                            std::span<const std::vector<Constraint<std::int16_t>>>,
                                                            bool&);
template std::vector<DelayPiece<std::int32_t>> delay_pieces(const Dbm<std::int32_t>&,
                                                            std::span<const std::vector<Constraint<std::int32_t>>>,
                                                            bool&);

}  // namespace zonda::step
