// The public interface over the layers below: load, check, build, report.
#include "zonda/model.hpp"

#include "api/parts.hpp"
#include "api/points.hpp"
#include "check/check.hpp"
#include "check/covering.hpp"
#include "check/diagnose.hpp"
#include "lang/charts.hpp"
#include "lang/check.hpp"
#include "lang/label_query.hpp"
#include "lang/read.hpp"
#include "lang/tck_to_uppaal.hpp"
#include "lang/write_xml.hpp"
#include "lang/write_xta.hpp"
#include "model/build.hpp"
#include "report/check_json.hpp"
#include "report/cover.hpp"
#include "report/diagnose_json.hpp"
#include "report/document_json.hpp"
#include "report/dot.hpp"
#include "report/info.hpp"
#include "report/partition.hpp"
#include "report/pipeline.hpp"
#include "report/svg.hpp"
#include "report/tck.hpp"
#include "report/trace.hpp"
#include "search/memory.hpp"
#include "trace/retrace.hpp"
#include "trace/saved.hpp"
#include "trace/xtr.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace zonda {

std::optional<OutputFormat> output_format(std::string_view name) {
  const std::size_t dot = name.find_last_of("./");
  const std::string_view word = dot == std::string_view::npos ? name : name.substr(dot + 1);
  if (word == "xml") return OutputFormat::Xml;
  if (word == "xta") return OutputFormat::Xta;
  if (word == "tck") return OutputFormat::Tck;
  if (word == "q") return OutputFormat::Queries;
  if (word == "json") return OutputFormat::Json;
  if (word == "dot" || word == "gv") return OutputFormat::Dot;
  if (word == "svg") return OutputFormat::Svg;
  return std::nullopt;
}

namespace {

void read_query_file(const std::string& path, lang::Sources& sources, lang::Document& document,
                     lang::Diagnostics& diagnostics) {
  const auto file = lang::load_file(path, sources, diagnostics);
  if (!file) return;
  const lang::FileKind kind = lang::guess_kind(path, sources.text(*file));
  const bool is_model = kind != lang::FileKind::Queries && kind != lang::FileKind::Unknown;
  if (is_model && !path.ends_with(".q"))
    diagnostics.error({}, fmt::format("'{}' is a model, not a query file", path), "one model can be given at a time");
  else
    lang::read_queries(sources, *file, document, diagnostics);
}

// The queries in force: given as text, or in a file, or in the model, or in the .q file beside it.
void choose_queries(const std::string& path, const LoadOptions& options, lang::Sources& sources,
                    lang::Document& document, lang::Diagnostics& diagnostics) {
  const bool is_given = !options.queries.empty() || !options.query_file.empty() || !options.labels.empty();
  if (is_given) document.queries.clear();
  if (!options.query_file.empty()) read_query_file(options.query_file, sources, document, diagnostics);
  for (std::size_t i = 0; i < options.queries.size(); ++i) {
    const auto file = sources.add(fmt::format("query {}", i + 1), options.queries[i]);
    lang::read_queries(sources, file, document, diagnostics);
  }
  // Where lines could not be read, labels are missing for that reason.
  if (!document.has_syntax_errors) lang::add_label_query(options.labels, document, diagnostics);
  if (!document.queries.empty() || is_given || path == "-") return;
  std::filesystem::path beside(path);
  beside.replace_extension(".q");
  std::error_code error;
  if (std::filesystem::is_regular_file(beside, error)) read_query_file(beside.string(), sources, document, diagnostics);
}

}  // namespace

void Model::Parts::read(std::optional<lang::Sources::FileId> file, const LoadOptions& options) {
  for (const std::string& name : options.disabled_warnings)
    if (!diagnostics.disable(name)) diagnostics.error({}, fmt::format("there is no warning named '{}'", name));
  if (file) {
    model_file = *file;
    document = lang::read_model(sources, *file, diagnostics);
  }
  search::give_back_spared_program();
  if (document != nullptr) {
    // The style that these speak of is UPPAAL's.
    if (document->format == lang::Format::Tck)
      for (const std::string_view name : {"strict-invariant", "lower-bound-invariant", "unused", "shadowing"})
        (void)diagnostics.disable(name);
    choose_queries(is_file ? path : std::string("-"), options, sources, *document, diagnostics);
    // What did not parse is missing, and the checker would complain about every use of it.
    if (!document->has_syntax_errors) semantics = lang::check(*document, diagnostics);
    search::give_back_spared_program();
    if (!diagnostics.has_model_errors()) network = model::build(*document, *semantics, diagnostics);
  }
  search::give_back_spared_program();
  diagnostics.sort();
}

Model Model::load(const std::string& path, const LoadOptions& options) {
  auto parts = std::make_unique<Parts>();
  parts->path = path;
  parts->read(lang::load_file(path, parts->sources, parts->diagnostics), options);
  return Model(std::move(parts));
}

Model Model::parse(std::string text, const std::string& name, const LoadOptions& options) {
  auto parts = std::make_unique<Parts>();
  parts->path = name;
  parts->is_file = false;
  parts->read(lang::load_bytes(name, std::move(text), parts->sources, parts->diagnostics), options);
  return Model(std::move(parts));
}

Model::Model(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

bool Model::is_usable() const { return parts_->network != nullptr; }
bool Model::is_read() const { return parts_->document != nullptr; }
std::string Model::messages() const { return lang::render(parts_->diagnostics, parts_->sources); }
std::size_t Model::error_count() const { return parts_->diagnostics.error_count(); }
std::size_t Model::warning_count() const { return parts_->diagnostics.warning_count(); }
std::size_t Model::query_count() const { return parts_->document == nullptr ? 0 : parts_->document->queries.size(); }

namespace {

// Runs `use` on what `info --cover` shows.
template <typename Use>
auto with_cover(const model::Network& network, std::uint64_t seed, Use&& use) {
  const analysis::CycleCover cover(network);
  const auto frequencies = check::walk_frequencies(network, seed);
  return use(report::CoverReport{network, cover, cover.sets(frequencies, seed), cover.best(frequencies, seed)});
}

}  // namespace

std::string Model::info_error(const InfoOptions& options) const {
  if (!is_usable()) return "the model has errors";
  return options.p_points ? points_of(*parts_, *options.p_points, options.seed).error : std::string();
}

std::string Model::info(const InfoOptions& options) const {
  if (!is_usable()) return {};
  if (options.cover)
    return with_cover(*parts_->network, options.seed,
                      [&](const auto& cover) { return report::cover_text(cover, options.all); });
  if (options.p_points) return report::p_points_text(points_of(*parts_, *options.p_points, options.seed));
  return report::info_text(parts_->path, *parts_->document, *parts_->network, parts_->sources, {options.all});
}

std::string Model::info_json(const InfoOptions& options) const {
  if (!is_usable()) return {};
  if (options.cover)
    return with_cover(*parts_->network, options.seed, [&](const auto& cover) {
      return report::cover_json(cover).dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    });
  if (options.p_points)
    return report::p_points_json(points_of(*parts_, *options.p_points, options.seed))
        .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  return report::info_json(parts_->path, *parts_->document, *parts_->network, parts_->sources, parts_->diagnostics)
      .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

Model::Checked Model::check(const CheckOptions& options) const {
  Checked result;
  if (!is_usable()) return {{}, "the model has errors"};
  const auto& queries = parts_->network->queries;
  result.error = check::option_error(options);
  if (options.only > queries.size())
    result.error = fmt::format("there is no query {}; the model has {}", options.only, queries.size());
  for (const std::size_t index : options.chosen)
    if (index == 0 || index > queries.size())
      result.error = fmt::format("there is no query {}; the model has {}", index, queries.size());
  if (!result.error.empty()) return result;
  CheckOptions chosen = options;
  // Numbers of states are there to be compared with TChecker's.
  if (parts_->document->format == lang::Format::Tck && chosen.reduce == "auto") chosen.reduce = "none";
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < queries.size(); ++i)
    if (options.chosen.empty() && (options.only == 0 || options.only == i + 1)) indices.push_back(i);
  for (const std::size_t index : options.chosen) indices.push_back(index - 1);
  const std::unique_ptr<search::Checkpoint> checkpoint = check::make_checkpoint(chosen, parts_->path, parts_->sources);
  // What is saved is the search for one query.
  if (checkpoint != nullptr) chosen.share = false;
  const auto emit = [&](QueryResult checked) {
    if (checked.trace != nullptr) {
      Trace labelled = *checked.trace;
      labelled.formula = checked.formula;
      report::add_labels(*parts_->document, *parts_->network, parts_->sources, labelled);
      checked.trace = std::make_shared<const Trace>(std::move(labelled));
    }
    check::compare_with_expectation(queries[checked.index - 1], checked);
    if (options.on_result) options.on_result(checked);
    result.results.push_back(std::move(checked));
  };
  check::check_queries(*parts_->network, indices, chosen, parts_->sources, emit, checkpoint.get());
  result.is_checkpoint_spent = checkpoint != nullptr && checkpoint->is_spent();
  return result;
}

std::string Model::check_json(const CheckOptions& options, const std::vector<QueryResult>& results) const {
  return report::check_json(parts_->path, options, results)
      .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

Diagnosis Model::diagnose(const DiagnoseOptions& options) const {
  Diagnosis result;
  if (!is_usable()) return result.error = "the model has errors", result;
  result = check::diagnose(*parts_->network, options, parts_->sources);
  for (Finding& f : result.findings) {
    if (f.trace == nullptr) continue;
    Trace labelled = *f.trace;
    report::add_labels(*parts_->document, *parts_->network, parts_->sources, labelled);
    f.trace = std::make_shared<const Trace>(std::move(labelled));
  }
  return result;
}

std::string Model::diagnose_json(const DiagnoseOptions& options, const Diagnosis& diagnosis) const {
  return report::diagnose_json(parts_->path, options, diagnosis)
      .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string Model::report(ReportFormat format, const std::vector<QueryResult>& results) const {
  if (format == ReportFormat::JUnit) return report::write_junit(parts_->path, diagnostics(), queries(), results);
  return report::write_sarif(parts_->path, diagnostics(), queries(), results)
             .dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
         '\n';
}

namespace {

std::string left_out(const lang::Document& document) {
  if (!document.has_lsc) return {};
  const auto charts = lang::chart_instances(document);
  return fmt::format("live sequence charts are left out{}{}", charts.empty() ? "" : ", and with them ",
                     fmt::join(charts, ", "));
}

std::string refused(const std::string& feature, lang::SourceRange range, const lang::Sources& sources,
                    std::string_view format) {
  const std::string place = sources.place(range);
  return fmt::format("{}{}{} cannot be written in {} format", place, place.empty() ? "" : ": ", feature, format);
}

}  // namespace

Model::Replayed Model::replay(const std::string& trace_text, std::size_t query) const {
  Replayed result;
  if (!is_usable()) return result.error = "the model has errors", result;
  const auto done_with = [&](trace::Retraced done) {
    result.fits = done.fits;
    result.steps = done.steps;
    result.time = std::move(done.time);
    result.failure = std::move(done.failure);
    result.differences = std::move(done.differences);
    result.meets_query = done.meets_query;
    result.asked = std::move(done.asked);
    result.is_of_run = done.is_of_run;
    return result;
  };
  if (trace::looks_like_xtr(trace_text)) {
    const trace::ReadXtr xtr = trace::read_xtr(trace_text);
    if (!xtr.trace) return result.error = xtr.error, result;
    return done_with(trace::retrace(*parts_->network, *xtr.trace, query));
  }
  const trace::ReadTrace read = trace::read_trace(trace_text, query);
  if (!read.trace) return result.error = read.error, result;
  std::vector<std::vector<std::vector<std::string>>> selects;
  for (const auto& t : parts_->document->templates) {
    auto& edges = selects.emplace_back();
    for (const lang::EdgeSyntax& e : t->edges) {
      auto& names = edges.emplace_back();
      for (const lang::Binder& binder : e.selects) names.emplace_back(binder.name);
    }
  }
  return done_with(trace::retrace(*parts_->network, *read.trace, selects));
}

std::optional<std::string> saved_formula(const std::string& trace_text, std::size_t query) {
  if (trace::looks_like_xtr(trace_text)) return std::nullopt;
  const trace::ReadTrace read = trace::read_trace(trace_text, query);
  if (!read.trace || read.trace->formula.empty()) return std::nullopt;
  return read.trace->formula;
}

std::string Model::write_trace(const Trace& trace, TraceFormat format, const UppaalStyle& style) const {
  const bool is_version_5 = style.version >= 5;
  if (format == TraceFormat::Uppaal)
    return report::trace_uppaal(trace, {is_version_5, style.is_symbolic, style.has_depth});
  if (format == TraceFormat::Xtr) return report::trace_xtr(trace, is_version_5);
  return write_trace(trace, format);
}

std::string Model::intermediate_format(int version) const {
  if (!is_usable()) return {};
  return report::intermediate_format(*parts_->document, *parts_->network, version >= 5);
}

std::string Model::write_trace(const Trace& trace, TraceFormat format) const {
  switch (format) {
    case TraceFormat::Text:
    case TraceFormat::FullText:
      return report::trace_text(trace, format == TraceFormat::FullText);
    case TraceFormat::Json:
      return report::trace_json(trace).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
    case TraceFormat::Uppaal:
      return report::trace_uppaal(trace);
    case TraceFormat::Xml:
      return report::trace_xml(*parts_->document, *parts_->network, trace);
    case TraceFormat::Xtr:
      return report::trace_xtr(trace);
  }
  return {};
}

Model::Converted Model::convert(OutputFormat format) const {
  if (parts_->document == nullptr) return {{}, "the model could not be read", {}};
  const bool is_uppaal = format == OutputFormat::Xml || format == OutputFormat::Xta || format == OutputFormat::Queries;
  if (parts_->document->format != lang::Format::Tck || !is_uppaal) return parts_->write(*parts_->document, format);
  const lang::UppaalDocument made = lang::tck_to_uppaal(*parts_->document);
  if (made.document == nullptr) return {{}, refused(made.refusal, made.range, parts_->sources, "UPPAAL's"), {}};
  Converted result = parts_->write(*made.document, format);
  if (made.has_labels && format != OutputFormat::Queries) result.warning = "labels of locations are comments now";
  return result;
}

Model::Converted Model::Parts::write(const lang::Document& from, OutputFormat format) const {
  switch (format) {
    case OutputFormat::Xml:
      return {lang::write_xml(from), {}, left_out(from)};
    case OutputFormat::Xta:
      return {lang::write_xta(from), {}, left_out(from)};
    case OutputFormat::Tck: {
      if (network == nullptr) return {{}, "the model has errors", {}};
      const report::TckResult file = report::write_tck(from, *network, path);
      if (file.refusal.empty()) return {file.text, {}, left_out(from)};
      return {{}, refused(file.refusal, file.range, sources, "TChecker's"), {}};
    }
    case OutputFormat::Queries:
      return {lang::write_queries(from), {}, {}};
    case OutputFormat::Dot:
      return {report::write_dot(from), {}, {}};
    case OutputFormat::Json:
      return {
          report::document_to_json(from, sources).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n",
          {},
          {}};
    case OutputFormat::Svg: {
      const report::SvgResult picture = report::write_svg(from);
      return {picture.svg, picture.error, {}};
    }
  }
  return {{}, "unknown format", {}};
}

std::vector<Warning> warnings() {
  std::vector<Warning> result;
  for (const lang::WarningName& w : lang::warning_names())
    result.push_back({std::string(w.name), std::string(w.meaning)});
  return result;
}

}  // namespace zonda
