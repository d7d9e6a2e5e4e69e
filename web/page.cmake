# Builds the page when asked for, or when it can be; installs it beside the server's code.

if(DUIYI_PAGE STREQUAL "OFF")
  return()
endif()

find_program(NPM npm)
find_program(NODE node)
set(node_fits FALSE)
if(NPM AND NODE)
  execute_process(COMMAND ${NODE} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX REPLACE "^v" "" node_version "${node_version}")
  if((node_version VERSION_GREATER_EQUAL 20.19 AND node_version VERSION_LESS 21)
     OR node_version VERSION_GREATER_EQUAL 22.12)
    set(node_fits TRUE)
  endif()
endif()

if(NOT node_fits)
  if(DUIYI_PAGE STREQUAL "ON")
    message(FATAL_ERROR "The page needs npm with Node 20.19, or 22.12 and newer.")
  endif()
  message(WARNING "Without npm and Node 20.19 or newer, duiyi is built without its page.")
  return()
endif()

# The engine: the modules of a folder where DUIYI_ENGINE names one, otherwise made now where there is
# a zig. Without it the page asks the server.
set(DUIYI_ENGINE "" CACHE PATH "Folder with the kernels compiled for the page")
set(page_engine ${DUIYI_ENGINE})
if(NOT page_engine)
  set(page_engine ${CMAKE_CURRENT_BINARY_DIR}/engine)
  file(GLOB_RECURSE engine_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/kernels/*)
  set(engine_needed $<$<STREQUAL:${DUIYI_PAGE},ON>:--needed>)
  set(engine_made ${CMAKE_CURRENT_BINARY_DIR}/engine_made)
  add_custom_command(
    OUTPUT ${engine_made}
    COMMAND ${Python_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/kernels/wasm/build.py ${page_engine}
      ${engine_needed}
    COMMAND ${CMAKE_COMMAND} -E touch ${engine_made}
    DEPENDS ${engine_files}
    COMMENT "Compiling the kernels for the page"
    COMMAND_EXPAND_LISTS
    VERBATIM)
endif()

set(page_work ${CMAKE_CURRENT_BINARY_DIR}/page)
set(page_sources ${CMAKE_CURRENT_SOURCE_DIR}/web)
file(GLOB_RECURSE page_files CONFIGURE_DEPENDS
  ${page_sources}/src/* ${page_sources}/public/* ${page_sources}/*.json ${page_sources}/*.ts
  ${page_sources}/*.js ${page_sources}/index.html)
list(FILTER page_files EXCLUDE REGEX "/node_modules/")

# npm works in a copy: a source tree that is installed from stays as it is.
add_custom_command(
  OUTPUT ${page_work}/done
  COMMAND ${CMAKE_COMMAND} -DFROM=${CMAKE_CURRENT_SOURCE_DIR} -DTO=${page_work}
    -DNPM=${NPM} -DENGINE=${page_engine} -P ${page_sources}/build_page.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${page_work}/done
  DEPENDS ${page_files} ${CMAKE_CURRENT_SOURCE_DIR}/src/duiyi/assets/themes.json ${engine_made}
  COMMENT "Building the page"
  VERBATIM)
add_custom_target(page ALL DEPENDS ${page_work}/done)
install(DIRECTORY ${page_work}/static/ DESTINATION duiyi/server/static)
