//===- StatisticCheck.h - Of the whole row, over its length -----*- C++ -*-===//

#ifndef RMSNORM_LIB_RAISE_STATISTICCHECK_H
#define RMSNORM_LIB_RAISE_STATISTICCHECK_H

#include "Match.h"
#include "Statistic.h"

namespace mlir::rmsnorm {

/// Compares what sums add up with the rows of a norm.
class StatisticCheck {
public:
  StatisticCheck(const Element &rows, const Output &y, const Row &row);

  /// Sets the attributes of `norm` that say what is summed, and how.
  bool match(const RowStatistic &statistic, NormMatch &norm);
  /// What is wrong with the sums.
  std::string explain(const RowStatistic &statistic);

private:
  bool isWhole(const ScaledSum &s);
  bool isMean(const ScaledSum &s);
  std::optional<Statistic> matchSquares(const RowStatistic &statistic,
                                        NormMatch &norm);
  std::optional<Statistic> getStatistic(const ScaledSum &s);

  Value rows;
  const Row &row;
  int64_t extent = 1;   // of a row, or dynamic
  int64_t position = 0; // of the first dim of a row in `rows`
};

} // namespace mlir::rmsnorm

#endif // RMSNORM_LIB_RAISE_STATISTICCHECK_H
