# rmsnorm_room(NAME FILES...): the library RMSNorm<NAME> of one stage. LLVM and
# MLIR come from their shared libraries alone: with the static archives beside
# them every TypeID would exist twice.
function(rmsnorm_room name)
  add_library(RMSNorm${name} STATIC ${ARGN})
  add_dependencies(RMSNorm${name} rmsnorm-headers)
  target_link_libraries(RMSNorm${name} PUBLIC MLIR LLVM)
  rmsnorm_install(RMSNorm${name})
  if(RMSNORM_PCH)
    target_precompile_headers(RMSNorm${name} REUSE_FROM RMSNormUpstream)
  endif()
endfunction()

# rmsnorm_install(TARGET): what find_package(RMSNorm) knows the target by.
function(rmsnorm_install target)
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS ${target} EXPORT RMSNormTargets)
endfunction()

# rmsnorm_tool(NAME FILES...): an executable with the whole compiler in it.
function(rmsnorm_tool name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE RMSNormAll)
  set_target_properties(${name} PROPERTIES INSTALL_RPATH ${LLVM_LIBRARY_DIR})
  install(TARGETS ${name})
endfunction()

# rmsnorm_passes(NAME): the declarations of a stage's Passes.td.
function(rmsnorm_passes name)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name RMSNorm${name})
  add_public_tablegen_target(RMSNorm${name}PassesIncGen)
  add_dependencies(rmsnorm-headers RMSNorm${name}PassesIncGen)
endfunction()
