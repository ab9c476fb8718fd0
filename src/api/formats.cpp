// The registry of formats as values.
#include "zonda/formats.hpp"

#include "formats/registry.hpp"

namespace zonda {

namespace {

FormatInfo::Queries place_of(formats::QueryPlace place) {
  switch (place) {
    case formats::QueryPlace::Inside:
      return FormatInfo::Queries::Inside;
    case formats::QueryPlace::Beside:
      return FormatInfo::Queries::Beside;
    case formats::QueryPlace::Nowhere:
      return FormatInfo::Queries::Nowhere;
    case formats::QueryPlace::NotApplicable:
      break;
  }
  return FormatInfo::Queries::NotApplicable;
}

FormatInfo::Tidying tidying_of(formats::Tidying tidying) {
  switch (tidying) {
    case formats::Tidying::WholeText:
      return FormatInfo::Tidying::WholeText;
    case formats::Tidying::Declarations:
      return FormatInfo::Tidying::Declarations;
    case formats::Tidying::None:
      break;
  }
  return FormatInfo::Tidying::None;
}

FormatInfo info_of(const formats::Format& f) {
  FormatInfo result;
  result.name = f.name;
  result.owner = f.owner;
  result.extensions.assign(f.extensions.begin(), f.extensions.end());
  result.is_read = f.is_of_models();
  result.is_written = f.write != nullptr;
  result.is_of_queries = f.read_queries != nullptr;
  result.has_labels = f.has_labels;
  result.queries = place_of(f.queries);
  result.tidying = tidying_of(f.tidying);
  return result;
}

}  // namespace

std::vector<FormatInfo> all_formats() {
  std::vector<FormatInfo> result;
  for (const auto& f : formats::standard().all()) result.push_back(info_of(*f));
  return result;
}

std::optional<FormatInfo> output_format(std::string_view name) {
  const formats::Format* found = formats::standard().find_writer(name);
  return found == nullptr ? std::nullopt : std::optional(info_of(*found));
}

}  // namespace zonda
