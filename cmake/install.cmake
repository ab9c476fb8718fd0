# cmake --install, and packages by cpack: the program with its man pages and completion, and the library for programs.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Man pages and completion come from the program itself.
set(pages ${PROJECT_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/done
  COMMAND ${CMAKE_COMMAND} -E make_directory ${pages}
  COMMAND zonda help --man-pages ${pages}/man
  COMMAND zonda completion bash > ${pages}/zonda.bash
  COMMAND zonda completion zsh > ${pages}/_zonda
  COMMAND zonda completion fish > ${pages}/zonda.fish
  COMMAND ${CMAKE_COMMAND} -E touch ${pages}/done
  DEPENDS zonda VERBATIM)
add_custom_target(pages ALL DEPENDS ${pages}/done)

install(TARGETS zonda RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY ${pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
install(FILES ${pages}/zonda.bash RENAME zonda
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${pages}/_zonda DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
install(FILES ${pages}/zonda.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/zonda COMPONENT program)
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/zonda COMPONENT program)
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/zonda COMPONENT program)

set_target_properties(zonda_core PROPERTIES OUTPUT_NAME zonda)
install(TARGETS zonda_core ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY include/zonda DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(FILES ${PROJECT_BINARY_DIR}/generated/zonda/version.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/zonda COMPONENT library)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libzonda-dev COMPONENT library)
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libzonda-dev COMPONENT library)
configure_package_config_file(cmake/zondaConfig.cmake.in ${PROJECT_BINARY_DIR}/zondaConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/zonda
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/zondaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/zondaConfig.cmake ${PROJECT_BINARY_DIR}/zondaConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/zonda COMPONENT library)

# The program is static, so its package depends on nothing.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The zonda developers <zonda@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME zonda)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "model checker for networks of timed automata
 Verifies UPPAAL and TChecker models: reachability, safety, liveness, with traces
 that replay; a simulator; a stand-in for UPPAAL's verifyta.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libzonda-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libexpat1-dev")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "model checker for networks of timed automata, C++ library
 The static library, headers and CMake package behind zonda.")
include(CPack)
