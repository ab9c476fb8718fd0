# Writes the pages of the manual as C++ strings: cmake -D OUTPUT=… -D FOLDER=docs -D PAGES=a,b -P embed.cmake
string(REPLACE "," ";" PAGES "${PAGES}")
file(WRITE ${OUTPUT} "// Made by cmake/embed.cmake from docs/.\n#include \"cli/manual.hpp\"\n\nnamespace zonda::cli {\n\n"
  "const std::vector<ManualPage>& manual_pages() {\n  static const std::vector<ManualPage> kPages = {\n")
foreach(page IN LISTS PAGES)
  get_filename_component(name ${page} NAME)
  file(READ ${FOLDER}/${page}.md content)
  file(APPEND ${OUTPUT} "      {\"${name}\", R\"=manual=(${content})=manual=\"},\n")
endforeach()
file(APPEND ${OUTPUT} "  };\n  return kPages;\n}\n\n}  // namespace zonda::cli\n")
