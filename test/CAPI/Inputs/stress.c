/* Threads that compile and call at once, and memory that does not grow. */
#include "RMSNorm-c/Function.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { numThreads = 8, maxColumns = 64 };

static void complain(RMSNormSeverity severity, const char *where,
                     const char *message, void *userData) {
  (void)severity, (void)userData;
  fprintf(stderr, "%s: %s\n", where, message);
}

/* Compiles a norm of N columns and calls it on three rows. */
static int compileAndCall(int64_t columns, const char *target) {
  char text[512];
  snprintf(text, sizeof text,
           "func.func @main(%%x: tensor<?x%dxf32>) -> tensor<?x%dxf32> {\n"
           "  %%c0 = arith.constant 0 : index\n"
           "  %%d = tensor.dim %%x, %%c0 : tensor<?x%dxf32>\n"
           "  %%e = tensor.empty(%%d) : tensor<?x%dxf32>\n"
           "  %%y = rmsnorm.norm ins(%%x : tensor<?x%dxf32>) outs(%%e : "
           "tensor<?x%dxf32>) {epsilon = 0.0 : f64} -> tensor<?x%dxf32>\n"
           "  return %%y : tensor<?x%dxf32>\n}\n",
           (int)columns, (int)columns, (int)columns, (int)columns, (int)columns,
           (int)columns, (int)columns, (int)columns);
  RMSNormHandler handler = {complain, NULL};
  RMSNormModule *module =
      rmsnormModuleParse(text, strlen(text), "stress", handler);
  if (!module)
    return 0;
  RMSNormFunction *norm = rmsnormFunctionCreate(module, NULL, target, handler);
  rmsnormModuleDestroy(module);
  if (!norm)
    return 0;
  float x[3 * maxColumns], y[3 * maxColumns];
  for (int64_t i = 0; i < 3 * columns; ++i)
    x[i] = i / columns + 1;
  int64_t shape[2] = {3, columns};
  RMSNormTensor in = {x, RMSNORM_F32, RMSNORM_CPU, 2, shape, NULL}, out = in;
  out.data = y;
  int right = 1;
  for (int call = 0; call < 3; ++call) {
    memset(y, 0, sizeof y);
    right &=
        rmsnormFunctionCall(norm, &in, 1, &out, 1, handler) == RMSNORM_SUCCESS;
    for (int64_t i = 0; i < 3 * columns; ++i)
      right &= fabsf(y[i] - 1) < 1e-6f;
  }
  rmsnormFunctionDestroy(norm);
  return right;
}

static int perThread;
static const char *target;

static void *work(void *argument) {
  intptr_t first = (intptr_t)argument, right = 0;
  for (int i = 0; i < perThread; ++i)
    right += compileAndCall(1 + (first * perThread + i) % maxColumns, target);
  return (void *)right;
}

static intptr_t round8(void) {
  pthread_t threads[numThreads];
  intptr_t right = 0;
  for (intptr_t i = 0; i < numThreads; ++i)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < numThreads; ++i) {
    void *result;
    pthread_join(threads[i], &result);
    right += (intptr_t)result;
  }
  return right;
}

static double residentMegabytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%*s %ld", &pages) != 1)
    return 0;
  fclose(file);
  return (double)pages * sysconf(_SC_PAGESIZE) / (1 << 20);
}

/* stress TARGET COMPILATIONS: the first half warms the allocator's pools up. */
int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[2]) : 200;
  target = argv[1];
  perThread = count / 2 / numThreads + 1;
  intptr_t right = round8();
  double before = residentMegabytes();
  right += round8();
  double after = residentMegabytes();
  fprintf(stderr, "%.1f MB, then %.1f MB\n", before, after);
  printf("%s: %s right, %s\n", target,
         right == 2 * perThread * numThreads ? "all" : "not all",
         after < 1.15 * before + 16 ? "no growth" : "growth");
  return 0;
}
