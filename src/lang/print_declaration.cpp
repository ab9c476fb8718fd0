// Declarations, statements, the system section and queries.
#include "lang/charts.hpp"
#include "lang/comments.hpp"
#include "lang/print.hpp"
#include "lang/printer.hpp"

namespace zonda::lang {

void Printer::put_line(std::string_view text) {
  put_indent();
  put(text);
  put("\n");
}

// ---------------------------------------------------------------------------------------------------------
// Declarations

// The type of a variable or typedef: the fields of a struct stand on lines of their own.
void Printer::write_declared_type(const TypeSyntax& type) {
  if (type.word != TypeWord::Struct) return write_type(type);
  write_prefixes(type);
  put("struct {\n");
  ++indent_;
  write_fields(type.fields, true);
  --indent_;
  put_indent();
  put("}");
}

void Printer::write_declarators(std::span<const Declarator> declarators) {
  for (std::size_t i = 0; i < declarators.size(); ++i) {
    const Declarator& declarator = declarators[i];
    if (i > 0) put(", ");
    put_name(declarator.name);
    write_dims(declarator.dims);
    if (declarator.init == nullptr) continue;
    put(" = ");
    write_initializer(*declarator.init);
  }
}

// 'int f(int a, bool &b)', for an imported function with two names 'f = int g(int a)'
void Printer::write_signature(const Declaration& declaration) {
  const bool has_two_names = !declaration.external_name.empty();
  if (has_two_names) {
    put_name(declaration.name);
    put(" = ");
  }
  if (declaration.type != nullptr) {
    write_type(*declaration.type);
    put(" ");
  }
  if (has_two_names)
    put(declaration.external_name);
  else
    put_name(declaration.name);
  put("(");
  write_parameters(declaration.parameters);
  put(")");
}

void Printer::write_function(const Declaration& declaration) {
  put_indent();
  write_signature(declaration);
  put("\n");
  if (declaration.body != nullptr) write_statement(*declaration.body);
}

void Printer::write_priorities(std::span<const ChanPriorityItem> items) {
  put("chan priority ");
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) put(items[i].level > items[i - 1].level ? " < " : ", ");
    if (items[i].channel != nullptr)
      write_expr(*items[i].channel);
    else
      put("default");
  }
  put(";\n");
}

void Printer::write_declaration(const Declaration& declaration) {
  if (declaration.kind == DeclKind::Function) return write_function(declaration);
  put_indent();
  switch (declaration.kind) {
    case DeclKind::TypeDef:
    case DeclKind::Variable:
      if (declaration.kind == DeclKind::TypeDef) put("typedef ");
      write_declared_type(*declaration.type);
      put(" ");
      write_declarators(declaration.declarators);
      put(";\n");
      break;
    case DeclKind::Function:
      break;
    case DeclKind::Instantiation:
      put_name(declaration.name);
      if (!declaration.parameters.empty()) {
        put("(");
        write_parameters(declaration.parameters);
        put(")");
      }
      put(" = ");
      if (declaration.callee != nullptr) write_expr(*declaration.callee);
      put("(");
      write_list(declaration.arguments);
      put(");\n");
      break;
    case DeclKind::ChanPriority:
      write_priorities(declaration.priorities);
      break;
    case DeclKind::BeforeUpdate:
    case DeclKind::AfterUpdate:
      put(declaration.kind == DeclKind::BeforeUpdate ? "before_update { " : "after_update { ");
      write_list(declaration.arguments);
      put(" }\n");
      break;
    case DeclKind::Dynamic:
      put("dynamic ");
      write_signature(declaration);
      put(";\n");
      break;
    case DeclKind::Import:
      out_.append("import \"").append(declaration.text).append("\" ");
      write_signature(declaration);
      put(";\n");
      break;
  }
}

// ---------------------------------------------------------------------------------------------------------
// Statements

namespace {

// Does the statement end with an 'if' that an 'else' written behind it would belong to?
bool ends_with_open_if(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::If:
      return statement.body.size() < 2 || ends_with_open_if(*statement.body[1]);
    case StatementKind::While:
    case StatementKind::For:
    case StatementKind::Iterate:
      return ends_with_open_if(*statement.body[0]);
    default:
      return false;
  }
}

}  // namespace

void Printer::write_block_inside(const Statement& block) {
  ++indent_;
  for (const Declaration* declaration : block.declarations) write_declaration(*declaration);
  for (const Statement* statement : block.body) write_statement(*statement);
  --indent_;
}

// The statement that belongs to an if or loop whose head ends the line so far.
void Printer::write_body(const Statement& statement) {
  if (statement.kind == StatementKind::Block) {
    put(" {\n");
    write_block_inside(statement);
    put_indent();
    put("}\n");
    return;
  }
  put("\n");
  ++indent_;
  write_statement(statement);
  --indent_;
}

void Printer::write_if(const Statement& statement) {
  put_indent();
  const Statement* current = &statement;
  for (;;) {
    put("if (");
    write_list(current->conditions);
    put(")");
    const bool has_else = current->body.size() > 1;
    if (has_else && ends_with_open_if(*current->body[0])) {
      Statement* inner = current->body[0];
      Statement block;
      block.kind = StatementKind::Block;
      block.body = {&inner, 1};
      write_body(block);
    } else {
      write_body(*current->body[0]);
    }
    if (!has_else) return;
    put_indent();
    put("else");
    if (current->body[1]->kind != StatementKind::If) return write_body(*current->body[1]);
    put(" ");
    current = current->body[1];
  }
}

void Printer::write_loop(const Statement& statement) {
  put_indent();
  switch (statement.kind) {
    case StatementKind::While:
      put("while (");
      write_list(statement.conditions);
      break;
    case StatementKind::For:
      put("for (");
      write_list(statement.init);
      put("; ");
      write_list(statement.conditions);
      put("; ");
      write_list(statement.step);
      break;
    default:
      put("for (");
      write_binders({statement.binder, 1});
      break;
  }
  put(")");
  write_body(*statement.body[0]);
}

void Printer::write_statement(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::Block:
      put_line("{");
      write_block_inside(statement);
      put_line("}");
      break;
    case StatementKind::Empty:
      put_line(";");
      break;
    case StatementKind::Expression:
    case StatementKind::Return:
    case StatementKind::Assert:
      put_indent();
      if (statement.kind == StatementKind::Return) put(statement.conditions.empty() ? "return" : "return ");
      if (statement.kind == StatementKind::Assert) put("assert ");
      write_list(statement.conditions);
      put(";\n");
      break;
    case StatementKind::If:
      write_if(statement);
      break;
    case StatementKind::While:
    case StatementKind::For:
    case StatementKind::Iterate:
      write_loop(statement);
      break;
    case StatementKind::DoWhile:
      put_indent();
      put("do");
      write_body(*statement.body[0]);
      put_indent();
      put("while (");
      write_list(statement.conditions);
      put(");\n");
      break;
  }
}

// ---------------------------------------------------------------------------------------------------------
// System section and queries

void Printer::write_gantt(const Document& document) {
  put_line("gantt {");
  ++indent_;
  for (const GanttRow& row : document.gantt) {
    put_indent();
    put_name(row.name);
    if (!row.binders.empty()) {
      put("(");
      write_binders(row.binders);
      put(")");
    }
    put(": ");
    for (std::size_t i = 0; i < row.entries.size(); ++i) {
      const GanttEntry& entry = row.entries[i];
      if (i > 0) put(", ");
      if (!entry.binders.empty()) {
        put("for (");
        write_binders(entry.binders);
        put(") ");
      }
      write_expr(*entry.condition);
      put(" -> ");
      write_expr(*entry.value);
    }
    put(";\n");
  }
  --indent_;
  put_line("}");
}

void Printer::write_system(const Document& document) {
  const std::set<std::string_view> charts = chart_instances(document);
  const SystemItem* previous = nullptr;
  for (const SystemItem& item : document.system) {
    if (charts.contains(item.name)) continue;
    if (previous == nullptr) {
      put_indent();
      put("system ");
    } else {
      put(item.priority > previous->priority ? " < " : ", ");
    }
    put_name(item.name);
    previous = &item;
  }
  if (previous != nullptr) put(";\n");
  if (!document.progress.empty()) {
    put_line("progress {");
    ++indent_;
    for (const ProgressItem& item : document.progress) {
      put_indent();
      if (item.guard != nullptr) {
        write_expr(*item.guard);
        put(" : ");
      }
      write_expr(*item.value);
      put(";\n");
    }
    --indent_;
    put_line("}");
  }
  if (!document.gantt.empty()) write_gantt(document);
}

void Printer::write_query(const Query& query) {
  switch (query.kind) {
    case QueryKind::Possibly:
    case QueryKind::Invariantly:
    case QueryKind::Potentially:
    case QueryKind::Eventually:
      out_.append(spelling(query.kind)).append(" ");
      write_expr(*query.predicate);
      break;
    case QueryKind::LeadsTo:
      write_expr(*query.predicate);
      put(" -->");
      if (query.bound != nullptr) {
        put(query.is_bound_strict ? "[<" : "[<=");
        write_expr(*query.bound);
        put("]");
      }
      put(" ");
      write_expr(*query.conclusion);
      break;
    case QueryKind::Within:
    case QueryKind::Every:
    case QueryKind::AtLeast:
    case QueryKind::AtMost:
    case QueryKind::Precedes:
    case QueryKind::NeverFollows:
      write_expr(*query.predicate);
      out_.append(" ").append(spelling(query.kind)).append(" ");
      if (query.conclusion != nullptr) write_expr(*query.conclusion);
      if (query.kind == QueryKind::NeverFollows) put(" within ");
      if (query.bound != nullptr) write_expr(*query.bound);
      break;
    case QueryKind::HoldsAfter:
      write_expr(*query.predicate);
      put(" for ");
      write_expr(*query.bound);
      put(" after ");
      write_expr(*query.conclusion);
      break;
    case QueryKind::Supremum:
    case QueryKind::Infimum:
    case QueryKind::Bounds:
      put(spelling(query.kind));
      if (query.predicate != nullptr) {
        put("{");
        write_expr(*query.predicate);
        put("}");
      }
      put(": ");
      write_list(query.values);
      break;
    case QueryKind::Unsupported:
    case QueryKind::Malformed:
      put(without_comments(query.text.text));
      break;
    case QueryKind::Empty:
      break;
  }
}

// ---------------------------------------------------------------------------------------------------------

std::string print_declaration(const Declaration& declaration, const PrintOptions& options) {
  Printer printer(options);
  printer.write_declaration(declaration);
  return printer.take();
}

std::string print_statement(const Statement& statement, const PrintOptions& options) {
  Printer printer(options);
  printer.write_statement(statement);
  return printer.take();
}

std::string print_system(const Document& document, const PrintOptions& options) {
  Printer printer(options);
  printer.write_system(document);
  return printer.take();
}

std::string print_query(const Query& query, const PrintOptions& options) {
  Printer printer(options);
  printer.write_query(query);
  return printer.take();
}

}  // namespace zonda::lang
