#include "report/pipeline.hpp"
#include "report/text.hpp"
#include "report/trace.hpp"

#include <fmt/format.h>

namespace zonda::report {

Judgement judge(const QueryResult& result) {
  if (!result.expected.empty() && result.is_as_expected) return Judgement::Pass;
  switch (result.verdict) {
    case Verdict::Satisfied:
      return result.expected.empty() ? Judgement::Pass : Judgement::Fail;
    case Verdict::NotSatisfied:
      return Judgement::Fail;
    case Verdict::MaybeSatisfied:
    case Verdict::MaybeNotSatisfied:
    case Verdict::Unknown:
      return Judgement::Undecided;
    case Verdict::Error:
      return Judgement::Error;
  }
  return Judgement::Error;
}

std::string describe(const QueryResult& result) {
  std::string text = fmt::format("{}: {}", result.formula, to_string(result.verdict));
  if (!result.reason.empty()) text += fmt::format(" ({})", result.reason);
  if (!result.value.empty()) text += fmt::format(", value: {}", result.value);
  if (!result.expected.empty() && !result.is_as_expected) text += fmt::format(", expected {}", result.expected);
  return text;
}

namespace {

std::string place_text(const TextPlace& place) {
  return place.file.empty() ? std::string() : fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

std::string test_case(const std::string& path, const QueryInfo* info, const QueryResult& r) {
  std::string result = fmt::format("    <testcase classname=\"{}\" name=\"{}: {}\" time=\"{:.3f}\"", escape_xml(path),
                                   r.index, escape_xml(r.formula), r.stats.seconds);
  // Queries of the command line are in no file.
  if (info != nullptr && !info->place.file.empty() && !info->place.file.starts_with("query "))
    result += fmt::format(" file=\"{}\" line=\"{}\"", escape_xml(info->place.file), info->place.line);
  const Judgement judgement = judge(r);
  if (judgement == Judgement::Pass) return result + "/>\n";
  const char* element = judgement == Judgement::Fail ? "failure" : "error";
  result +=
      fmt::format(">\n      <{} type=\"{}\" message=\"{}\">", element, to_string(r.verdict), escape_xml(describe(r)));
  std::string body = r.position;
  if (info != nullptr && !info->comment.empty()) body += "\n" + info->comment;
  if (r.trace != nullptr) body += "\n" + trace_text(*r.trace, false);
  return result + escape_xml(body) + fmt::format("</{}>\n    </testcase>\n", element);
}

std::string model_case(const std::string& path, const std::vector<Message>& messages) {
  std::string body;
  for (const Message& m : messages) {
    const std::string place = place_text(m.place);
    if (m.is_error && !m.is_query) body += fmt::format("{}{}{}\n", place, place.empty() ? "" : ": ", m.text);
  }
  if (body.empty()) return {};
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"the model is well-formed\" time=\"0.000\">\n      <error "
      "type=\"error\" message=\"the model has errors\">{}</error>\n    </testcase>\n",
      escape_xml(path), escape_xml(body));
}

}  // namespace

std::string write_junit(const std::string& path, const std::vector<Message>& messages,
                        const std::vector<QueryInfo>& queries, const std::vector<QueryResult>& results) {
  std::string cases = model_case(path, messages);
  std::size_t count = cases.empty() ? 0 : 1;
  std::size_t failures = 0;
  std::size_t errors = count;
  double seconds = 0;
  for (const QueryResult& r : results) {
    cases += test_case(path, r.index <= queries.size() ? &queries[r.index - 1] : nullptr, r);
    ++count;
    const Judgement judgement = judge(r);
    if (judgement == Judgement::Fail) ++failures;
    if (judgement == Judgement::Undecided || judgement == Judgement::Error) ++errors;
    seconds += r.stats.seconds;
  }
  const std::string figures =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", count, failures, errors, seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"{1}\" {0}>\n{2}  "
      "</testsuite>\n</testsuites>\n",
      figures, escape_xml(path), cases);
}

}  // namespace zonda::report
