# Copies what the page is made of and builds it with npm: cmake -DFROM=… -DTO=… -DNPM=… -DENGINE=… -P this.

file(COPY ${FROM}/web DESTINATION ${TO} PATTERN node_modules EXCLUDE)
file(COPY ${FROM}/src/duiyi/assets DESTINATION ${TO}/src/duiyi)
file(GLOB modules ${ENGINE}/*.wasm)
file(REMOVE_RECURSE ${TO}/build/engine)
file(COPY ${modules} DESTINATION ${TO}/build/engine)
set(ENV{DUIYI_PAGE} ${TO}/static)
foreach(step "ci;--no-audit;--no-fund" "run;build")
  execute_process(COMMAND ${NPM} ${step} WORKING_DIRECTORY ${TO}/web COMMAND_ERROR_IS_FATAL ANY)
endforeach()
