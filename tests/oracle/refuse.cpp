// Refuses models that use something whose meaning the oracle does not know.
#include "lang/features.hpp"
#include "oracle/fault.hpp"
#include "oracle/system.hpp"

namespace zonda::truth {

void refuse_extensions(const lang::Document& document) {
  if (document.rules != lang::LanguageRules{}) throw Refused("a language with other rules than UPPAAL's");
  for (const lang::Feature& feature : lang::features(document)) {
    const std::string name(feature.name);
    const bool is_known = name == "uncontrollable edges" || name == "exponential rates" || name == "branchpoints" ||
                          name == "probabilities";
    if (feature.is_extension && !is_known) throw Refused(name);
  }
}

}  // namespace zonda::truth
