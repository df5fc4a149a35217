/* Calls the functions of norm.mlir from a program that has a main of its own. */
#include "n.h"
#include <stdio.h>

int main(void) {
  /* One in f16 is 0x3c00, and the norm of ones is one. */
  static uint16_t x[3][96], w[96], y[3][96];
  float count = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 96; ++j)
      x[i][j] = w[j] = 0x3c00;
  struct rmsnorm_memref_2d dx = {x, x, 0, {3, 96}, {96, 1}};
  struct rmsnorm_memref_1d dw = {w, w, 0, {96}, {1}};
  struct rmsnorm_memref_2d dy = {y, y, 0, {3, 96}, {96, 1}};
  struct rmsnorm_memref_0d dcount = {&count, &count, 0};
  _mlir_ciface_main(&dx, &dw, &dy, &dcount);
  int ones = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 96; ++j)
      ones += y[i][j] == 0x3c00;

  float a[4] = {1, 2, 3, 4}, b[4];
  struct rmsnorm_memref_1d da = {a, a, 0, {4}, {1}};
  struct rmsnorm_memref_1d db = {b, b, 0, {4}, {1}};
  _mlir_ciface_odd_name(&da, 0.5f, 7, true, &db);
  printf("%d ones, %g; %g %g %g %g\n", ones, count, b[0], b[1], b[2], b[3]);
  return 0;
}
