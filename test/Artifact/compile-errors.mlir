// What can be wrong with a compilation, each one line; an older output stays.
//
// RUN: rm -rf %t && split-file %S/Inputs/errors.mlir %t && echo old > %t/x.so
// RUN: not rmsnorm-compile %s -o %t/x.exe 2>&1 | FileCheck %s --check-prefix=STAGE --implicit-check-not={{.}}
// STAGE: error: '.exe' is no stage: use .mlir, .ll, .o or .so for cpu, and .mlir, .so, .ptx, .cubin or .fatbin for cuda
// RUN: not rmsnorm-compile %s -o %t/x 2>&1 | FileCheck %s --check-prefix=NOSTAGE --implicit-check-not={{.}}
// NOSTAGE: error: '{{.*}}x' has no extension, which says what to make: NAME.so, for example
// RUN: not rmsnorm-compile %s -o %t/x.o --target=tpu 2>&1 | FileCheck %s --check-prefix=TARGET --implicit-check-not={{.}}
// TARGET: error: unknown target 'tpu': use cpu or cuda
// RUN: not rmsnorm-compile %s -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=PTX --implicit-check-not={{.}}
// PTX: error: a .ptx needs target cuda
// RUN: not rmsnorm-compile %s -o %t/x.o --target=cuda 2>&1 | FileCheck %s --check-prefix=CUDAO --implicit-check-not={{.}}
// CUDAO: error: a .o needs target cpu: for cuda there are .mlir, .so, .ptx, .cubin and .fatbin
// RUN: not rmsnorm-compile %s -o %t/x.o --chip=sm_90 2>&1 | FileCheck %s --check-prefix=CPUCHIP --implicit-check-not={{.}}
// CPUCHIP: error: chip sm_90 is a GPU: use target cuda, or name a cpu
// RUN: not rmsnorm-compile %s -o %t/x.so --target=cuda --cpu=native 2>&1 | FileCheck %s --check-prefix=CUDACPU --implicit-check-not={{.}}
// RUN: not rmsnorm-compile %s -o %t/x.so --target=cuda --triple=riscv64-linux-gnu 2>&1 | FileCheck %s --check-prefix=CUDACPU --implicit-check-not={{.}}
// CUDACPU: error: cpu and triple are for target cpu: with cuda, the chip says what to compile for
// RUN: not rmsnorm-compile %s -o %t/x.ptx --target=cuda --chip=sm_80,sm_90 2>&1 | FileCheck %s --check-prefix=CHIPS --implicit-check-not={{.}}
// CHIPS: error: a .ptx is for one chip: name one, or make a .fatbin or .so
// RUN: cd %t && not rmsnorm-compile %s -o .so 2>&1 | FileCheck %s --check-prefix=NONAME --implicit-check-not={{.}}
// NONAME: error: '.so' is an extension without a name: use NAME.so
// RUN: not rmsnorm-compile %s -o %t/x.o --triple=nvptx64-nvidia-cuda 2>&1 | FileCheck %s --check-prefix=GPUTRIPLE --implicit-check-not={{.}}
// GPUTRIPLE: error: triple 'nvptx64-nvidia-cuda' is a GPU's: use target cuda, whose chip says which
// RUN: not rmsnorm-compile %s -o %t/x.o -o %t/y.o 2>&1 | FileCheck %s --check-prefix=TWICE --implicit-check-not={{.}}
// TWICE: error: -o is given twice: see --help
// RUN: not rmsnorm-compile %s -o %t/x.o --cpu= 2>&1 | FileCheck %s --check-prefix=EMPTYCPU --implicit-check-not={{.}}
// EMPTYCPU: error: --cpu is empty: give it a value or leave it out
// RUN: not rmsnorm-compile %s -o %t/x.o --triple= 2>&1 | FileCheck %s --check-prefix=EMPTYTRIPLE --implicit-check-not={{.}}
// EMPTYTRIPLE: error: --triple is empty: give it a value or leave it out
// RUN: not rmsnorm-compile %s 2>&1 | FileCheck %s --check-prefix=NOOUTPUT --implicit-check-not={{.}}
// NOOUTPUT: error: give a FILE to compile and -o NAME.EXT: see --help
// RUN: cp %s %t/copy.mlir && not rmsnorm-compile %t/copy.mlir -o %t/copy.mlir 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not={{.}}
// SAME: error: '{{.*}}copy.mlir' is the input too: give the output another name
// RUN: not rmsnorm-compile %t/none.mlir -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NOFILE --implicit-check-not={{.}}
// NOFILE: error: cannot open input file '{{.*}}none.mlir': No such file or directory
// RUN: echo > %t/void.mlir && not rmsnorm-compile %t/void.mlir -o %t/x.o 2>&1 | FileCheck %s --check-prefix=VOID --implicit-check-not={{.}}
// VOID: error: '{{.*}}void.mlir' has no public function with a body to compile
//
// RUN: not rmsnorm-compile %s -o %t/x.o --triple=z80 2>&1 | FileCheck %s --check-prefix=TRIPLE --implicit-check-not={{.}}
// TRIPLE: error: unknown triple 'z80': give one that LLVM makes objects for, such as {{.*}}
// RUN: not rmsnorm-compile %s -o %t/x.o --cpu=i8080 2>&1 | FileCheck %s --check-prefix=CPU --implicit-check-not={{.}}
// CPU: error: unknown CPU 'i8080' for {{.*}}: give a name that `llc -mcpu=help` lists, or native
// RUN: not rmsnorm-compile %s -o %t/x.o --triple=x86_64-linux-gnu --cpu=i386 2>&1 | FileCheck %s --check-prefix=BITS --implicit-check-not={{.}}
// RUN: not rmsnorm-compile %s -o %t/x.o --triple=riscv64-linux-gnu --cpu=sifive-e31 2>&1 | FileCheck %s --check-prefix=BITS --implicit-check-not={{.}}
// RUN: not rmsnorm-compile %s -o %t/x.o --triple=mips64-linux-gnu --cpu=mips32 2>&1 | FileCheck %s --check-prefix=BITS --implicit-check-not={{.}}
// BITS: error: CPU '{{i386|sifive-e31|mips32}}' has 32 bits, but {{x86_64|riscv64|mips64}}{{.*}} has 64: name one of these
// RUN: not rmsnorm-compile %s -o %t/x.o --triple=riscv64-linux-gnu --cpu=native 2>&1 | FileCheck %s --check-prefix=NATIVE --implicit-check-not={{.}}
// NATIVE: error: cpu native is none of riscv64{{.*}}: name one
// RUN: not rmsnorm-compile %s -o %t/x.so --triple=riscv64-linux-gnu 2>&1 | FileCheck %s --check-prefix=CROSS --implicit-check-not={{.}}
// CROSS: error: a .so for riscv64{{.*}} can't be linked here: write a .o and link it there
// A link is written through; what is no regular file is left alone.
// RUN: mkdir %t/links && ln -s real.ll %t/links/link.ll && mkfifo %t/links/pipe.ll
// RUN: rmsnorm-compile %s -o %t/links/link.ll && test -L %t/links/link.ll && test -f %t/links/real.ll
// RUN: not rmsnorm-compile %s -o %t/links/pipe.ll 2>&1 | FileCheck %s --check-prefix=SPECIAL --implicit-check-not={{.}}
// SPECIAL: error: can't write '{{.*}}pipe.ll': it exists and is no regular file
// RUN: test -p %t/links/pipe.ll
// RUN: ln -s b.so %t/links/a.so && ln -s a.so %t/links/b.so && not rmsnorm-compile %s -o %t/links/a.so 2>&1 | FileCheck %s --check-prefix=LOOP --implicit-check-not={{.}}
// LOOP: error: can't write '{{.*}}a.so': {{.+}}
// RUN: rm -r %t/links
//
// RUN: not rmsnorm-compile %s -o %t/no/such/x.ll 2>&1 | FileCheck %s --check-prefix=WRITE --implicit-check-not={{.}}
// WRITE: error: can't write '{{.*}}x.ll': {{.*}}No such file or directory
// RUN: not rmsnorm-compile %s -o %t/no/such/x.so 2>&1 | FileCheck %s --check-prefix=WRITESO --implicit-check-not={{.}}
// WRITESO: error: can't write '{{.*}}x.so': No such file or directory
//
// Without a C compiler, and with one that fails.
// RUN: not env PATH=%t %lib_dir/../bin/rmsnorm-compile %s -o %t/x.so 2>&1 | FileCheck %s --check-prefix=NOCC --implicit-check-not={{.}}
// NOCC: error: linking a shared library needs a C compiler, and none of cc, clang, clang-{{[0-9]+}} and gcc is on PATH: install one, or write a .o
// RUN: not rmsnorm-compile %t/extern.mlir -o %t/x.so 2>&1 | FileCheck %s --check-prefix=LINK --implicit-check-not={{.}}
// LINK: error: linking with {{.*}} failed: {{.*}}_mlir_ciface_elsewhere{{.*}}
// RUN: not rmsnorm-compile %t/types.mlir -o %t/x.so 2>&1 | FileCheck %s --check-prefix=TYPES --implicit-check-not={{.}}
// TYPES: error: argument #0 of 'main' has type tensor<*xf32>, which C has no type for: use ranked tensors, memrefs and plain numbers
// RUN: not rmsnorm-compile %t/result.mlir -o %t/x.so 2>&1 | FileCheck %s --check-prefix=RESULT --implicit-check-not={{.}}
// RESULT: error: result #0 of 'main' has type f32, but only ranked tensors and memrefs can be results: return a tensor of one element
//
// RUN: FileCheck %s --check-prefix=OLD < %t/x.so
// OLD: old
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// FILES: copy.mlir
// FILES-NEXT: extern.mlir
// FILES-NEXT: result.mlir
// FILES-NEXT: types.mlir
// FILES-NEXT: void.mlir
// FILES-NEXT: x.so
// FILES-NOT: {{.}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
