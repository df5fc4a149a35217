//===- SplitAddresses.cpp - What of an address depends on the thread ------===//

#include "RMSNorm/NVVM/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace mlir::rmsnorm {
#define GEN_PASS_DEF_SPLITADDRESSESPASS
#include "RMSNorm/NVVM/Passes.h.inc"
} // namespace mlir::rmsnorm

using namespace mlir;

/// Blocks have no more threads along any dimension.
static constexpr int64_t maxThreads = 1024;

/// One more than the largest number of a thread, where `value` is that in 64
/// bits.
static std::optional<int64_t> getThreads(Value value) {
  Operation *extension = value.getDefiningOp();
  if (!isa_and_nonnull<LLVM::SExtOp, LLVM::ZExtOp>(extension))
    return std::nullopt;
  Operation *op = extension->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<NVVM::ThreadIdXOp, NVVM::ThreadIdYOp, NVVM::ThreadIdZOp>(
          op))
    return std::nullopt;
  auto range = op->getAttrOfType<LLVM::ConstantRangeAttr>("range");
  return range ? range.getUpper().getSExtValue() : maxThreads;
}

namespace {
/// An index as a sum: of numbers of threads, of what is the same for the whole
/// block or of unknown kind, and a constant.
struct Sum {
  using Term = std::pair<Value, int64_t>;
  SmallVector<Term> ofThread, others;
  int64_t constant = 0;
  /// More than the part of the thread can be.
  int64_t bound = 1;

  /// Adds `factor` times `value`; false if that is not worth it.
  bool add(Value value, int64_t factor);
};
} // namespace

bool Sum::add(Value value, int64_t factor) {
  constexpr size_t maxTerms = 8;
  constexpr int64_t maxFactor = int64_t(1) << 31;
  if (ofThread.size() + others.size() > maxTerms || factor <= 0 ||
      factor >= maxFactor)
    return false;
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number))) {
    constant += factor * number.getSExtValue();
    return std::abs(constant) < maxFactor;
  }
  if (auto sum = value.getDefiningOp<LLVM::AddOp>())
    return add(sum.getLhs(), factor) && add(sum.getRhs(), factor);
  auto product = value.getDefiningOp<LLVM::MulOp>();
  if (product && matchPattern(product.getRhs(), m_ConstantInt(&number)))
    return number.getSExtValue() > 0 && number.slt(maxFactor) &&
           add(product.getLhs(), factor * number.getSExtValue());
  if (std::optional<int64_t> threads = getThreads(value)) {
    bound += (*threads - 1) * factor;
    ofThread.push_back({value.getDefiningOp()->getOperand(0), factor});
    return bound < maxFactor;
  }
  others.push_back({value, factor});
  return true;
}

/// The terms and their factors in `type`, added up.
static Value add(ImplicitLocOpBuilder &b, Type type,
                 ArrayRef<Sum::Term> terms) {
  Value sum;
  for (auto [value, factor] : terms) {
    Value term = LLVM::MulOp::create(b, value,
                                     LLVM::ConstantOp::create(b, type, factor));
    sum = sum ? LLVM::AddOp::create(b, sum, term).getResult() : term;
  }
  return sum;
}

static void split(RewriterBase &rewriter, LLVM::GEPOp op) {
  auto type = dyn_cast<LLVM::LLVMPointerType>(op.getType());
  if (!type || type.getAddressSpace() || op.getIndices().size() != 1 ||
      op.getDynamicIndices().size() != 1 ||
      !op.getDynamicIndices()[0].getType().isInteger(64))
    return;
  Sum sum;
  if (!sum.add(op.getDynamicIndices()[0], 1) || sum.ofThread.empty() ||
      sum.others.empty())
    return;
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  b.setInsertionPoint(op);
  auto move = [&](Value pointer, LLVM::GEPArg by) -> Value {
    return LLVM::GEPOp::create(b, type, op.getElemType(), pointer, by);
  };
  // The part of the block comes second: the first of two such parts would be
  // computed by other units, from where it takes more instructions to return.
  Value inBlock = add(b, b.getI32Type(), sum.ofThread);
  Value wide =
      LLVM::ZExtOp::create(b, b.getI64Type(), inBlock, /*nonNeg=*/true);
  Value pointer = move(op.getBase(), wide);
  pointer = move(pointer, add(b, b.getI64Type(), sum.others));
  if (sum.constant)
    pointer = move(pointer, int32_t(sum.constant));
  rewriter.replaceOp(op, pointer);
}

namespace {
struct SplitAddresses : rmsnorm::impl::SplitAddressesPassBase<SplitAddresses> {
  void runOnOperation() override {
    SmallVector<LLVM::GEPOp> ops;
    getOperation()->walk([&](LLVM::GEPOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (LLVM::GEPOp op : ops)
      split(rewriter, op);
  }
};
} // namespace
