//===- Passes.td - Passes of the stage GPU -*- tablegen -*-===//

#ifndef RMSNORM_GPU_PASSES_TD
#define RMSNORM_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def SpreadElementsPass : Pass<"rmsnorm-spread-elements"> {
  let summary = "Turns ops that are in no loop over rows into loops over elements";
  let description = [{
    Their operands are device memory, which the host can't access: each becomes a
    loop whose iterations will be threads of a kernel of its own. A thread does
    what follows the outer parallel loops by itself, such as a sum. Single elements
    that the host would write are written by one thread.

    ```mlir
    linalg.generic ... iterator_types = ["parallel", "parallel"]} ins(%x : memref<3x96xbf16>) outs(%y : memref<3x96xf32>) { ... }
    // becomes
    scf.forall (%i, %j) in (3, 96) {
      %v = memref.load %x[%i, %j] : memref<3x96xbf16>
      ...
      memref.store %r, %y[%i, %j] : memref<3x96xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def LaunchRowsPass : Pass<"rmsnorm-launch-rows"> {
  let summary = "Turns loops over rows into kernel launches";
  let description = [{
    Every `scf.forall` over rows becomes a launch with one row for each y of the
    block; the x of the block are the lanes that will share the row, and until
    `rmsnorm-distribute-vectors` each of them computes all of it. How many there
    are follows from the length of the row and the type that is reduced in.

    Rows beyond the end are clamped to the last one for reads, so that their
    threads take part in shuffles and barriers, and write nothing; where a result
    takes an input's place, a barrier comes between. No rows, no launch. A loop without vectors takes a thread per row.
    A loop over the groups of a row stays in its kernel, behind a barrier where it
    reads what was written of the row.

    ```mlir
    scf.forall (%i) in (%m) {
      %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<?x96xf32>, vector<96xf32>
      ...
      vector.transfer_write %r, %y[%i, %c0] {in_bounds = [true]} : vector<96xf32>, memref<?x96xf32>
    }
    // becomes
    %any = arith.cmpi ne, %m, %c0 : index
    scf.if %any {
      %blocks = affine.apply affine_map<()[s0] -> (s0 ceildiv 16)>()[%m]
      gpu.launch blocks(%bx, ...) in (%gx = %blocks, ...) threads(%tx, %ty, ...) in (%sx = %c8, %sy = %c16, ...) {
        %row = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%bx, %ty)
        %live = arith.cmpi ult, %row, %m : index
        %i = arith.minui %row, %last : index
        %v = vector.transfer_read %x[%i, %c0], ...
        scf.if %live {
          vector.transfer_write %r, %y[%i, %c0] ...
        }
        gpu.terminator
      }
    }
    ```
  }];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Say how the rows of each loop are shared">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect"
  ];
}

def KeepRowsPass : Pass<"rmsnorm-keep-rows"> {
  let summary = "Keeps rows that are walked several times in shared memory";
  let description = [{
    The first pass over a row that is too long for registers leaves in shared
    memory what later passes read: the row itself, or what it has written, such as
    the sum with a residual. Each lane reads only what it has written there, so
    nothing waits. Where the length is known at the launch only, the host says by
    the size of shared memory whether the rows fit; none means that they don't,
    and are read again. What all rows share, such as a weight, is not kept.

    What the first pass only reads is copied before it, where the chip has copies
    that go on while a lane does (`async`): all of the row is then under way at once.

    ```mlir
    gpu.launch ... {
      scf.for %i = %c0 to %end step %step ... {
        %v = vector.transfer_read %x[%row, %i], ...
        ...
      scf.for %i = %c0 to %end step %step {
        %v = vector.transfer_read %x[%row, %i], ...
        ...
    // becomes
    gpu.launch ... dynamic_shared_memory_size %c160000_i32 {
      %memory = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %kept = memref.view %memory[%c0][] : ... to memref<40000xf32, #gpu.address_space<workgroup>>
      scf.for %i = %c0 to %end step %step {
        %v = vector.transfer_read %x[%row, %i], ...
        vector.transfer_write %v, %kept[%i] {rmsnorm.async} ...
      }
      %copies = nvgpu.device_async_create_group
      nvgpu.device_async_wait %copies
      scf.for %i = %c0 to %end step %step ... {
        %v = vector.transfer_read %kept[%i], ...
        ...
      scf.for %i = %c0 to %end step %step {
        %v = vector.transfer_read %kept[%i], ...
        ...
    ```
  }];
  let options = [
    Option<"sharedBytes", "shared-bytes", "int64_t", "232448",
           "Bytes of shared memory that a block can have">,
    Option<"async", "async", "bool", "true",
           "The chip copies to shared memory by itself (sm_80 and newer)">,
    Option<"remarks", "remarks", "bool", "false", "Say which rows are kept">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::nvgpu::NVGPUDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def FlattenArgumentsPass : Pass<"rmsnorm-flatten-arguments"> {
  let summary = "Makes every buffer that a kernel takes a plain pointer";
  let description = [{
    Sizes, strides and offsets that are not in the type are taken before the
    launch and become arguments of their own where the kernel uses them, so that
    all kernels have bare pointers as arguments.

    ```mlir
    gpu.launch ... {
      %v = memref.load %x[%i] : memref<?xf32, strided<[?]>>
    // becomes
    %base, %offset, %size, %stride = memref.extract_strided_metadata %x
    gpu.launch ... {
      %view = memref.reinterpret_cast %base to offset: [0], sizes: [%size], strides: [%stride]
      %v = memref.load %view[%i] : memref<?xf32, strided<[?]>>
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def MergeKernelsPass : Pass<"rmsnorm-merge-kernels", "::mlir::ModuleOp"> {
  let summary = "Puts all kernels into one module, each of them once";
  let description = [{
    One load brings all kernels to the device, and norms of the same shape share
    one. Names that two modules use for different things become new ones.

    ```mlir
    gpu.launch_func @f_kernel::@f_kernel ...
    gpu.launch_func @g_kernel::@g_kernel ...
    gpu.module @f_kernel { gpu.func @f_kernel ... }
    gpu.module @g_kernel { gpu.func @g_kernel ... }
    // becomes
    gpu.launch_func @f_kernel::@f_kernel ...
    gpu.launch_func @f_kernel::@g_kernel ...
    gpu.module @f_kernel {
      gpu.func @f_kernel ...
      gpu.func @g_kernel ...
    }
    ```
  }];
}

def SpecializeAlignmentPass : Pass<"rmsnorm-specialize-alignment", "::mlir::ModuleOp"> {
  let summary = "Makes a kernel for aligned rows beside one for any";
  let description = [{
    Wide accesses need rows that begin at multiples of 16 bytes. What the types
    leave open of that can be checked before the launch: the pointers, and the
    lengths, strides and offsets that are arguments. The kernel for aligned rows
    may assume them (`rmsnorm.divisor`); its twin may assume no more of a buffer
    than the alignment of an element (`llvm.align`). Both add in the same order.
    The launch names the twin and what is to be checked.

    ```mlir
    gpu.launch_func @norm::@norm ... args(%x : memref<?x512xbf16>)
    // becomes
    gpu.launch_func @norm::@norm ... args(%x : memref<?x512xbf16>)
      {rmsnorm.checked = array<i64: 0>, rmsnorm.unaligned = @norm::@norm_unaligned}
    ```
  }];
}

def ChooseKernelsPass : Pass<"rmsnorm-choose-kernels", "::mlir::ModuleOp"> {
  let summary = "Lets the host choose between the kernels for aligned rows and any";
  let description = [{
    Written out last, so that a norm is one launch up to then.

    ```mlir
    gpu.launch_func @norm::@norm ... args(%x : memref<?x512xbf16>)
      {rmsnorm.checked = array<i64: 0>, rmsnorm.unaligned = @norm::@norm_unaligned}
    // becomes
    %pointer = memref.extract_aligned_pointer_as_index %x : memref<?x512xbf16> -> index
    %rest = arith.andi %pointer, %c15 : index
    %aligned = arith.cmpi eq, %rest, %c0 : index
    scf.if %aligned {
      gpu.launch_func @norm::@norm ... args(%x : memref<?x512xbf16>)
    } else {
      gpu.launch_func @norm::@norm_unaligned ... args(%x : memref<?x512xbf16>)
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def HoistReadsPass : Pass<"rmsnorm-hoist-reads"> {
  let summary = "Moves the reads of a row before its first reduction";
  let description = [{
    The weight then arrives while the row is summed. Nothing is moved over a
    write, and no more than the registers of the block can hold.

    ```mlir
    %s = vector.reduction <add>, %sq : vector<96xf32> into f32
    %w = vector.transfer_read %weight[%c0], %pad {in_bounds = [true]} : memref<96xf32>, vector<96xf32>
    // becomes
    %w = vector.transfer_read %weight[%c0], %pad {in_bounds = [true]} : memref<96xf32>, vector<96xf32>
    %s = vector.reduction <add>, %sq : vector<96xf32> into f32
    ```
  }];
}

def DistributeVectorsPass : Pass<"rmsnorm-distribute-vectors"> {
  let summary = "Shares the vectors of a row among the lanes of the block";
  let description = [{
    A vector of the whole row becomes a few short vectors in each of the lanes
    that `known_block_size` counts along x, or a scalar where all its elements
    are the same. Elementwise ops stay what they are; transfers become accesses
    of at most 16 bytes, as wide as the layout keeps them aligned (buffers begin
    at multiples of 16 bytes, unless `llvm.align` says otherwise); reductions run
    over a lane's own elements, then over the warp by shuffles, then over the
    warps through shared memory with one barrier. A sum that rounds at each step
    (in 16 bits) keeps the order of the row. A value per row is stored by the
    first lane.

    A write marked `rmsnorm.async` of what was just read becomes copies of its pieces
    that the lane does not wait for, if they have 4 bytes or more.

    A row may be cut into groups of a power of two of elements, from 8 to 256, by a
    cast to `vector<5x64xf32>`, say, whose rows neighbouring lanes hold. What is per
    group (`vector<5xf32>`) is then one scalar for each chunk of a lane, reduced by
    shuffles among those lanes and stored by the first of them.

    Other groups are a loop (`scf.forall`) whose body has a vector for each. Teams of
    neighbouring lanes, as many as a row of that length has, take them in turn; what
    a team does beyond the last one is not written.

    ```mlir
    scf.forall (%g) in (5) {
      %first = arith.muli %g, %c96 : index
      %v = vector.transfer_read %x[%i, %first], %pad {in_bounds = [true]} : memref<?x480xbf16>, vector<96xbf16>
      ...
    // becomes, in rows of 32 lanes,
    %team = arith.divui %lane, %c8 : index
    scf.for %step = %c0 to %c5 step %c4 {
      %number = arith.addi %step, %team : index
      %live = arith.cmpi ult, %number, %c5 : index
      %g = arith.minui %number, %c4 : index
      ...
    ```

    In a row that is walked, `vector<[8]xf32>` is eight elements in each lane and
    `vector.vscale` the number of lanes, which may be known at the launch only.

    Which lane adds which elements depends on the length of the row and the type
    that is reduced in, and on nothing else.

    ```mlir
    gpu.func @kernel(...) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<?x512xbf16>, vector<512xbf16>
      %f = arith.extf %v : vector<512xbf16> to vector<512xf32>
      %s = vector.reduction <add>, %f : vector<512xf32> into f32
    // becomes
    gpu.func @kernel(...) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %lane = gpu.thread_id x
      %first = arith.muli %lane, %c8 : index
      %v0 = vector.load %x[%i, %first] {alignment = 16 : i64} : memref<?x512xbf16>, vector<8xbf16>
      %next = arith.addi %first, %c256 : index
      %v1 = vector.load %x[%i, %next] {alignment = 16 : i64} : memref<?x512xbf16>, vector<8xbf16>
      %f0 = arith.extf %v0 : vector<8xbf16> to vector<8xf32>
      %f1 = arith.extf %v1 : vector<8xbf16> to vector<8xf32>
      %sum = arith.addf %f0, %f1 : vector<8xf32>
      ...                                   // eight elements to one, as a tree
      %other, %valid = gpu.shuffle xor %one, %c16_i32, %c32_i32 : f32
      ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::nvgpu::NVGPUDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // RMSNORM_GPU_PASSES_TD
