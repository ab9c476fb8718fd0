// Running zone operations.
#include "step/zone_step.hpp"
#include "zone/extrapolate.hpp"

namespace zonda::step {

using zone::Constraint;
using zone::Dbm;

namespace {

// Walks along a sequence.
class Reader {
 public:
  explicit Reader(std::span<const std::int32_t> code) : code_(code) {}
  std::int32_t next() { return code_[at_++]; }
  std::span<const std::int32_t> take(std::size_t n) {
    const auto result = code_.subspan(at_, n);
    at_ += n;
    return result;
  }

 private:
  std::span<const std::int32_t> code_;
  std::size_t at_ = 0;
};

template <typename B>
Constraint<B> constraint_at(std::span<const std::int32_t> triples, std::size_t i) {
  return {static_cast<std::uint32_t>(triples[3 * i]), static_cast<std::uint32_t>(triples[3 * i + 1]),
          static_cast<B>(triples[3 * i + 2])};
}

template <typename B>
bool constrain_all(Dbm<B>& z, std::span<const std::int32_t> triples) {
  for (std::size_t i = 0; 3 * i < triples.size(); ++i)
    if (!constrain(z, constraint_at<B>(triples, i))) return false;
  return true;
}

}  // namespace

template <typename B>
ZoneMachine<B>::ZoneMachine(const ZoneOperations& operations, std::size_t clocks)
    : operations_(operations), source_(clocks + 1), target_(clocks + 1) {}

template <typename B>
std::span<const Dbm<B>> ZoneMachine<B>::apply(const Dbm<B>& before, ActionId action, EntryId entry) {
  results_.clear();
  if (act(before, operations_.action_code(action))) finish(operations_.entry_code(entry));
  return results_;
}

template <typename B>
std::span<const Dbm<B>> ZoneMachine<B>::enter(const Dbm<B>& at, EntryId entry) {
  results_.clear();
  target_ = at;
  finish(operations_.entry_code(entry));
  return results_;
}

// Guard, then all settings at once into the matrix over the target's clocks.
template <typename B>
bool ZoneMachine<B>::act(const Dbm<B>& before, std::span<const std::int32_t> code) {
  Reader reader(code);
  reader.next();
  const auto conditions = reader.take(3 * static_cast<std::size_t>(reader.next()));
  source_ = before;
  if (!constrain_all(source_, conditions)) return false;
  const auto dim = static_cast<std::size_t>(reader.next());
  const auto places = reader.take(2 * (dim - 1));
  target_.resize(dim);
  const auto source = [&](std::size_t i) { return i == 0 ? 0U : static_cast<std::uint32_t>(places[2 * (i - 1)]); };
  const auto offset = [&](std::size_t i) { return i == 0 ? 0 : places[2 * (i - 1) + 1]; };
  for (std::size_t i = 0; i < dim; ++i) {
    // x := y - c must not become negative.
    if (offset(i) < 0 && source(i) != 0 && source_.at(0, source(i)) > zone::at_most<B>(offset(i)))
      failure_ = "a clock is set to a negative value";
    for (std::size_t j = 0; j < dim; ++j) {
      if (i == j) continue;
      const B shift = zone::at_most<B>(offset(i) - offset(j));
      target_.at(i, j) = source(i) == source(j) ? shift : zone::add(source_.at(source(i), source(j)), shift);
    }
  }
  return true;
}

template <typename B>
void ZoneMachine<B>::finish(std::span<const std::int32_t> code) {
  Reader reader(code);
  const auto dim = static_cast<std::size_t>(reader.next());
  const auto invariant = reader.take(3 * static_cast<std::size_t>(reader.next()));
  const bool may_delay = reader.next() != 0;
  const auto stopped = reader.take(static_cast<std::size_t>(reader.next()));
  const auto diagonals = reader.take(3 * static_cast<std::size_t>(reader.next()));
  const auto lower = reader.take(dim);
  const auto upper = reader.take(dim);
  if (!constrain_all(target_, invariant)) return;
  if (may_delay) {
    if (stopped.empty()) {
      delay(target_);
    } else {
      std::vector<std::uint32_t> clocks(stopped.begin(), stopped.end());
      delay_with_stopped(target_, std::span<const std::uint32_t>(clocks));
    }
    if (!constrain_all(target_, invariant)) return;
  }
  if (!diagonals.empty() && operations_.abstraction() != Abstraction::None) {
    split(diagonals, lower, upper);
  } else {
    abstract(target_, lower, upper);
    results_.push_back(target_);
  }
  for (const Dbm<B>& z : results_)
    if (!is_within_limit(z)) failure_ = "a clock bound exceeds what the zone representation holds";
}

template <typename B>
void ZoneMachine<B>::abstract(Dbm<B>& z, std::span<const std::int32_t> lower, std::span<const std::int32_t> upper) {
  switch (operations_.abstraction()) {
    case Abstraction::None:
      return;
    case Abstraction::ExtraM:
      extra_m(z, lower);
      return;
    case Abstraction::ExtraMPlus:
      extra_m_plus(z, lower);
      return;
    case Abstraction::ExtraLU:
      extra_lu(z, lower, upper);
      return;
    case Abstraction::ExtraLUPlus:
      extra_lu_plus(z, lower, upper);
      return;
  }
}

// Bengtsson and Yi, 'On clock difference constraints and termination in reachability analysis of timed automata':
// cut the zone so that every piece lies on one side of every difference constraint, abstract each piece by maximal
// constants, and put it back on its side.
template <typename B>
void ZoneMachine<B>::split(std::span<const std::int32_t> diagonals, std::span<const std::int32_t> lower,
                           std::span<const std::int32_t> upper) {
  std::vector<Dbm<B>> pieces{target_};
  const std::size_t count = diagonals.size() / 3;
  for (std::size_t i = 0; i < count; ++i) {
    const Constraint<B> c = constraint_at<B>(diagonals, i);
    const Constraint<B> opposite{c.right, c.left, zone::complement(c.bound)};
    std::vector<Dbm<B>> next;
    for (Dbm<B>& piece : pieces) {
      if (satisfies(piece, c) || !meets(piece, c)) {
        next.push_back(std::move(piece));
        continue;
      }
      Dbm<B> outside = piece;
      if (constrain(piece, c)) next.push_back(std::move(piece));
      if (constrain(outside, opposite)) next.push_back(std::move(outside));
    }
    pieces = std::move(next);
  }
  for (Dbm<B>& piece : pieces) {
    std::vector<Constraint<B>> sides;
    for (std::size_t i = 0; i < count; ++i) {
      const Constraint<B> c = constraint_at<B>(diagonals, i);
      sides.push_back(satisfies(piece, c) ? c : Constraint<B>{c.right, c.left, zone::complement(c.bound)});
    }
    abstract(piece, lower, upper);
    bool is_left = true;
    for (const Constraint<B>& side : sides) is_left = is_left && constrain(piece, side);
    if (is_left) results_.push_back(std::move(piece));
  }
}

template class ZoneMachine<std::int16_t>;
template class ZoneMachine<std::int32_t>;

}  // namespace zonda::step
