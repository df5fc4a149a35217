//===- Refusals.h - Why something is no norm --------------------*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_REFUSALS_H
#define RMSNORM_LIB_RAISE_REFUSALS_H

#include "mlir/IR/Operation.h"
#include <optional>
#include <string>

namespace mlir::rmsnorm {

/// Why inverse roots, by the ops that take them, did not become norms.
class Refusals {
public:
  explicit Refusals(bool wanted) : wanted(wanted) {}

  /// The further a match got, the more its reason tells. It is asked for only
  /// if somebody wants to know.
  void add(Operation *root, unsigned progress,
           function_ref<std::string()> reason);
  /// The reason for `root`, or nothing if it was not met.
  std::optional<StringRef> get(Operation *root) const;

private:
  bool wanted;
  DenseMap<Operation *, std::pair<unsigned, std::string>> reasons;
};

/// The reason where the root was not seen to be part of a product.
inline constexpr StringLiteral noProductReason =
    "no row is multiplied with it before it is rounded";

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_REFUSALS_H
