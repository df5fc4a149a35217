//===- StatisticCheck.cpp - Of the whole row, over its length -------------===//

#include "StatisticCheck.h"
#include "Dims.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::rmsnorm;

StatisticCheck::StatisticCheck(const Element &rows, const Output &y,
                               const Row &row)
    : rows(rows.value), row(row) {
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
  FloatType scaled = s.scaled;
  if (!scale.extent)
    return s.getStatistic(extent);
  if (scale.factor != 1.0 || row.dims.size() != 1 ||
      (scaled.getWidth() == 16 && scale.numSteps != 1))
    return std::nullopt;
  return isExtent(scale.extent, rows, position) ? std::optional(s.getMean())
                                                : std::nullopt;
}

bool StatisticCheck::isMean(const ScaledSum &s) {
  return getStatistic(s).value_or(Statistic::Sum) != Statistic::Sum;
}

std::optional<Statistic>
StatisticCheck::matchSquares(const RowStatistic &statistic, NormMatch &norm) {
  const ScaledSum &squares = statistic.squares;
  if (isWhole(squares))
    return getStatistic(squares);
  int64_t count = squares.getCount();
  if (!squares.isPart || ShapedType::isDynamic(count) ||
      ShapedType::isDynamic(extent) || count > extent || row.axes != 1 ||
      row.dims.size() != 1 || statistic.center)
    return std::nullopt;
  norm.statisticSize = count;
  return squares.getStatistic(count);
}

/// Where each step rounds, all sums have to take the same steps. A statistic
/// that is rounded once takes none.
bool StatisticCheck::match(const RowStatistic &statistic, NormMatch &norm) {
  std::optional<Statistic> squares = matchSquares(statistic, norm);
  if (!squares)
    return false;
  std::optional<Statistic> mean;
  std::optional<FloatType> accumulator;
  auto takesSameSteps = [&](const ScaledSum &s, Statistic own) {
    FloatType type = s.type;
    if (type.getWidth() > 16)
      return true;
    if (!accumulator)
      accumulator = s.sum.accumulator;
    if (!mean && own != Statistic::Sum)
      mean = own;
    return *accumulator == s.sum.accumulator &&
           (own == Statistic::Sum || own == *mean);
  };
  if (!takesSameSteps(statistic.squares, *squares))
    return false;
  for (const ScaledSum &s : statistic.means)
    if (!isWhole(s) || !isMean(s) || !takesSameSteps(s, *getStatistic(s)))
      return false;
  norm.accumulatorType = accumulator.value_or(FloatType());
  norm.statistic = *squares;
  if (squares == Statistic::Sum)
    return mean.value_or(Statistic::Mean) == Statistic::Mean;
  norm.statistic = mean.value_or(Statistic::Mean);
  return true;
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
    os << "each step rounds to 16 bits, and its sums don't take the same steps";
  return text;
}
