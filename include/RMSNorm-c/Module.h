//===- Module.h - Modules through C -------------------------------*- C -*-===//
//
// Reads, transforms and compiles MLIR modules. Plain C: neither MLIR's headers
// nor its libraries are needed beside libRMSNorm-c.
//
// What fails returns null or a status other than RMSNORM_SUCCESS, and says why
// to the handler that it was given. Nothing throws. Strings that go in are
// copied; those given to callbacks live as long as the call. Any number of
// threads may use a module, one after the other; those that are to compile at
// once need modules of their own (`rmsnormModuleClone`).
//
// A crash of LLVM or MLIR, which some malformed modules cause, still ends the
// process: read what you don't trust in another one, as rmsnorm-compile does.
//
//===----------------------------------------------------------------------===//

#ifndef RMSNORM_C_MODULE_H
#define RMSNORM_C_MODULE_H

#include <stddef.h>

#define RMSNORM_CAPI __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

typedef enum RMSNormStatus {
  RMSNORM_SUCCESS = 0,
  /// The module, the pipeline or the device.
  RMSNORM_FAILURE = 1,
  /// An argument of the wrong type, or in the wrong memory.
  RMSNORM_TYPE_ERROR = 2,
  /// An argument of the wrong shape or size, or too few or many of them.
  RMSNORM_VALUE_ERROR = 3
} RMSNormStatus;

typedef enum RMSNormSeverity {
  RMSNORM_ERROR,
  RMSNORM_WARNING,
  RMSNORM_REMARK,
  RMSNORM_NOTE
} RMSNormSeverity;

/// Takes diagnostics: `where` is `FILE:LINE:COLUMN`, or empty where there is no
/// such place. A failing call reports one error; before it there may be
/// warnings and remarks, each followed by its notes. Without a callback nothing
/// is said.
typedef struct RMSNormHandler {
  void (*callback)(RMSNormSeverity severity, const char *where,
                   const char *message, void *userData);
  void *userData;
} RMSNormHandler;

/// Takes text or bytes, in one or several pieces.
typedef struct RMSNormSink {
  void (*write)(const char *data, size_t size, void *userData);
  void *userData;
} RMSNormSink;

/// A module of its own, with every dialect of MLIR and of this project.
typedef struct RMSNormModule RMSNormModule;

/// Reads and verifies a module, in textual or bytecode form. `name` (may be
/// null) stands for the file in diagnostics.
RMSNORM_CAPI RMSNormModule *rmsnormModuleParse(const char *text, size_t size,
                                               const char *name,
                                               RMSNormHandler handler);

/// The same from file `path`.
RMSNORM_CAPI RMSNormModule *rmsnormModuleRead(const char *path,
                                              RMSNormHandler handler);

/// A copy that shares nothing with `module`.
RMSNORM_CAPI RMSNormModule *rmsnormModuleClone(const RMSNormModule *module);

/// Null is allowed.
RMSNORM_CAPI void rmsnormModuleDestroy(RMSNormModule *module);

/// Runs a pipeline in MLIR's textual form on the module: passes and pipelines
/// of this project and of MLIR, such as `rmsnorm-raise` or
/// `builtin.module(rmsnorm-raise,func.func(canonicalize))`. After a failure the
/// module is as it was.
RMSNORM_CAPI RMSNormStatus rmsnormModuleRun(RMSNormModule *module,
                                            const char *pipeline,
                                            RMSNormHandler handler);

/// Writes the module as text.
RMSNORM_CAPI void rmsnormModulePrint(const RMSNormModule *module,
                                     RMSNormSink sink);

/// Tells of every rmsnorm.norm, in order: its place, and the op as text.
RMSNORM_CAPI void rmsnormModuleForEachNorm(const RMSNormModule *module,
                                           void (*callback)(const char *where,
                                                            const char *op,
                                                            void *userData),
                                           void *userData);

typedef struct RMSNormCompileOptions {
  /// `cpu` (also for null) or `cuda`.
  const char *target;
  /// As extensions of files: `.mlir` after the target's pipeline; for cpu
  /// `.ll`,
  /// `.o` and `.so`; for cuda `.ptx`, `.cubin`, `.fatbin` and `.so`.
  const char *stage;
  /// The GPU, for cuda (null: sm_90, and of `.fatbin` and `.so` sm_80, sm_90
  /// and sm_100).
  const char *chip;
  /// LLVM's name of the CPU, and triple, for cpu (null: this machine's).
  const char *cpu, *triple;
} RMSNormCompileOptions;

/// Compiles the module's public functions, and writes the artifact to `sink`
/// when it is complete. The module stays as it is.
RMSNORM_CAPI RMSNormStatus rmsnormModuleCompile(
    const RMSNormModule *module, const RMSNormCompileOptions *options,
    RMSNormSink sink, RMSNormHandler handler);

#ifdef __cplusplus
}
#endif

#endif // RMSNORM_C_MODULE_H
