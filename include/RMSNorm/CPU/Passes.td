//===- Passes.td - Passes of the stage CPU -*- tablegen -*-===//

#ifndef RMSNORM_CPU_PASSES_TD
#define RMSNORM_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerReductionsPass : Pass<"rmsnorm-lower-reductions"> {
  let summary = "Turns vector.reduction into a tree of halves";
  let description = [{
    LLVM adds the elements of a vector one after the other, unless it may choose
    any order. A tree has log2(n) steps and an order that is fixed by n. Sums and
    products in 16-bit floats keep the order of the elements, since each step rounds.

    ```mlir
    %s = vector.reduction <add>, %v : vector<4xf32> into f32
    // becomes
    %l = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]}
    %h = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]}
    %s2 = arith.addf %l, %h : vector<2xf32>
    // ... and once more
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def WidenArithmeticPass : Pass<"rmsnorm-widen-arithmetic"> {
  let summary = "Computes bf16 and f16 arithmetic in f32 and rounds each result";
  let description = [{
    ```mlir
    %p = arith.mulf %a, %b : bf16
    // becomes
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %p = arith.truncf %2 : f32 to bf16
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def StreamRowsPass : Pass<"rmsnorm-stream-rows"> {
  let summary = "Adds a version of loops over rows larger than the cache";
  let description = [{
    A plain store reads the cache line that it writes to, which costs a third of
    the time where the result does not stay in a cache anyway. Which it is shows at
    run time, so the loop gets two versions. The one for large rows

    - stores past the caches what it does not read again, whole cache lines only
      (an under-aligned non-temporal store would become one of scalars), each as
      soon as it is computed: memory takes lines in sequence faster, and of a longer
      vector LLVM writes the registers in any order. What that leaves of a row at
      its ends is done by one plain step each;
    - leaves a result that a later pass reads back, such as a sum with a residual,
      to that pass, which stores it beside its own; until then the row lies in a
      buffer. Rows of both that have their cache lines at other columns are stored
      past the caches in the one, and plainly in the other;
    - prefetches the next row to the second cache, one line for each line that it
      walks: between the passes over a row the hardware's own prefetching stops.
      Of rows up to a page it has the next one by then.

    Both compute the same bits.

    ```mlir
    omp.parallel { ... scf.for %j = %c0 to %n step %c64 { ... vector.transfer_write %v, %y[%i, %j] } ... }
    // becomes
    scf.if %bytes_of_x_and_y_are_at_least_from {
      omp.parallel {
        ...
        scf.if %misaligned { <the step at 0>  <the step at %n - 16> }
        scf.for %j = %first_aligned to %n_minus_15 step %c16 {
          memref.prefetch %x[%next_i, %j] ...
          vector.store %v, %y[%i, %j] {nontemporal = true, alignment = 64}
        }
        ...
        llvm.fence seq_cst
      }
    } else {
      omp.parallel { ... as before ... }
    }
    ```
  }];
  let options = [
    Option<"from", "from", "int64_t", "33554432", "Bytes of rows, read and written, from which on they do not stay in the cache">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def LimitThreadsPass : Pass<"rmsnorm-limit-threads"> {
  let summary = "Starts threads for enough work only, and joins them once";
  let description = [{
    Threads cost microseconds to start and to join, as much as a row or ten. A loop
    takes them where the largest buffer that it touches has `from` elements or more.
    Other loops don't enter the region at all: even without threads that costs a
    third of a microsecond, as much as half a row. The end of an `omp.parallel`
    joins its threads; the loop in it need not.

    ```mlir
    omp.parallel { omp.wsloop { omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) { ... } } }
    // becomes
    %enough = arith.cmpi uge, %elements_of_x, %c32768 : index
    scf.if %enough {
      omp.parallel { omp.wsloop nowait { ... } }
    } else {
      scf.for %i = %c0 to %m step %c1 { ... }
    }
    ```
  }];
  let options = [
    Option<"from", "from", "int64_t", "32768", "Elements from which on threads pay">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def DivideByScalePass : Pass<"rmsnorm-divide-by-scale"> {
  let summary = "Divides by one scale by means of its inverse where small integers or 8-bit floats come of it";
  let description = [{
    A vector is divided at half the speed, or less, of three products. The inverse
    of the divisor is rounded once; the quotient that it gives is corrected by what
    it leaves over, which rounds it as a division does (Markstein 1990), unless
    something leaves the range of f32. Of the dividend that is not seen after the
    conversion, which has bounds and a least number; bounds go in front. Divisors
    near the ends of the range divide. For CPUs with FMA.

    ```mlir
    %b = vector.broadcast %scale : f32 to vector<16xf32>
    %0 = arith.divf %x, %b : vector<16xf32>
    %1 = math.roundeven %0 : vector<16xf32>
    %2 = arith.fptosi %1 : vector<16xf32> to vector<16xi8>
    // becomes
    %0 = scf.if %usual -> (vector<16xf32>) {
      %guess = arith.mulf %x, %inverse : vector<16xf32>
      %minus_x = arith.negf %x : vector<16xf32>
      %excess = math.fma %b, %guess, %minus_x : vector<16xf32>
      %less = arith.negf %excess : vector<16xf32>
      %exact = math.fma %less, %inverse, %guess : vector<16xf32>
      scf.yield %exact : vector<16xf32>
    } else { <arith.divf %x, %b> }
    %1 = math.roundeven %0 : vector<16xf32>
    %2 = arith.fptosi %1 : vector<16xf32> to vector<16xi8>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def RoundToIntegersPass : Pass<"rmsnorm-round-to-integers"> {
  let summary = "Rounds floats to small integers by one instruction";
  let description = [{
    Most CPUs convert a float to the nearest integer, ties to even, at once. Bounds
    go in front. What is no integer of the type is anything, but NaN becomes zero;
    so conversions without a rounding are signed ones.

    ```mlir
    %1 = math.roundeven %0 : vector<16xf32>
    %2 = arith.fptosi %1 : vector<16xf32> to vector<16xi8>
    // becomes
    %1 = llvm.intr.lrint(%0) : (vector<16xf32>) -> vector<16xi32>
    %2 = arith.trunci %1 : vector<16xi32> to vector<16xi8>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"];
}

def HoistBuffersPass : Pass<"rmsnorm-hoist-buffers"> {
  let summary = "Allocates what rows work in once for each thread";
  let description = [{
    A buffer that is freed by the end of the step that allocates it can be the same
    in each step. So it leaves the loops of its thread, as far as its size is known
    there; a small one of static size lies on the thread's stack.

    ```mlir
    omp.parallel {
      omp.wsloop { omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) {
        %row = memref.alloc(%n) : memref<?xf32>
        ...
        memref.dealloc %row : memref<?xf32>
      } }
    }
    // becomes
    omp.parallel {
      %row = memref.alloc(%n) : memref<?xf32>
      omp.wsloop { omp.loop_nest (%i) : index = (%c0) to (%m) step (%c1) { ... } }
      memref.dealloc %row : memref<?xf32>
    }
    ```
  }];
  let options = [
    Option<"stack", "stack", "int64_t", "65536", "Bytes that buffers take of the stack of a function or thread">
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def SplitLanesPass : Pass<"rmsnorm-split-lanes"> {
  let summary = "Computes on the even and the odd lanes of bf16 vectors";
  let description = [{
    To widen 16 neighbours to a register of f32 takes a shuffle and a shift. Where
    even and odd lanes go into registers of their own, a shift widens the ones and
    a mask the others. So they stay apart in everything elementwise, in the
    accumulators of loops and in the trees that sum these, and meet again
    where they are rounded to bf16. Other types are shuffled where they join.

    ```mlir
    %f = arith.extf %v : vector<64xbf16> to vector<64xf32>
    %s = arith.mulf %f, %f : vector<64xf32>
    // becomes
    %pairs = vector.bitcast %v : vector<64xbf16> to vector<32xi32>
    %e = arith.shli %pairs, %c16             // then as f32
    %o = arith.andi %pairs, %cffff0000       // then as f32
    %se = arith.mulf %e, %e : vector<32xf32>
    %so = arith.mulf %o, %o : vector<32xf32>
    %s = vector.interleave %se, %so : vector<32xf32> -> vector<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def PackBytesPass : Pass<"rmsnorm-pack-bytes"> {
  let summary = "Joins the bytes of even and odd lanes while they are wide";
  let description = [{
    Two integers of 32 bits make two bytes by a shift and an or; that leaves half
    as many elements to be narrowed, and none to be interleaved.

    ```mlir
    %e = arith.fptosi %even : vector<32xf32> to vector<32xi8>
    %o = arith.fptosi %odd : vector<32xf32> to vector<32xi8>
    %q = vector.interleave %e, %o : vector<32xi8> -> vector<64xi8>
    // becomes
    %e = arith.fptosi %even : vector<32xf32> to vector<32xi32>
    %o = arith.fptosi %odd : vector<32xf32> to vector<32xi32>
    %low = arith.andi %e, %c255
    %high = arith.shli %o, %c8
    %pairs = arith.ori %low, %high
    %n = arith.trunci %pairs : vector<32xi32> to vector<32xi16>
    %q = vector.bitcast %n : vector<32xi16> to vector<64xi8>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def RoundToBF16Pass : Pass<"rmsnorm-round-to-bf16"> {
  let summary = "Rounds f32 to bf16 on the bits, or by the CPU's instruction where that is exact";
  let description = [{
    To nearest, ties to even; a NaN stays one. AVX512-BF16 has an instruction
    (`native`), but it takes denormals for zeros. A register's worth of classes is
    cheap to test, so only a vector with a denormal in it is computed.

    ```mlir
    %y = arith.truncf %x : vector<32xf32> to vector<32xbf16>
    // becomes
    %bits = arith.bitcast %x : vector<32xf32> to vector<32xi32>
    %high = arith.shrui %bits, %c16
    %odd = arith.andi %high, %c1
    %half = arith.addi %bits, %c0x7fff
    %sum = arith.addi %half, %odd
    %rounded = arith.select %is_nan, %nan, %sum
    %y = <the upper halves of %rounded>
    // or, native,
    %fast = llvm.call_intrinsic "llvm.x86.avx512bf16.cvtne2ps2bf16.512"(%x_high, %x_low)
    %y = scf.if %any_denormal { <as above> } else { %fast }
    ```

    Even and odd lanes that only meet here (`vector.interleave`) are merged as
    halves of 32 bits.
  }];
  let options = [
    Option<"native", "native", "bool", "false", "The CPU has AVX512-BF16 and AVX512-DQ">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def NarrowMaximaPass : Pass<"rmsnorm-narrow-maxima"> {
  let summary = "Carries maxima of widened absolute values as 16-bit floats";
  let description = [{
    The largest absolute value of a row is one of its elements, so it needs no more
    bits than these. Half the registers are compared, by their bits (see
    `rmsnorm-lower-maxima`), and none is widened for it.

    ```mlir
    %m = scf.for ... iter_args(%top = %zeros) -> (vector<64xf32>) {
      %w = arith.extf %v : vector<64xbf16> to vector<64xf32>
      %a = math.absf %w : vector<64xf32>
      %n = arith.maximumf %a, %top : vector<64xf32>
      scf.yield %n : vector<64xf32>
    }
    // becomes
    %narrow = scf.for ... iter_args(%top = %zeros) -> (vector<64xbf16>) {
      %a = math.absf %v : vector<64xbf16>
      %n = arith.maximumf %a, %top : vector<64xbf16>
      scf.yield %n : vector<64xbf16>
    }
    %m = arith.extf %narrow : vector<64xbf16> to vector<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def LowerMaximaPass : Pass<"rmsnorm-lower-maxima"> {
  let summary = "Compares floats by the CPU's instructions, NaNs included";
  let description = [{
    `arith.maximumf` keeps a NaN of either operand, the instruction of most CPUs
    that of the second only; the first is looked at by itself, if it can be one. Of
    two zeros a maximum is the one without a sign, if there is one.
    Floats without a sign, such as the absolute values that a scale is made of, are
    in the order of their bits, NaNs above all, so their maximum is one of integers.
    Of 16 bits the absolute value itself is a mask.

    ```mlir
    %m = scf.for ... iter_args(%top = %minus_inf) -> (vector<64xf32>) {
      %a = math.absf %x : vector<64xf32>
      %n = arith.maximumf %a, %top : vector<64xf32>
      scf.yield %n : vector<64xf32>
    }
    %c = arith.maximumf %v, %c_127 : f32
    // becomes
    %m = scf.for ... iter_args(%top = %minus_inf) -> (vector<64xf32>) {
      %a = math.absf %x : vector<64xf32>
      %n = <arith.maxsi of the bits of %a and %top>
      scf.yield %n : vector<64xf32>
    }
    %wins = arith.cmpf ogt, %c_127, %v : f32
    %c = arith.select %wins, %c_127, %v : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def MaskBitsPass : Pass<"rmsnorm-mask-bits"> {
  let summary = "Reads vectors of 16-bit floats as integers, under a mask or not, and so writes them under one";
  let description = [{
    A CPU without arithmetic on bf16 or f16 has no selection of them either: LLVM
    takes the elements apart and calls a library to convert each. Nor can LLVM store
    an odd number of bf16, which is what becomes of a weight that was read before a
    loop on several threads.

    ```mlir
    %v = llvm.intr.masked.load %p, %mask, %zeros : ... -> vector<64xbf16>
    // becomes
    %z = llvm.bitcast %zeros : vector<64xbf16> to vector<64xi16>
    %b = llvm.intr.masked.load %p, %mask, %z : ... -> vector<64xi16>
    %v = llvm.bitcast %b : vector<64xi16> to vector<64xbf16>
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CallLibmPass : Pass<"rmsnorm-call-libm", "::mlir::ModuleOp"> {
  let summary = "Calls libm where a sum with one would lose what is small";
  let description = [{
    Upstream writes `math.log1p` as log(1 + x) and `math.expm1` as exp(x) - 1, which
    is nothing of the kind near zero.

    ```mlir
    %y = math.log1p %x : f64
    // becomes
    %y = call @log1p(%x) : (f64) -> f64
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::vector::VectorDialect"];
}

#endif // RMSNORM_CPU_PASSES_TD
