// The JSON of tasks and results, and how their files are written and checked.
#include "partition/task.hpp"

#include "util/hash.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <unistd.h>

namespace zonda::partition {

namespace {

using Json = nlohmann::json;

constexpr int kFormat = 4;
constexpr std::array<std::string_view, 2> kTaskKinds = {"verify", "extend"};
// In the order of Refusal.
constexpr std::array<std::string_view, 5> kRefusals = {"", "formula", "unsupported", "option", "checkpoint"};
constexpr std::array<std::string_view, 5> kResultKinds = {"done", "found", "too large", "unknown", "error"};

template <std::size_t N>
std::size_t number_of(const std::array<std::string_view, N>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw Json::other_error::create(501, "unknown word '" + name + "'", nullptr);
  return static_cast<std::size_t>(found - names.begin());
}

std::string checksum(const std::string& text) { return fmt::format("{:016x}", hash_bytes(text.data(), text.size())); }

// --- files

std::string read_whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError{fmt::format("cannot open '{}': {}", path, std::generic_category().message(errno))};
  std::stringstream text;
  text << in.rdbuf();
  if (in.bad()) throw FileError{fmt::format("cannot read '{}'", path)};
  return text.str();
}

void write_content(const std::string& path, std::string_view what, Json content) {
  const std::string inner = content.dump();
  const Json file{{"zonda", what}, {"format", kFormat}, {"checksum", checksum(inner)}, {"content", std::move(content)}};
  write_text(path, file.dump(1) + "\n");
}

// Reads and checks a file, and calls `use` with its content. What `use` throws from the JSON library becomes a
// FileError.
template <typename Use>
void read_content(const std::string& path, std::string_view what, Use&& use) {
  const Json file = Json::parse(read_whole(path), nullptr, false);
  if (file.is_discarded()) throw FileError{fmt::format("'{}' is damaged: it is not JSON", path)};
  const auto text_at = [&](const char* name) {
    const auto found = file.find(name);
    return found != file.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!file.is_object() || text_at("zonda") != what) throw FileError{fmt::format("'{}' is not a {}", path, what)};
  const auto format = file.find("format");
  if (format == file.end() || !format->is_number_integer() || format->get<std::int64_t>() != kFormat)
    throw FileError{fmt::format("'{}' was written by another version of zonda", path)};
  const auto content = file.find("content");
  if (content == file.end() || checksum(content->dump()) != text_at("checksum"))
    throw FileError{fmt::format("'{}' is damaged: its checksum is wrong", path)};
  try {
    use(*content);
  } catch (const Json::exception& error) {
    throw FileError{fmt::format("'{}' is damaged: {}", path, error.what())};
  }
}

// --- contents

// Replaces bytes beyond ASCII if the text is not UTF-8. They can only be in comments, and all places stay the same.
std::string plain(std::string text) {
  const std::string once = Json(text).dump(-1, ' ', false, Json::error_handler_t::ignore);
  if (once != Json(text).dump(-1, ' ', false, Json::error_handler_t::replace))
    for (char& c : text)
      if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  return text;
}

Json job_json(const Job& job) {
  Json points = Json::array();
  for (std::size_t i = 0; i < job.points.size(); ++i)
    points.push_back({{"process", job.points[i].process}, {"edge", job.points[i].edge}, {"text", job.point_texts[i]}});
  Json options = Json::object();
  for (const OptionInfo* option : job_options())
    options[std::string(option->json)] = setting_text(option_setting(job.check, *option));
  return {{"model", {{"name", job.model_name}, {"text", plain(job.model_text)}}},
          {"query", job.query},
          {"p_points", std::move(points)},
          {"options", std::move(options)}};
}

Job job_of(const Json& json) {
  Job job;
  json.at("model").at("name").get_to(job.model_name);
  json.at("model").at("text").get_to(job.model_text);
  json.at("query").get_to(job.query);
  for (const Json& point : json.at("p_points")) {
    job.points.push_back({point.at("process").get<std::uint32_t>(), point.at("edge").get<std::uint32_t>()});
    job.point_texts.push_back(point.at("text").get<std::string>());
  }
  const Json& options = json.at("options");
  for (const OptionInfo* option : job_options()) {
    const auto text = options.at(std::string(option->json)).get<std::string>();
    // What is usual may not be allowed on the command line, such as a limit of 0.
    if (text == setting_text(option_setting(CheckOptions(), *option))) continue;
    if (const std::string wrong = set_option(job.check, *option, text); !wrong.empty())
      throw Json::other_error::create(501, wrong, &json);
  }
  return job;
}

Json task_json(const Task& task) {
  Json layers = Json::array();
  for (const Layer& layer : task.partition.layers)
    layers.push_back({{"p_points", layer.points}, {"prefix", layer.prefix}});
  return {{"kind", kTaskKinds[static_cast<std::size_t>(task.kind)]},
          {"layers", std::move(layers)},
          {"ahead", task.ahead},
          {"patient", task.is_patient}};
}

Task task_of(const Json& json, std::size_t points) {
  Task task;
  task.kind = static_cast<TaskKind>(number_of(kTaskKinds, json.at("kind").get<std::string>()));
  json.at("ahead").get_to(task.ahead);
  json.at("patient").get_to(task.is_patient);
  for (const Json& layer : json.at("layers")) {
    Layer& one = task.partition.layers.emplace_back();
    layer.at("p_points").get_to(one.points);
    layer.at("prefix").get_to(one.prefix);
    for (const auto* list : {&one.points, &one.prefix})
      for (const PointId p : *list)
        if (p >= points) throw Json::out_of_range::create(401, "there is no such p-point", &json);
    if (!std::is_sorted(one.points.begin(), one.points.end()))
      throw Json::other_error::create(501, "p-points are not in order", &json);
  }
  if (task.partition.layers.empty()) throw Json::other_error::create(501, "there are no layers", &json);
  if ((task.kind == TaskKind::Extend) != (task.ahead > 0) || task.ahead > most_ahead(task.partition, task.ahead))
    throw Json::other_error::create(501, "it looks too far ahead", &json);
  return task;
}

Json path_json(const search::Path& path) {
  Json moves = Json::array();
  for (const search::PathMove& move : path.moves) {
    Json one{{"edges", Json::array()}, {"selects", move.selects}};
    for (const step::EdgeRef& e : move.edges) one["edges"].push_back({e.process, e.edge});
    if (move.conditions) {
      one["conditions"] = Json::array();
      for (const step::ClockCondition& c : *move.conditions)
        one["conditions"].push_back({c.left, c.right, c.value, c.is_strict ? 1 : 0});
    }
    moves.push_back(std::move(one));
  }
  return {{"initial", path.initial}, {"moves", std::move(moves)}};
}

search::Path path_of(const Json& json) {
  search::Path path;
  json.at("initial").get_to(path.initial);
  for (const Json& move : json.at("moves")) {
    search::PathMove& one = path.moves.emplace_back();
    for (const Json& e : move.at("edges"))
      one.edges.push_back({e.at(0).get<std::uint32_t>(), e.at(1).get<std::uint32_t>()});
    move.at("selects").get_to(one.selects);
    if (!move.contains("conditions")) continue;
    one.conditions.emplace();
    for (const Json& c : move.at("conditions"))
      one.conditions->push_back({c.at(0).get<std::uint32_t>(), c.at(1).get<std::uint32_t>(),
                                 c.at(2).get<std::int32_t>(), c.at(3).get<int>() != 0});
  }
  return path;
}

// Calls `use` with the name and the place of every statistic that is a number, or several.
template <typename Value, typename Use>
void use_count(const std::string& name, Value& value, Use& use) {
  if constexpr (std::is_arithmetic_v<std::remove_const_t<Value>>) {
    use(name, value);
  } else if constexpr (std::is_same_v<std::remove_const_t<Value>, StoreBytes>) {
    for (const StoreBytes::Kind& kind : StoreBytes::kinds()) use(name + " of " + kind.name, value.*kind.bytes);
  }
}
template <typename Stats, typename Use>
void for_each_count(Stats& s, Use&& use) {
#define ZONDA_STATISTIC(field, kind, extent, json, ...) use_count(json, s.field, use);
#include "zonda/statistics.def"
}

}  // namespace

std::vector<const OptionInfo*> job_options() {
  std::vector<const OptionInfo*> result;
  for (const OptionInfo& option : option_table())
    if ((option.commands & kPartition) != 0 && !option.json.empty() && option.json != json_name(&CheckOptions::seconds))
      result.push_back(&option);
  return result;
}

std::string run_name(const Job& job) { return checksum(job_text(job)); }

std::string task_name(const std::string& run, const Task& task) {
  const std::string text = run + task_json(task).dump();
  const std::size_t length = task.partition.layers.back().prefix.size();
  return fmt::format("{}-{}-{}", kTaskKinds[static_cast<std::size_t>(task.kind)], length, checksum(text));
}

void write_text(const std::string& path, const std::string& text) {
  const std::string temporary = fmt::format("{}.{}.new", path, getpid());
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr)
    throw FileError{fmt::format("cannot write '{}': {}", temporary, std::generic_category().message(errno))};
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  // Nothing is forced to the disk. That would take longer than most tasks, and the checksum shows what a power cut
  // leaves half done.
  const bool is_flushed = std::fflush(file) == 0;
  const int why = errno;
  const bool is_closed = std::fclose(file) == 0;
  std::error_code error;
  if (is_written && is_flushed && is_closed) {
    std::filesystem::rename(temporary, path, error);
    if (!error) return;
  }
  const std::string reason = error ? error.message() : std::generic_category().message(why);
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  throw FileError{fmt::format("cannot write '{}': {}", path, reason)};
}

void write_task(const std::string& path, const Job& job, const Task& task) {
  Json content = job_json(job);
  content["task"] = task_json(task);
  write_content(path, "partition task", std::move(content));
}

void read_task(const std::string& path, Job& job, Task& task) {
  read_content(path, "partition task", [&](const Json& content) {
    job = job_of(content);
    task = task_of(content.at("task"), job.points.size());
  });
}

void write_result(const std::string& path, const std::string& name, const Result& result) {
  Json stats = Json::object();
  for_each_count(result.stats, [&](const std::string& key, const auto& value) { stats[key] = value; });
  Json content{{"task", name},
               {"result", kResultKinds[static_cast<std::size_t>(result.kind)]},
               {"maybe", result.is_maybe},
               {"reason", result.reason},
               {"refusal", kRefusals[static_cast<std::size_t>(result.refusal)]},
               {"next", result.next},
               {"used", {result.abstraction, result.reduce, result.used_order, result.used_keep}},
               {"path_note", result.path_note},
               {"stats", std::move(stats)}};
  if (result.path) content["path"] = path_json(*result.path);
  write_content(path, "partition result", std::move(content));
}

Result read_result(const std::string& path, const std::string& name) {
  Result result;
  read_content(path, "partition result", [&](const Json& content) {
    const auto whose = content.at("task").get<std::string>();
    if (whose != name) throw FileError{fmt::format("'{}' is the result of another task: {}", path, whose)};
    result.kind = static_cast<Result::Kind>(number_of(kResultKinds, content.at("result").get<std::string>()));
    content.at("maybe").get_to(result.is_maybe);
    content.at("reason").get_to(result.reason);
    result.refusal = static_cast<Refusal>(number_of(kRefusals, content.at("refusal").get<std::string>()));
    content.at("next").get_to(result.next);
    const Json& used = content.at("used");
    used.at(0).get_to(result.abstraction);
    used.at(1).get_to(result.reduce);
    used.at(2).get_to(result.used_order);
    used.at(3).get_to(result.used_keep);
    content.at("path_note").get_to(result.path_note);
    for_each_count(result.stats,
                   [&](const std::string& key, auto& value) { content.at("stats").at(key).get_to(value); });
    if (content.contains("path")) result.path = path_of(content.at("path"));
  });
  return result;
}

std::string job_text(const Job& job) { return job_json(job).dump(); }

void write_job(const std::string& path, const Job& job) { write_content(path, "partition run", job_json(job)); }

Job read_job(const std::string& path) {
  Job job;
  read_content(path, "partition run", [&](const Json& content) { job = job_of(content); });
  return job;
}

}  // namespace zonda::partition
