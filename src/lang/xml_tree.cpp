// The tree is built from expat's events in one pass over the whole file. Two properties of expat matter:
//
//   * It tells the byte index and length of each event in the file. Text arrives in pieces that are either the bytes
//     of the file or what one reference or line break stands for, so the map back is exact. Inside an entity of the
//     DTD every event has the place of the reference.
//   * A DOCTYPE that names an external DTD makes undefined entities legal: expat then drops them without a word.
//     That would change what a guard says, so the handler for skipped entities makes an error of it.
#include "lang/xml_tree.hpp"

#include "lang/xml_error.hpp"
#include "lang/xml_text.hpp"

#include <expat.h>

#include <algorithm>
#include <array>
#include <exception>
#include <vector>

namespace zonda::lang {

namespace {

// The elements that UPPAAL's XPaths count; all others occur once, or hold nothing an error could point at.
constexpr std::array<std::string_view, 8> kCounted = {"template", "location", "branchpoint", "transition",
                                                      "label",    "nail",     "lsc",         "query"};

// Entities may blow the text up this much beyond the first megabyte.
constexpr float kMaxGrowth = 8.0F;
constexpr unsigned long long kFreeGrowth = 1ULL << 20U;

bool is_xml_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

struct ParserDeleter {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};
using ParserHandle = std::unique_ptr<XML_ParserStruct, ParserDeleter>;

}  // namespace

class XmlTreeBuilder {
 public:
  XmlTreeBuilder(const Sources& sources, Sources::FileId file, Diagnostics& diagnostics)
      : sources_(sources),
        file_(file),
        text_(sources.text(file)),
        base_(sources.base(file)),
        diagnostics_(diagnostics),
        parser_(XML_ParserCreate("UTF-8")),  // whatever the file declares: it has been decoded already
        tree_(std::make_unique<XmlTree>()) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetXmlDeclHandler(parser_.get(), on_declaration);
    XML_SetSkippedEntityHandler(parser_.get(), on_skipped_entity);
    XML_SetExternalEntityRefHandler(parser_.get(), on_external_entity);
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 4
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser_.get(), kMaxGrowth);
    XML_SetBillionLaughsAttackProtectionActivationThreshold(parser_.get(), kFreeGrowth);
#endif
  }

  std::unique_ptr<XmlTree> run() {
    const XML_Status status = XML_Parse(parser_.get(), text_.data(), static_cast<int>(text_.size()), XML_TRUE);
    if (thrown_) std::rethrow_exception(thrown_);
    if (was_stopped_) return nullptr;
    if (status != XML_STATUS_OK) {
      const XML_Index index = XML_GetCurrentByteIndex(parser_.get());
      const auto offset = std::min(static_cast<std::size_t>(std::max<XML_Index>(index, 0)), text_.size());
      report_xml_failure({XML_GetErrorCode(parser_.get()), static_cast<std::uint32_t>(offset),
                          depth_ == 0 ? nullptr : stack_[depth_ - 1].element},
                         sources_, file_, diagnostics_);
      return nullptr;
    }
    return std::move(tree_);
  }

 private:
  // An element that is not closed yet. Frames are reused, so that their buffers are.
  struct Frame {
    explicit Frame(XmlText buffer) : text(std::move(buffer)) {}
    XmlElement* element = nullptr;
    XmlElement* last_child = nullptr;
    std::array<std::uint32_t, kCounted.size()> counts{};
    XmlText text;
  };

  // No exception may pass through expat's frames: it is kept, expat is stopped, run() throws it again.
  template <typename F>
  static void guarded(void* self, F&& handle) {
    auto& builder = *static_cast<XmlTreeBuilder*>(self);
    try {
      if (!builder.was_stopped_) handle(builder);
    } catch (...) {
      builder.thrown_ = std::current_exception();
      builder.stop();
    }
  }
  static void on_start(void* self, const char* name, const char** attributes) {
    guarded(self, [&](XmlTreeBuilder& b) { b.start(name, attributes); });
  }
  static void on_end(void* self, const char* /*name*/) {
    guarded(self, [](XmlTreeBuilder& b) { b.end(); });
  }
  static void on_text(void* self, const char* text, int length) {
    guarded(self, [&](XmlTreeBuilder& b) { b.characters({text, static_cast<std::size_t>(length)}); });
  }
  static void on_declaration(void* self, const char* /*version*/, const char* encoding, int /*standalone*/) {
    guarded(self, [&](XmlTreeBuilder& b) {
      if (encoding != nullptr) b.tree_->encoding_ = encoding;
    });
  }
  static void on_skipped_entity(void* self, const char* /*name*/, int is_parameter_entity) {
    guarded(self, [&](XmlTreeBuilder& b) {
      if (is_parameter_entity != 0) return;
      report_unknown_entity(b.event_begin(), b.sources_, b.file_, b.diagnostics_);
      b.stop();
    });
  }

  // Refuses the entity: no file but the model is ever opened.
  static int on_external_entity(XML_Parser /*parser*/, const char* /*context*/, const char* /*base*/,
                                const char* /*system_id*/, const char* /*public_id*/) {
    return XML_STATUS_ERROR;
  }

  void stop() {
    was_stopped_ = true;
    XML_StopParser(parser_.get(), XML_FALSE);
  }
  void refuse(std::string message) {
    diagnostics_.error({base_ + event_begin(), base_ + event_end()}, std::move(message));
    stop();
  }

  [[nodiscard]] std::uint32_t event_begin() const {
    return static_cast<std::uint32_t>(std::max<XML_Index>(XML_GetCurrentByteIndex(parser_.get()), 0));
  }
  [[nodiscard]] std::uint32_t event_length() const {
    return static_cast<std::uint32_t>(XML_GetCurrentByteCount(parser_.get()));
  }
  [[nodiscard]] std::uint32_t event_end() const { return event_begin() + event_length(); }

  void start(std::string_view name, const char** attributes) {
    if (depth_ == kMaxXmlDepth) return refuse("elements nest deeper than " + std::to_string(kMaxXmlDepth));
    if (++element_count_ > kMaxXmlElements) return refuse("more than " + std::to_string(kMaxXmlElements) + " elements");
    auto* element = tree_->arena_.make<XmlElement>();
    element->name = kept_name(name);
    element->tag = {base_ + event_begin(), base_ + event_end()};
    element->range = element->tag;
    element->attributes = kept_attributes(attributes);
    if (depth_ == 0)
      tree_->root_ = element;
    else
      attach(*element, stack_[depth_ - 1]);
    push(element);
  }

  static void attach(XmlElement& element, Frame& parent) {
    element.parent = parent.element;
    if (parent.last_child == nullptr)
      parent.element->first_child = &element;
    else
      parent.last_child->next = &element;
    parent.last_child = &element;
    const auto counted = std::find(kCounted.begin(), kCounted.end(), element.name);
    if (counted != kCounted.end())
      element.ordinal = ++parent.counts[static_cast<std::size_t>(counted - kCounted.begin())];
  }

  void push(XmlElement* element) {
    if (depth_ == stack_.size()) stack_.emplace_back(XmlText(text_, base_));
    Frame& frame = stack_[depth_++];
    frame.element = element;
    frame.last_child = nullptr;
    frame.counts.fill(0);
    frame.text.clear();
  }

  void end() {
    Frame& frame = stack_[--depth_];
    frame.element->range.end = base_ + event_end();
    if (!frame.text.is_blank()) frame.element->text = &tree_->texts_.emplace_back(frame.text.take(tree_->arena_));
  }

  void characters(std::string_view decoded) {
    Frame& frame = stack_[depth_ - 1];
    // White space between child elements is nobody's text.
    if (frame.last_child != nullptr && std::all_of(decoded.begin(), decoded.end(), is_xml_space)) return;
    frame.text.append(decoded, event_begin(), event_length());
  }

  // Names are views of the file where they stand there, which is always but inside entities.
  std::string_view kept_name(std::string_view name) {
    const std::string_view in_file = text_.substr(std::min<std::size_t>(event_begin() + 1, text_.size()), name.size());
    return in_file == name ? in_file : tree_->arena_.copy(name);
  }

  std::span<XmlAttribute> kept_attributes(const char** pairs) {
    attributes_.clear();
    for (; pairs[0] != nullptr; pairs += 2)
      attributes_.push_back(
          {tree_->arena_.copy(std::string_view(pairs[0])), tree_->arena_.copy(std::string_view(pairs[1]))});
    return tree_->arena_.copy(attributes_);
  }

  const Sources& sources_;
  Sources::FileId file_;
  std::string_view text_;
  std::uint32_t base_;
  Diagnostics& diagnostics_;
  ParserHandle parser_;
  std::unique_ptr<XmlTree> tree_;
  std::vector<Frame> stack_;
  std::size_t depth_ = 0;
  std::size_t element_count_ = 0;
  std::vector<XmlAttribute> attributes_;
  std::exception_ptr thrown_;
  bool was_stopped_ = false;
};

std::unique_ptr<XmlTree> XmlTree::parse(const Sources& sources, Sources::FileId file, Diagnostics& diagnostics) {
  return XmlTreeBuilder(sources, file, diagnostics).run();
}

std::optional<std::string_view> XmlElement::attribute(std::string_view attribute_name) const {
  for (const XmlAttribute& a : attributes)
    if (a.name == attribute_name) return a.value;
  return std::nullopt;
}

const XmlElement* XmlElement::child(std::string_view child_name) const {
  for (const XmlElement* c = first_child; c != nullptr; c = c->next)
    if (c->name == child_name) return c;
  return nullptr;
}

std::string XmlElement::xpath() const {
  std::array<const XmlElement*, kMaxXmlDepth> path{};
  std::size_t depth = 0;
  for (const XmlElement* e = this; e != nullptr; e = e->parent) path[depth++] = e;
  std::string result;
  while (depth > 0) {
    const XmlElement& e = *path[--depth];
    result += '/';
    result += e.name;
    if (e.ordinal != 0) result += '[' + std::to_string(e.ordinal) + ']';
  }
  return result;
}

const XmlElement* XmlTree::following(const XmlElement& element) {
  if (element.first_child != nullptr) return element.first_child;
  for (const XmlElement* e = &element; e != nullptr; e = e->parent)
    if (e->next != nullptr) return e->next;
  return nullptr;
}

SourceRange attribute_range(const XmlElement& element, std::string_view attribute_name, const Sources& sources) {
  // expat has accepted the tag, so it is '<name' followed by name, '=', quoted value, over and over.
  const std::string_view tag = sources.slice(element.tag);
  std::size_t at = 1 + element.name.size();
  while (at < tag.size()) {
    const std::size_t equals = tag.find('=', at);
    if (equals == std::string_view::npos) break;
    std::string_view name = tag.substr(at, equals - at);
    while (!name.empty() && is_xml_space(name.front())) name.remove_prefix(1);
    while (!name.empty() && is_xml_space(name.back())) name.remove_suffix(1);
    const std::size_t open = tag.find_first_of("\"'", equals);
    if (open == std::string_view::npos) break;
    const std::size_t close = tag.find(tag[open], open + 1);
    if (close == std::string_view::npos) break;
    if (name == attribute_name) {
      const auto begin = element.tag.begin + static_cast<std::uint32_t>(open + 1);
      const auto end = element.tag.begin + static_cast<std::uint32_t>(close);
      return {begin, std::max(end, begin + 1)};
    }
    at = close + 1;
  }
  return element.tag;
}

}  // namespace zonda::lang
