//===- InitAll.h - Registration of everything -------------------*- C++ -*-===//

#ifndef RMSNORM_INITALL_H
#define RMSNORM_INITALL_H

namespace mlir {
class DialectRegistry;

namespace rmsnorm {

/// The dialect with its external models.
void registerDialect(DialectRegistry &registry);

/// All passes and pipelines of this project.
void registerPasses();

/// Everything of MLIR and of this project that a tool needs: dialects,
/// extensions, translations.
void registerAll(DialectRegistry &registry);

} // namespace rmsnorm
} // namespace mlir

#endif // RMSNORM_INITALL_H
