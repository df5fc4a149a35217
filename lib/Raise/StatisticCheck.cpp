//===- StatisticCheck.cpp - Of the whole row, over its length -------------===//

#include "StatisticCheck.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::rmsnorm;

StatisticCheck::StatisticCheck(FloatType compute, const Element &rows,
                               const Output &y, const Row &row)
    : compute(compute), rows(rows.value), row(row) {
  auto type = cast<RankedTensorType>(rows.value.getType());
  for (AffineExpr dim : llvm::reverse(row.dims)) {
    position = llvm::find(rows.coords, dim) - rows.coords.begin();
    int64_t n = type.getDimSize(position);
    if (ShapedType::isDynamic(n))
      n = y.type.getDimSize(cast<AffineDimExpr>(dim).getPosition());
    if (ShapedType::isDynamic(n) || ShapedType::isDynamic(extent))
      extent = ShapedType::kDynamic;
    else
      extent *= n;
  }
}

/// Sums over dynamic extents take all of them; a slice of fewer elements is
/// static.
bool StatisticCheck::isWhole(const ScaledSum &s) {
  int64_t count = s.getCount();
  return ShapedType::isDynamic(count) ? row.dims.size() == 1 : count == extent;
}

std::optional<Statistic> StatisticCheck::getStatistic(const ScaledSum &s) {
  const Scale &scale = s.scale;
  if (!scale.extent)
    return scale.getStatistic(extent, compute);
  if (scale.factor != 1.0 || row.dims.size() != 1 ||
      (compute.getWidth() == 16 && scale.numSteps != 1))
    return std::nullopt;
  FailureOr<bool> equal =
      ValueBoundsConstraintSet::areEqual({rows, position}, {scale.extent});
  return succeeded(equal) && *equal ? std::optional(Statistic::Mean)
                                    : std::nullopt;
}

bool StatisticCheck::isMean(const ScaledSum &s) {
  return getStatistic(s).value_or(Statistic::Sum) != Statistic::Sum;
}

bool StatisticCheck::isWholeMean(const ScaledSum &s, Statistic statistic) {
  if (statistic == Statistic::Sum)
    statistic = Statistic::Mean;
  return isWhole(s) && getStatistic(s) == statistic;
}

bool StatisticCheck::matchSquares(const RowStatistic &statistic,
                                  NormMatch &norm) {
  const ScaledSum &squares = statistic.squares;
  std::optional<Statistic> found;
  if (isWhole(squares)) {
    found = getStatistic(squares);
  } else {
    int64_t count = squares.getCount();
    if (!squares.isPart || ShapedType::isDynamic(count) ||
        ShapedType::isDynamic(extent) || count > extent || row.axes != 1 ||
        row.dims.size() != 1 || statistic.center)
      return false;
    norm.statisticSize = count;
    found = squares.scale.getStatistic(count, compute);
  }
  norm.statistic = found.value_or(Statistic::Mean);
  return found.has_value();
}

std::string StatisticCheck::explain(const RowStatistic &statistic) {
  SmallVector<ScaledSum, 3> sums(statistic.means.begin(),
                                 statistic.means.end());
  sums.push_back(statistic.squares);
  std::string text;
  llvm::raw_string_ostream os(text);
  auto isStatic = [](int64_t n) { return !ShapedType::isDynamic(n); };
  for (const ScaledSum &s : sums) {
    int64_t count = s.getCount();
    if (!isWhole(s) && isStatic(count) && isStatic(extent))
      os << "it sums up " << count << " of the " << extent
         << " elements of a row";
    else if (!isWhole(s))
      os << "what it sums up may be more or less than a row";
    else if (!isMean(s) && (s.scale.extent || !isStatic(extent)))
      os << "its sum is not divided by the extent of a row";
    else if (!isMean(s))
      os << "its sum is divided by " << llvm::format("%g", 1 / s.scale.factor)
         << ", and a row has " << extent << " elements";
    if (!text.empty())
      break;
  }
  if (text.empty())
    os << "it divides one sum and multiplies the other to get their means";
  return text;
}
