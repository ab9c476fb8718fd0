// Refuses models that use something whose meaning the oracle does not know.
#include "lang/features.hpp"
#include "oracle/fault.hpp"
#include "oracle/system.hpp"

namespace zonda::truth {

void refuse_extensions(const lang::Document& document) {
  if (document.rules != lang::LanguageRules{}) throw Refused("a language with other rules than UPPAAL's");
  for (const lang::Feature& feature : lang::features(document)) {
    const std::string name(feature.name);
    const bool is_harmless = name == "uncontrollable edges" || name == "exponential rates";
    if ((feature.is_extension && !is_harmless) || name == "clock rates") throw Refused(name);
  }
}

}  // namespace zonda::truth
