/* A compiled norm in a C program, which needs neither MLIR nor LLVM:
 *
 *   rmsnorm-compile norm.mlir -o norm.so
 *   cc main.c ./norm.so -lm -o main
 *   ./main
 *
 * norm.so brings along the search path of OpenMP's libomp, all that it needs. */

#include "norm.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { rows = 1000, columns = 4099 };

int main(void) {
  float *x = malloc(sizeof(float) * rows * columns);
  float *y = malloc(sizeof(float) * rows * columns);
  float *w = malloc(sizeof(float) * columns);
  if (!x || !y || !w)
    return 1;
  for (int j = 0; j < columns; ++j)
    w[j] = 1.0f + 0.001f * (float)(j % 100);
  for (int i = 0; i < rows * columns; ++i)
    x[i] = (float)(i % 1999) - 1000.0f;

  /* Descriptors: twice the pointer (what was allocated, where elements start),
   * an offset, sizes and strides in elements. The caller owns the result. */
  struct rmsnorm_memref_2d dx = {x, x, 0, {rows, columns}, {columns, 1}};
  struct rmsnorm_memref_1d dw = {w, w, 0, {columns}, {1}};
  struct rmsnorm_memref_2d dy = {y, y, 0, {rows, columns}, {columns, 1}};
  _mlir_ciface_norm(&dx, &dw, &dy);

  double worst = 0;
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int j = 0; j < columns; ++j)
      sum += (double)x[i * columns + j] * x[i * columns + j];
    double scale = 1 / sqrt(sum / columns + 1e-6);
    for (int j = 0; j < columns; ++j) {
      double wanted = x[i * columns + j] * scale * w[j];
      worst = fmax(worst, fabs(y[i * columns + j] - wanted));
    }
  }
  printf("%d rows of %d, %s\n", rows, columns,
         worst < 1e-6 ? "as in double" : "wrong");
  free(x);
  free(y);
  free(w);
  return worst < 1e-6 ? 0 : 1;
}
