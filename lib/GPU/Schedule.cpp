//===- Schedule.cpp - How a row is shared by threads ----------------------===//

#include "Schedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::rmsnorm;

SmallVector<Schedule::Step> Schedule::getSteps(RowShape shape) {
  // Within a warp as many lanes as have work for whole accesses. Beyond it as
  // few as hold the row, for what does not depend on the elements costs every
  // lane the same.
  SmallVector<Step> steps;
  for (int64_t lanes = 2; lanes <= maxLanes; lanes *= 2) {
    int64_t held = lanes / 2 * maxRegisters * 32 / shape.computeBits;
    steps.push_back({lanes <= warpSize ? lanes * width : held + 1, lanes});
  }
  return steps;
}

Schedule Schedule::choose(RowShape shape, int64_t length) {
  Schedule schedule;
  for (Step step : getSteps(shape))
    if (length >= step.from)
      schedule.lanes = step.lanes;
  if (schedule.lanes <= warpSize)
    schedule.rows = threads / schedule.lanes;
  return schedule;
}

std::string Schedule::describe(RowShape shape, std::optional<int64_t> length) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto count = [&](int64_t number, StringRef what) {
    os << number << ' ' << what << (number == 1 ? "" : "s");
  };
  os << "rows of ";
  if (!length) {
    os << "any length, reduced in " << shape.computeBits
       << " bits and walked: 1 lane each";
    for (Step step : getSteps(shape))
      os << ", from " << step.from << " elements " << step.lanes;
    return text;
  }
  Schedule schedule = choose(shape, *length);
  count(*length, "element");
  os << ", reduced in " << shape.computeBits << " bits and "
     << (shape.isWalked ? "walked" : "held in registers") << ": ";
  count(schedule.lanes, "lane");
  os << " each, ";
  count(schedule.rows, "row");
  os << " a block, ";
  count(llvm::divideCeil(*length, schedule.lanes * width), "chunk");
  os << " of " << width << " elements a lane";
  return text;
}

std::string Schedule::describeKept(std::optional<int64_t> length, int64_t count,
                                   int64_t budget) {
  std::string bytes = std::to_string(budget) + " bytes of shared memory";
  if (!length)
    return "what is read again is kept where a block's rows take up to " +
           bytes;
  if (!count)
    return "rows are read again: they do not fit into " + bytes;
  return std::to_string(count) + (count == 1 ? " row is" : " rows are") +
         " kept in shared memory";
}

std::pair<OpFoldResult, OpFoldResult>
rmsnorm::chooseBlock(OpBuilder &b, Location loc, RowShape shape,
                     OpFoldResult length) {
  if (std::optional<int64_t> fixed = getConstantIntValue(length)) {
    Schedule schedule = Schedule::choose(shape, *fixed);
    return {b.getIndexAttr(schedule.lanes), b.getIndexAttr(schedule.rows)};
  }
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value lanes = constant(1);
  for (Schedule::Step step : Schedule::getSteps(shape)) {
    Value isLonger =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge,
                              cast<Value>(length), constant(step.from));
    lanes =
        arith::SelectOp::create(b, loc, isLonger, constant(step.lanes), lanes);
  }
  if (shape.isOrdered) {
    // A surplus row would miss the barriers between the pieces of the others.
    Value warp = constant(Schedule::warpSize);
    return {arith::MaxUIOp::create(b, loc, lanes, warp).getResult(),
            b.getIndexAttr(1)};
  }
  Value isWithinWarp = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::ule, lanes, constant(Schedule::warpSize));
  Value rows =
      arith::DivUIOp::create(b, loc, constant(Schedule::threads), lanes);
  return {lanes,
          arith::SelectOp::create(b, loc, isWithinWarp, rows, constant(1))
              .getResult()};
}
