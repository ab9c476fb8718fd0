// TChecker's format (docs/tchecker.md). It is read into a syntax tree, because its expressions are UPPAAL's; it is
// written from the network, because templates and functions have no place in it.
#include "emit/tck.hpp"

#include "formats/format.hpp"
#include "formats/writing.hpp"
#include "lang/read.hpp"
#include "lang/recognise.hpp"
#include "lang/tck_to_uppaal.hpp"

namespace zonda::formats {

namespace {

Evidence recognise_tck(std::string_view beginning) {
  const auto found = lang::find_tck(beginning);
  if (!found) return {};
  return found->has_other_line ? Evidence::certain(found->at) : Evidence::possible(found->at);
}

Written write_tck(const WriteInput& model) {
  const emit::TckResult file = emit::write_tck(*model.network, model.path);
  if (file.refusal.empty()) return {file.text, {}, left_out_charts(model.tree)};
  return {{}, refusal_text(file.refusal, file.range, model.sources, "TChecker's format"), {}};
}

}  // namespace

Format tck() {
  Format f;
  f.name = "tck";
  f.owner = "TChecker's";
  f.extensions = {".tck"};
  f.read_tree = [](lang::Sources& sources, lang::Sources::FileId file, lang::Diagnostics& diagnostics) {
    return lang::read_tck(sources, file, diagnostics);
  };
  f.recognise = recognise_tck;
  f.has_labels = true;
  // They speak of UPPAAL's style.
  f.silent_warnings = {"strict-invariant", "lower-bound-invariant", "unused", "shadowing"};
  // Numbers of states are there to be compared with TChecker's.
  f.default_reduction = "none";
  f.write = write_tck;
  f.needs = Needs::Network;
  f.queries = QueryPlace::Nowhere;
  f.to_uppaal = lang::tck_to_uppaal;
  return f;
}

}  // namespace zonda::formats
