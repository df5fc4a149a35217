# Everything of this project under AddressSanitizer and UndefinedBehaviorSanitizer;
# LLVM's and MLIR's libraries are as they are installed, without.
#
# Their classes have no RTTI, and what they know of functions and vtables does not
# fit ours: hence no checks of these. A library of ours needs the runtime in
# whatever loads it, so it is shared; a program without it (Python, mlir-opt) has
# to preload RMSNORM_SANITIZER_RUNTIME.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
  OUTPUT_VARIABLE RMSNORM_SANITIZER_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT IS_ABSOLUTE "${RMSNORM_SANITIZER_RUNTIME}")
  message(FATAL_ERROR "RMSNORM_SANITIZE takes clang with compiler-rt's shared runtimes: install libclang-rt-22-dev")
endif()
set(flags -fsanitize=address,undefined -fno-sanitize=vptr,function -shared-libasan)
add_compile_options(${flags} -fno-sanitize-recover=all -fno-omit-frame-pointer -gline-tables-only -O1)
get_filename_component(runtime_dir ${RMSNORM_SANITIZER_RUNTIME} DIRECTORY)
add_link_options(${flags} -Wl,-rpath,${runtime_dir})
