/* A C program with no more than the headers and the library. */
#include "RMSNorm-c/Function.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *severities[] = {"error", "warning", "remark", "note"};

static void say(RMSNormSeverity severity, const char *where,
                const char *message, void *userData) {
  ++*(int *)userData;
  printf("%s%s%s: %s\n", where, *where ? ": " : "", severities[severity],
         message);
}

static void print(const char *data, size_t size, void *userData) {
  (void)userData;
  printf("%.*s", (int)size, data);
}

static void sayNorm(const char *where, const char *op, void *userData) {
  ++*(int *)userData;
  printf("norm at %s: %.40s\n", where, op);
}

static void count(const char *data, size_t size, void *userData) {
  (void)data;
  *(size_t *)userData += size;
}

static void remember(const char *data, size_t size, void *userData) {
  memcpy(userData, data, size < 4 ? size : 4);
}

static const char text[] =
    "func.func @norm(%x: tensor<?x4xf32>, %w: tensor<4xf32>) -> "
    "tensor<?x4xf32> {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %d = tensor.dim %x, %c0 : tensor<?x4xf32>\n"
    "  %e = tensor.empty(%d) : tensor<?x4xf32>\n"
    "  %y = rmsnorm.norm ins(%x : tensor<?x4xf32>) weight(%w : tensor<4xf32>)\n"
    "         outs(%e : tensor<?x4xf32>) {epsilon = 0.0 : f64} -> "
    "tensor<?x4xf32>\n"
    "  return %y : tensor<?x4xf32>\n"
    "}\n";

static RMSNormTensor tensor(void *data, int64_t rank, const int64_t *shape) {
  RMSNormTensor result = {data, RMSNORM_F32, RMSNORM_CPU, rank, shape, NULL};
  return result;
}

static int close(float a, double b) { return fabs(a - b) < 1e-6; }

static void callOn(const char *target, RMSNormModule *module,
                   RMSNormHandler handler) {
  RMSNormFunction *norm = rmsnormFunctionCreate(module, NULL, target, handler);
  RMSNormTensorType type = rmsnormFunctionGetArgument(norm, 0);
  printf("%s: '%s' takes %zu and returns %zu; #0 is %s[%s, %d]\n", target,
         rmsnormFunctionGetName(norm), rmsnormFunctionGetNumArguments(norm),
         rmsnormFunctionGetNumResults(norm),
         rmsnormElementTypeName(type.elementType),
         type.shape[0] < 0 ? "?" : "!", (int)type.shape[1]);

  /* Every other element of a larger row, and rows in reverse. */
  float x[16] = {1, -1, 2, -1, 2, -1, 4, -1, 1, -1, 3, -1, 5, -1, 7, -1};
  float w[4] = {1, 1, 1, 2}, y[8] = {0};
  int64_t shape[2] = {2, 4}, strides[2] = {-8, 2}, columns[1] = {4};
  RMSNormTensor inputs[2] = {tensor(x + 8, 2, shape), tensor(w, 1, columns)};
  inputs[0].strides = strides;
  RMSNormTensor output = tensor(y, 2, shape);
  int64_t sizes[2];
  rmsnormFunctionGetResultShapes(norm, inputs, 2, sizes, handler);
  printf("%d %d, ", (int)sizes[0], (int)sizes[1]);
  rmsnormFunctionCall(norm, inputs, 2, &output, 1, handler);
  double first = sqrt((1 + 9 + 25 + 49) / 4.0), second = 2.5;
  printf("%d\n", close(y[0], 1 / first) && close(y[3], 14 / first) &&
                     close(y[4], 1 / second) && close(y[7], 8 / second));

  /* What can be wrong, in order: number, type, memory, shape, result. */
  RMSNormTensor bad[2] = {inputs[0], inputs[1]};
  int64_t five[1] = {5}, three[2] = {3, 4}, transposed[2] = {1, 2};
  printf("%d ", rmsnormFunctionCall(norm, inputs, 1, &output, 1, handler));
  bad[1].elementType = RMSNORM_BF16;
  printf("%d ", rmsnormFunctionCall(norm, bad, 2, &output, 1, handler));
  bad[1] = inputs[1];
  bad[1].device = RMSNORM_CUDA;
  printf("%d ", rmsnormFunctionCall(norm, bad, 2, &output, 1, handler));
  bad[1] = tensor(w, 1, five);
  printf("%d ", rmsnormFunctionCall(norm, bad, 2, &output, 1, handler));
  output.shape = three;
  printf("%d ", rmsnormFunctionCall(norm, inputs, 2, &output, 1, handler));
  output.shape = shape;
  output.strides = transposed;
  printf("%d\n", rmsnormFunctionCall(norm, inputs, 2, &output, 1, handler));
  rmsnormFunctionDestroy(norm);
}

int main(void) {
  int reports = 0, norms = 0;
  RMSNormHandler handler = {say, &reports};
  RMSNormSink out = {print, NULL};

  printf("%d\n",
         rmsnormModuleParse("nonsense", 8, "text.mlir", handler) == NULL);
  printf("%d\n", rmsnormModuleRead("/no/such.mlir", handler) == NULL);
  RMSNormModule *module =
      rmsnormModuleParse(text, sizeof(text) - 1, "text.mlir", handler);
  printf("%d\n", rmsnormModuleRun(module, "no-such-pass", handler));
  rmsnormModuleForEachNorm(module, sayNorm, &norms);

  RMSNormModule *clone = rmsnormModuleClone(module);
  printf("%d\n",
         rmsnormModuleRun(clone, "rmsnorm-decompose, canonicalize", handler));
  norms = 0;
  rmsnormModuleForEachNorm(clone, sayNorm, &norms);
  printf("%d norms left\n", norms);
  rmsnormModuleDestroy(clone);

  size_t bytes = 0;
  char magic[4];
  RMSNormSink counting = {count, &bytes}, remembering = {remember, magic};
  RMSNormCompileOptions options = {NULL, ".ll", NULL, "generic", NULL};
  printf("%d ", rmsnormModuleCompile(module, &options, counting, handler));
  printf("%d\n", bytes > 1000);
  options.stage = ".so";
  printf("%d ", rmsnormModuleCompile(module, &options, remembering, handler));
  printf("%.3s\n", magic + 1);
  RMSNormCompileOptions ptx = {"cuda", ".ptx", "sm_80", NULL, NULL};
  printf("%d\n", rmsnormModuleCompile(module, &ptx, out, handler));
  options.stage = ".exe";
  printf("%d\n", rmsnormModuleCompile(module, &options, counting, handler));

  printf("%d\n", rmsnormFunctionCreate(module, "nope", "cpu", handler) == NULL);
  printf("%d\n", rmsnormFunctionCreate(module, NULL, "tpu", handler) == NULL);
  callOn("cpu", module, handler);
  callOn("cuda-emulated", module, handler);
  rmsnormModulePrint(module, out);
  rmsnormModuleDestroy(module);
  printf("%d reports\n", reports);
  return 0;
}
