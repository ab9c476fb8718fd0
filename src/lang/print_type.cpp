// Types and the small pieces of declarations: array sizes, initialisers, parameters, binders.
#include "lang/print.hpp"
#include "lang/printer.hpp"

namespace zonda::lang {

void Printer::write_prefixes(const TypeSyntax& type) {
  if (type.is_const) put("const ");
  if (type.is_meta) put("meta ");
  if (type.is_urgent) put("urgent ");
  if (type.is_broadcast) put("broadcast ");
}

void Printer::write_type(const TypeSyntax& type) {
  write_prefixes(type);
  switch (type.word) {
    case TypeWord::Named:
      put_name(type.name);
      break;
    case TypeWord::Int:
      put("int");
      if (type.lower == nullptr || type.upper == nullptr) break;
      put("[");
      write_expr(*type.lower);
      put(",");
      write_expr(*type.upper);
      put("]");
      break;
    case TypeWord::Bool:
      put("bool");
      break;
    case TypeWord::Clock:
      put("clock");
      break;
    case TypeWord::HybridClock:
      put("hybrid clock");
      break;
    case TypeWord::Chan:
      put("chan");
      break;
    case TypeWord::Scalar:
      put("scalar[");
      if (type.upper != nullptr) write_expr(*type.upper);
      put("]");
      break;
    case TypeWord::Struct:
      put("struct { ");
      write_fields(type.fields, false);
      put("}");
      break;
    case TypeWord::Void:
      put("void");
      break;
    case TypeWord::Double:
      put("double");
      break;
    case TypeWord::String:
      put("string");
      break;
  }
}

void Printer::write_fields(std::span<const Field> fields, bool on_lines) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    // Fields of one declaration share their type; each 'scalar[n]' that is written makes another type.
    const bool is_continued = i > 0 && fields[i - 1].type == fields[i].type;
    const bool is_last = i + 1 == fields.size() || fields[i + 1].type != fields[i].type;
    if (is_continued) {
      put(", ");
    } else {
      if (on_lines) put_indent();
      write_type(*fields[i].type);
      put(" ");
    }
    put_name(fields[i].name);
    write_dims(fields[i].dims);
    if (is_last) put(on_lines ? ";\n" : "; ");
  }
}

void Printer::write_dims(std::span<const ArrayDim> dims) {
  for (const ArrayDim& dim : dims) {
    put("[");
    if (dim.type != nullptr)
      write_type(*dim.type);
    else if (dim.size != nullptr)
      write_expr(*dim.size);
    put("]");
  }
}

void Printer::write_initializer(const Initializer& init) {
  if (!init.is_list) {
    if (init.expr != nullptr) write_expr(*init.expr);
    return;
  }
  put("{");
  for (std::size_t i = 0; i < init.list.size(); ++i) {
    const FieldInit& field = init.list[i];
    if (i > 0) put(", ");
    if (!field.name.empty()) {
      put_name(field.name);
      put(": ");
    }
    write_initializer(*field.value);
  }
  put("}");
}

void Printer::write_parameters(std::span<const Parameter> parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    if (i > 0) put(", ");
    write_type(*parameter.type);
    put(parameter.is_reference ? " &" : " ");
    put_name(parameter.name);
    write_dims(parameter.dims);
  }
}

void Printer::write_binders(std::span<const Binder> binders) {
  for (std::size_t i = 0; i < binders.size(); ++i) {
    if (i > 0) put(", ");
    put_name(binders[i].name);
    put(" : ");
    write_type(*binders[i].type);
  }
}

// ---------------------------------------------------------------------------------------------------------

std::string print_type(const TypeSyntax& type, const PrintOptions& options) {
  Printer printer(options);
  printer.write_type(type);
  return printer.take();
}

std::string print_dims(std::span<const ArrayDim> dims, const PrintOptions& options) {
  Printer printer(options);
  printer.write_dims(dims);
  return printer.take();
}

std::string print_initializer(const Initializer& init, const PrintOptions& options) {
  Printer printer(options);
  printer.write_initializer(init);
  return printer.take();
}

std::string print_parameters(std::span<const Parameter> parameters, const PrintOptions& options) {
  Printer printer(options);
  printer.write_parameters(parameters);
  return printer.take();
}

std::string print_binders(std::span<const Binder> binders, const PrintOptions& options) {
  Printer printer(options);
  printer.write_binders(binders);
  return printer.take();
}

}  // namespace zonda::lang
