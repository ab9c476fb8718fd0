// Running zone operations.
#include "step/delay.hpp"
#include "step/zone_step.hpp"
#include "zone/extrapolate.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace zonda::step {

using zone::Constraint;
using zone::Dbm;

namespace {

// Reads a sequence of integers from its beginning to its end.
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

// Whether bounds fit; they may be sums whose size is not known beforehand.
template <typename B>
bool fit(std::span<const std::int32_t> triples) {
  for (std::size_t i = 2; i < triples.size(); i += 3)
    if (triples[i] > zone::kLimit<B> || triples[i] < -zone::kLimit<B>) return false;
  return true;
}

bool have_differences(std::span<const std::int32_t> triples) {
  for (std::size_t i = 0; i < triples.size(); i += 3)
    if (triples[i] != 0 && triples[i + 1] != 0) return true;
  return false;
}

}  // namespace

// Whether the zone may be used further: constraints on differences, cuts and copies need bounds within the limit each
// time (dbm.hpp), because their sums grow from one to the next.
template <typename B>
bool ZoneMachine<B>::fits(const Dbm<B>& z) {
  if (is_within_limit(z)) return true;
  failure_ = Failure::TooNarrow;
  return false;
}

template <typename B>
bool ZoneMachine<B>::constrain_all(Dbm<B>& z, std::span<const std::int32_t> triples) {
  const bool must_look = have_differences(triples);
  if (must_look && !fits(z)) return false;
  for (std::size_t i = 0; 3 * i < triples.size(); ++i) {
    if (!constrain(z, constraint_at<B>(triples, i))) return false;
    if (must_look && !fits(z)) return false;
  }
  return true;
}

template <typename B>
ZoneMachine<B>::ZoneMachine(const ZoneOperations& operations, std::size_t clocks)
    : operations_(operations), source_(clocks + 1) {
  for (std::size_t dim = 1; dim <= clocks + 1; ++dim) targets_.emplace_back(1);
  target_ = &targets_[0];
}

template <typename B>
void ZoneMachine<B>::start_target(std::size_t dim) {
  target_ = &targets_[dim - 1];
  if (target_->dim() != dim) target_->resize(dim);
}

template <typename B>
std::span<const Dbm<B>> ZoneMachine<B>::apply(const Dbm<B>& before, ActionId action, EntryId entry) {
  result_count_ = 0;
  if (act(before, operations_.action_code(action))) finish(entry);
  return std::span<const Dbm<B>>(results_).first(result_count_);
}

template <typename B>
std::span<const Dbm<B>> ZoneMachine<B>::enter(const Dbm<B>& at, EntryId entry) {
  result_count_ = 0;
  start_target(at.dim());
  *target_ = at;
  finish(entry);
  return std::span<const Dbm<B>>(results_).first(result_count_);
}

template <typename B>
bool ZoneMachine<B>::is_possible(const Dbm<B>& z, ShapeId shape, std::span<const ClockCondition> conditions) {
  source_ = z;
  const bool must_look = std::any_of(conditions.begin(), conditions.end(),
                                     [](const ClockCondition& c) { return c.left != 0 && c.right != 0; });
  for (const ClockCondition& c : conditions) {
    const std::int32_t left = operations_.position(shape, c.left);
    const std::int32_t right = operations_.position(shape, c.right);
    if (left < 0 || right < 0) continue;
    if (std::abs(c.value) > zone::value_of(zone::kLimit<B>)) {
      failure_ = Failure::TooNarrow;
      return false;
    }
    const auto bound = zone::make_bound<B>(c.value, c.is_strict);
    if (!constrain(source_, Constraint<B>{static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right), bound}))
      return false;
    if (must_look && !fits(source_)) return false;
  }
  return true;
}

// Guard, then all settings at once into the matrix over the target's clocks.
template <typename B>
bool ZoneMachine<B>::act(const Dbm<B>& before, std::span<const std::int32_t> code) {
  Reader reader(code);
  reader.next();
  const auto conditions = reader.take(3 * static_cast<std::size_t>(reader.next()));
  const auto required = reader.take(3 * static_cast<std::size_t>(reader.next()));
  if (!fit<B>(conditions) || !fit<B>(required)) return failure_ = Failure::TooNarrow, false;
  // Most often the guard holds in the whole zone.
  const Dbm<B>* source = &before;
  const bool must_look = have_differences(conditions);
  for (std::size_t i = 0; 3 * i < conditions.size(); ++i) {
    const Constraint<B> c = constraint_at<B>(conditions, i);
    if (satisfies(*source, c)) continue;
    if (source == &before) source_ = before;
    source = &source_;
    if (!constrain(source_, c)) return false;
    if (must_look && !fits(source_)) return false;
  }
  // If a clock would become negative, the move is an error there; other valuations can take it.
  for (std::size_t i = 0; 3 * i < required.size(); ++i) {
    const Constraint<B> c = constraint_at<B>(required, i);
    if (satisfies(*source, c)) continue;
    if (failure_ == Failure::None) failure_ = Failure::NegativeClock;
    if (source == &before) source_ = before;
    source = &source_;
    if (!constrain(source_, c)) return false;
  }
  const auto dim = static_cast<std::size_t>(reader.next());
  return set_clocks(*source, dim, reader.take(2 * (dim - 1)));
}

// `places`: for each clock after the move, where its value comes from, and what is added to it.
template <typename B>
bool ZoneMachine<B>::set_clocks(const Dbm<B>& from, std::size_t dim, std::span<const std::int32_t> places) {
  constexpr std::int32_t kMostOffset = std::min(zone::value_of(zone::kLimit<B>), model::kLargestClockConstant / 2);
  sources_.assign(1, 0);
  offsets_.assign(1, 0);
  bool has_offsets = false;
  bool has_copies = false;
  for (std::size_t i = 0; i + 1 < dim; ++i) {
    sources_.push_back(static_cast<std::uint32_t>(places[2 * i]));
    offsets_.push_back(places[2 * i + 1]);
    if (std::abs(offsets_.back()) > kMostOffset) return failure_ = Failure::TooNarrow, false;
    has_offsets = has_offsets || offsets_.back() != 0;
    has_copies = has_copies || (offsets_.back() != 0 && sources_.back() != 0);
  }
  if (has_copies && !fits(from)) return false;
  start_target(dim);
  for (std::size_t i = 0; i < dim; ++i) {
    const B* row = from.row(sources_[i]);
    B* out = target_->row(i);
    for (std::size_t j = 0; j < dim; ++j) out[j] = row[sources_[j]];
  }
  if (!has_offsets) return true;
  for (std::size_t i = 0; i < dim; ++i) {
    for (std::size_t j = 0; j < dim; ++j) {
      if (i == j) continue;
      const B shift = zone::at_most<B>(offsets_[i] - offsets_[j]);
      target_->at(i, j) = sources_[i] == sources_[j] ? shift : zone::add(target_->at(i, j), shift);
    }
  }
  return !has_copies || fits(*target_);
}

template <typename B>
void ZoneMachine<B>::finish(EntryId id) {
  Reader reader(operations_.entry_code(id));
  Entry entry;
  entry.dim = static_cast<std::size_t>(reader.next());
  entry.invariant = reader.take(3 * static_cast<std::size_t>(reader.next()));
  const bool may_delay = reader.next() != 0;
  const auto stopped = reader.take(static_cast<std::size_t>(reader.next()));
  for (auto* guards : {&urgent_, &avoided_}) {
    guards->resize(static_cast<std::size_t>(reader.next()));
    for (auto& guard : *guards) {
      const auto triples = reader.take(3 * static_cast<std::size_t>(reader.next()));
      guard.clear();
      if (!fit<B>(triples)) failure_ = Failure::TooNarrow;
      for (std::size_t i = 0; 3 * i < triples.size(); ++i) guard.push_back(constraint_at<B>(triples, i));
    }
  }
  entry.diagonals = reader.take(3 * static_cast<std::size_t>(reader.next()));
  entry.lower = operations_.lower(id);
  entry.upper = operations_.upper(id);
  entry.tests = operations_.tests(id);
  for (std::size_t i = 2; i < entry.tests.size(); i += zone::kTestSize)
    if (entry.tests[i] > zone::kLimit<B> || entry.tests[i] < -zone::kLimit<B>) failure_ = Failure::TooNarrow;
  if (!fit<B>(entry.invariant) || !fit<B>(entry.diagonals)) failure_ = Failure::TooNarrow;
  if (failure_ == Failure::TooNarrow) return;
  if (!constrain_all(*target_, entry.invariant)) return;
  if (!avoided_.empty()) return finish_outside(entry, may_delay, stopped);
  if (!may_delay) return emit(entry);
  if (!stopped.empty()) {
    // Stopwatches are over-approximated anyway, so urgency may be ignored.
    std::vector<std::uint32_t> clocks(stopped.begin(), stopped.end());
    delay_with_stopped(*target_, std::span<const std::uint32_t>(clocks));
    if (constrain_all(*target_, entry.invariant)) emit(entry);
    return;
  }
  if (urgent_.empty()) {
    delay(*target_);
    if (constrain_all(*target_, entry.invariant)) emit(entry);
    return;
  }
  if (fits(*target_)) emit_pieces(entry, *target_);
}

// Enters a discrete state in which a run must avoid some valuations.
template <typename B>
void ZoneMachine<B>::finish_outside(const Entry& entry, bool may_delay, std::span<const std::int32_t> stopped) {
  bool is_exact = fits(*target_);
  if (!is_exact) return;
  for (const Dbm<B>& start : outside<B>(*target_, avoided_, is_exact)) {
    if (may_delay && stopped.empty()) {
      emit_pieces(entry, start);
      continue;
    }
    *target_ = start;
    if (!may_delay) {
      emit(entry);
      continue;
    }
    // Stopwatches are over-approximated anyway: only the start and the end of the delay are checked.
    std::vector<std::uint32_t> clocks(stopped.begin(), stopped.end());
    delay_with_stopped(*target_, std::span<const std::uint32_t>(clocks));
    if (!constrain_all(*target_, entry.invariant) || !fits(*target_)) continue;
    for (const Dbm<B>& end : outside<B>(Dbm<B>(*target_), avoided_, is_exact)) {
      *target_ = end;
      emit(entry);
    }
  }
  if (!is_exact) failure_ = Failure::TooNarrow;
}

// A delay that urgent guards, or sets to avoid, cut into pieces.
template <typename B>
void ZoneMachine<B>::emit_pieces(const Entry& entry, const Dbm<B>& start) {
  bool is_exact = true;
  std::vector<DelayPiece<B>> pieces = delay_pieces<B>(start, urgent_, is_exact, avoided_);
  if (pieces.empty()) failure_ = is_exact ? Failure::TooManyPieces : Failure::TooNarrow;
  for (DelayPiece<B>& piece : pieces) {
    *target_ = piece.start;
    bool is_left = true;
    if (piece.may_delay) {
      delay(*target_);
      for (const Constraint<B>& c : piece.while_in) is_left = is_left && constrain(*target_, c);
      is_left = is_left && constrain_all(*target_, entry.invariant);
    }
    if (is_left) emit(entry);
  }
}

// *target_ holds the possible valuations: abstracts it and adds it to the results.
template <typename B>
void ZoneMachine<B>::emit(const Entry& entry) {
  const std::size_t first = result_count_;
  if (!entry.diagonals.empty() && operations_.abstraction() != Abstraction::None) {
    split(entry);
  } else {
    entry.tests.empty() ? abstract(*target_, entry.lower, entry.upper) : abstract_whole(entry);
    add_result(*target_);
  }
  for (std::size_t i = first; i < result_count_; ++i)
    if (!is_within_limit(results_[i])) failure_ = Failure::TooNarrow;
}

// Adds a result. The matrices of earlier calls are used again, so that no memory is allocated.
template <typename B>
void ZoneMachine<B>::add_result(const Dbm<B>& z) {
  if (result_count_ == results_.size()) results_.emplace_back(z.dim());
  results_[result_count_++] = z;
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

// Leaves the differences of clocks that may still be tested as they are (zone/simulate.hpp).
template <typename B>
void ZoneMachine<B>::abstract_whole(const Entry& entry) {
  constexpr std::int32_t kEverything = std::numeric_limits<std::int32_t>::max();
  wide_lower_.assign(entry.lower.begin(), entry.lower.end());
  wide_upper_.assign(entry.upper.begin(), entry.upper.end());
  for (std::size_t i = 0; i < entry.tests.size(); i += zone::kTestSize)
    for (const std::int32_t clock : {entry.tests[i], entry.tests[i + 1]})
      wide_lower_[static_cast<std::size_t>(clock)] = wide_upper_[static_cast<std::size_t>(clock)] = kEverything;
  abstract(*target_, wide_lower_, wide_upper_);
}

// Bengtsson and Yi, 'On clock difference constraints and termination in reachability analysis of timed automata' (A4):
// cut the zone so that every piece lies on one side of every difference constraint, abstract each piece by maximal
// constants, and put it back on its side.
template <typename B>
void ZoneMachine<B>::split(const Entry& entry) {
  const auto diagonals = entry.diagonals;
  if (!fits(*target_)) return;
  std::vector<Dbm<B>> pieces{*target_};
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
    for (const Dbm<B>& piece : next)
      if (!fits(piece)) return;
    pieces = std::move(next);
  }
  for (Dbm<B>& piece : pieces) {
    std::vector<Constraint<B>> sides;
    for (std::size_t i = 0; i < count; ++i) {
      const Constraint<B> c = constraint_at<B>(diagonals, i);
      sides.push_back(satisfies(piece, c) ? c : Constraint<B>{c.right, c.left, zone::complement(c.bound)});
    }
    abstract(piece, entry.lower, entry.upper);
    bool is_left = true;
    for (const Constraint<B>& side : sides) is_left = is_left && fits(piece) && constrain(piece, side);
    if (is_left) add_result(piece);
  }
}

template class ZoneMachine<std::int16_t>;
template class ZoneMachine<std::int32_t>;

}  // namespace zonda::step
