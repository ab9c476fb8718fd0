// The public interface over the layers below: load, check, build, report.
#include "zonda/model.hpp"

#include "api/model_parts.hpp"
#include "api/points.hpp"
#include "check/check_queries.hpp"
#include "check/covering.hpp"
#include "check/diagnose.hpp"
#include "lang/label_query.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"
#include "report/bounds.hpp"
#include "report/check_json.hpp"
#include "report/cover.hpp"
#include "report/diagnose_json.hpp"
#include "report/info.hpp"
#include "report/partition.hpp"
#include "report/pipeline.hpp"
#include "report/trace.hpp"
#include "trace/retrace.hpp"
#include "trace/saved.hpp"
#include "trace/xtr.hpp"
#include "util/invariant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace zonda {

namespace {

void read_query_file(const std::string& path, const formats::Registry& registry, lang::Sources& sources,
                     lang::Document& document, lang::Diagnostics& diagnostics) {
  const auto file = registry.load_file(path, sources, diagnostics);
  if (!file) return;
  const formats::Format* format = registry.recognise(path, sources.text(*file));
  const auto extensions = registry.query_extensions();
  const bool is_called_so = std::any_of(extensions.begin(), extensions.end(),
                                        [&](std::string_view extension) { return path.ends_with(extension); });
  if (format != nullptr && format->is_of_models() && !is_called_so)
    diagnostics.error({}, fmt::format("'{}' is a model, not a query file", path), "one model can be given at a time");
  else
    registry.read_queries(sources, *file, document, diagnostics);
}

bool are_given(const LoadOptions& options) {
  return !options.queries.empty() || !options.query_file.empty() || !options.labels.empty();
}

// Queries given as text, in a file, or as labels.
void read_given_queries(const LoadOptions& options, const formats::Registry& registry, lang::Sources& sources,
                        lang::Document& document, lang::Diagnostics& diagnostics) {
  document.queries.clear();
  if (!options.query_file.empty()) read_query_file(options.query_file, registry, sources, document, diagnostics);
  for (std::size_t i = 0; i < options.queries.size(); ++i) {
    const auto file = sources.add(fmt::format("query {}", i + 1), options.queries[i]);
    registry.read_queries(sources, file, document, diagnostics);
  }
  // Where lines could not be read, labels are missing for that reason.
  if (!document.has_syntax_errors) lang::add_label_query(options.labels, document, diagnostics);
}

void read_queries_beside(const std::string& path, const formats::Registry& registry, lang::Sources& sources,
                         lang::Document& document, lang::Diagnostics& diagnostics) {
  for (const std::string_view extension : registry.query_extensions()) {
    std::filesystem::path beside(path);
    beside.replace_extension(extension);
    std::error_code error;
    if (!std::filesystem::is_regular_file(beside, error)) continue;
    read_query_file(beside.string(), registry, sources, document, diagnostics);
    return;
  }
}

}  // namespace

void Model::Parts::read(std::optional<lang::Sources::FileId> file, const LoadOptions& options) {
  for (const std::string& name : options.disabled_warnings)
    if (!diagnostics.disable(name)) diagnostics.error({}, fmt::format("there is no warning named '{}'", name));
  if (file) {
    model_file = *file;
    formats::Reading reading = registry.read(sources, *file, diagnostics);
    format = reading.format;
    tree = std::move(reading.tree);
    blueprint = std::move(reading.blueprint);
  }
  const auto tell = [&](Stage stage) {
    if (options.on_stage) options.on_stage(stage, 0);
  };
  tell(Stage::TextRead);
  if (is_read())
    for (const std::string_view name : format->silent_warnings) (void)diagnostics.disable(name);
  const bool has_place = is_file && path != "-";
  if (tree != nullptr) {
    // The queries in force: those that were given, or those in the model, or those of the query file beside it.
    if (are_given(options))
      read_given_queries(options, registry, sources, *tree, diagnostics);
    else if (tree->queries.empty() && has_place)
      read_queries_beside(path, registry, sources, *tree, diagnostics);
    // What did not parse is missing, and the checker would complain about every use of it.
    if (!tree->has_syntax_errors) semantics = lang::check(*tree, diagnostics);
  } else if (blueprint != nullptr && !diagnostics.has_model_errors()) {
    read_names(options);
  }
  tell(Stage::TextChecked);
  if (is_read() && !diagnostics.has_model_errors()) network = build(diagnostics, {});
  tell(Stage::NetworkBuilt);
  diagnostics.sort();
}

void Model::Parts::read_names(const LoadOptions& options) {
  const bool is_given = are_given(options);
  if (!is_given && (!blueprint->queries().empty() || !is_file || path == "-")) return;
  names = model::outline(*blueprint);
  // Whether names are used is not for UPPAAL's checker to say.
  lang::Diagnostics unused;
  semantics = lang::check(*names, unused);
  ZONDA_CHECK(!unused.has_errors(), "the names of a blueprint can be declared");
  if (is_given)
    read_given_queries(options, registry, sources, *names, diagnostics);
  else
    read_queries_beside(path, registry, sources, *names, diagnostics);
  for (lang::Query& q : names->queries) lang::check_query(q, *names, *semantics, diagnostics);
}

std::unique_ptr<model::Network> Model::Parts::build(lang::Diagnostics& to, std::string_view spare) const {
  if (tree != nullptr) return model::build(*tree, *semantics, to, spare);
  if (names == nullptr) return model::build(*blueprint, nullptr, to, spare);
  const model::GivenQueries given{*names, *semantics};
  return model::build(*blueprint, &given, to, spare);
}

Model Model::load(const std::string& path, const LoadOptions& options) {
  auto parts = std::make_unique<Parts>();
  parts->path = path;
  parts->read(parts->registry.load_file(path, parts->sources, parts->diagnostics), options);
  return Model(std::move(parts));
}

Model Model::parse(std::string text, const std::string& name, const LoadOptions& options) {
  return parse_with(formats::standard(), std::move(text), name, options);
}

Model parse_with(const formats::Registry& registry, std::string text, const std::string& name,
                 const LoadOptions& options) {
  auto parts = std::make_unique<Model::Parts>(registry);
  parts->path = name;
  parts->is_file = false;
  parts->read(parts->registry.load_bytes(name, std::move(text), parts->sources, parts->diagnostics), options);
  return Model(std::move(parts));
}

Model::Model(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

bool Model::is_usable() const { return parts_->network != nullptr; }
bool Model::is_read() const { return parts_->is_read(); }
std::string Model::messages() const { return lang::render(parts_->diagnostics, parts_->sources); }
std::size_t Model::error_count() const { return parts_->diagnostics.error_count(); }
std::size_t Model::warning_count() const { return parts_->diagnostics.warning_count(); }
std::size_t Model::query_count() const {
  if (const lang::Document* document = parts_->queries()) return document->queries.size();
  return parts_->blueprint == nullptr ? 0 : parts_->blueprint->queries().size();
}

namespace {

// Runs `use` on what `info --cover` shows.
template <typename Use>
auto with_cover(const model::Network& network, std::uint64_t seed, Use&& use) {
  const analysis::CycleCover cover(network);
  const auto frequencies = check::walk_frequencies(network, seed);
  return use(report::CoverReport{network, cover, cover.sets(frequencies, seed), cover.best(frequencies, seed)});
}

report::InfoInput info_input(const Model::Parts& parts) {
  return {parts.path, parts.format->name, parts.tree.get(), *parts.network, parts.sources};
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
  if (options.bounds) return report::bounds_text(*parts_->network, parts_->sources, options.all);
  if (options.p_points) return report::p_points_text(points_of(*parts_, *options.p_points, options.seed));
  return report::info_text(info_input(*parts_), {options.all});
}

std::string Model::info_json(const InfoOptions& options) const {
  if (!is_usable()) return {};
  if (options.cover)
    return with_cover(*parts_->network, options.seed, [&](const auto& cover) {
      return report::cover_json(cover).dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    });
  if (options.bounds)
    return report::bounds_json(*parts_->network, parts_->sources)
        .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  if (options.p_points)
    return report::p_points_json(points_of(*parts_, *options.p_points, options.seed))
        .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  return report::info_json(info_input(*parts_), parts_->diagnostics)
      .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

Model::Checked check_model(const Model::Parts& parts, const check::Request& options) {
  Model::Checked result;
  if (parts.network == nullptr) return {{}, "the model has errors"};
  const auto& queries = parts.network->queries;
  result.error = check::option_error(options);
  if (options.only > queries.size())
    result.error = fmt::format("there is no query {}; the model has {}", options.only, queries.size());
  for (const std::size_t index : options.chosen)
    if (index == 0 || index > queries.size())
      result.error = fmt::format("there is no query {}; the model has {}", index, queries.size());
  if (!result.error.empty()) return result;
  check::Request chosen = options;
  chosen.reduce = parts.reduction(chosen.reduce);
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < queries.size(); ++i)
    if (options.chosen.empty() && (options.only == 0 || options.only == i + 1)) indices.push_back(i);
  for (const std::size_t index : options.chosen) indices.push_back(index - 1);
  const std::unique_ptr<search::Checkpoint> checkpoint = check::make_checkpoint(chosen, parts.path, parts.sources);
  // What is saved is the search for one query.
  if (checkpoint != nullptr) chosen.share = false;
  const auto emit = [&](QueryResult checked) {
    if (checked.trace != nullptr) {
      Trace labelled = *checked.trace;
      labelled.formula = checked.formula;
      report::add_labels(parts.text(), labelled);
      checked.trace = std::make_shared<const Trace>(std::move(labelled));
    }
    check::compare_with_expectation(queries[checked.index - 1], checked);
    if (options.on_result) options.on_result(checked);
    result.results.push_back(std::move(checked));
  };
  check::check_queries(*parts.network, indices, chosen, parts.sources, emit, checkpoint.get());
  result.is_checkpoint_spent = checkpoint != nullptr && checkpoint->is_spent();
  return result;
}

Model::Checked Model::check(const CheckOptions& options) const { return check_model(*parts_, options); }

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
    report::add_labels(parts_->text(), labelled);
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

// Names of the selects of all edges, by template and edge as the text counts them.
std::vector<std::vector<std::vector<std::string>>> select_names(const Model::Parts& parts) {
  std::vector<std::vector<std::vector<std::string>>> result;
  if (parts.tree == nullptr) {
    for (const model::Process& p : parts.network->processes) result.emplace_back(p.edges.size());
    return result;
  }
  for (const auto& t : parts.tree->templates) {
    auto& edges = result.emplace_back();
    for (const lang::EdgeSyntax& e : t->edges) {
      auto& names = edges.emplace_back();
      for (const lang::Binder& binder : e.selects) names.emplace_back(binder.name);
    }
  }
  return result;
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
  return done_with(trace::retrace(*parts_->network, *read.trace, select_names(*parts_)));
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
  return report::intermediate_format(parts_->text(), *parts_->network, version >= 5);
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
      return report::trace_xml(parts_->text(), *parts_->network, trace);
    case TraceFormat::Xtr:
      return report::trace_xtr(trace);
  }
  return {};
}

Model::Converted Model::convert(std::string_view format) const {
  if (!is_read()) return {{}, "the model could not be read", {}};
  const formats::Format* to = parts_->registry.find_writer(format);
  if (to == nullptr) return {{}, fmt::format("there is no format '{}' to convert to", format), {}};
  formats::Written written = formats::convert(
      {*parts_->format, parts_->tree.get(), parts_->network.get(), parts_->sources, parts_->path}, *to);
  return {std::move(written.text), std::move(written.error), std::move(written.warning)};
}

std::vector<Warning> warnings() {
  std::vector<Warning> result;
  for (const lang::WarningName& w : lang::warning_names())
    result.push_back({std::string(w.name), std::string(w.meaning)});
  return result;
}

}  // namespace zonda
