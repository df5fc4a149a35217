// RUN: rmsnorm-opt %s --rmsnorm-split-addresses | FileCheck %s

gpu.module @kernels {
  // The part of the thread has 32 bits, then come the block's and the constant.
  // CHECK-LABEL: llvm.func @row
  //  CHECK-SAME: %[[BUFFER:.*]]: !llvm.ptr
  //       CHECK:   %[[X:.*]] = nvvm.read.ptx.sreg.tid.x
  //       CHECK:   %[[Y:.*]] = nvvm.read.ptx.sreg.tid.y
  //       CHECK:   %[[CTAID:.*]] = nvvm.read.ptx.sreg.ctaid.x
  //       CHECK:   %[[BLOCK:.*]] = llvm.sext %[[CTAID]] : i32 to i64
  //       CHECK:   %[[ROW:.*]] = llvm.mul %[[Y]], %{{.*}} : i32
  //       CHECK:   %[[COLUMN:.*]] = llvm.mul %[[X]], %{{.*}} : i32
  //       CHECK:   %[[SUM:.*]] = llvm.add %[[ROW]], %[[COLUMN]] : i32
  //       CHECK:   %[[WIDE:.*]] = llvm.zext nneg %[[SUM]] : i32 to i64
  //       CHECK:   %[[P:.*]] = llvm.getelementptr %[[BUFFER]][%[[WIDE]]] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  //       CHECK:   %[[ROWS:.*]] = llvm.mul %[[BLOCK]], %{{.*}} : i64
  //       CHECK:   %[[Q:.*]] = llvm.getelementptr %[[P]][%[[ROWS]]] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  //       CHECK:   llvm.getelementptr %[[Q]][256] : (!llvm.ptr) -> !llvm.ptr, f16
  llvm.func @row(%buffer: !llvm.ptr) -> !llvm.ptr attributes {nvvm.kernel} {
    %c4 = llvm.mlir.constant(4 : i64) : i64
    %c8 = llvm.mlir.constant(8 : i64) : i64
    %c256 = llvm.mlir.constant(256 : i64) : i64
    %c1024 = llvm.mlir.constant(1024 : i64) : i64
    %tid = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
    %x = llvm.sext %tid : i32 to i64
    %tidy = nvvm.read.ptx.sreg.tid.y range <i32, 0, 4> : i32
    %y = llvm.sext %tidy : i32 to i64
    %ctaid = nvvm.read.ptx.sreg.ctaid.x : i32
    %block = llvm.sext %ctaid : i32 to i64
    %first = llvm.mul %block, %c4 : i64
    %row = llvm.add %first, %y : i64
    %place = llvm.mul %row, %c1024 : i64
    %lane = llvm.mul %x, %c8 : i64
    %column = llvm.add %lane, %c256 : i64
    %index = llvm.add %place, %column : i64
    %p = llvm.getelementptr %buffer[%index] : (!llvm.ptr, i64) -> !llvm.ptr, f16
    llvm.return %p : !llvm.ptr
  }

  // What depends on the thread alone, is in shared memory, or has a part of the
  // thread that needs more bits, stays as it is.
  // CHECK-LABEL: llvm.func @others
  //   CHECK-NOT:   llvm.zext
  llvm.func @others(%buffer: !llvm.ptr, %shared: !llvm.ptr<3>, %n: i64) -> !llvm.ptr attributes {nvvm.kernel} {
    %c8 = llvm.mlir.constant(8 : i64) : i64
    %many = llvm.mlir.constant(2147483647 : i64) : i64
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %x = llvm.sext %tid : i32 to i64
    %lane = llvm.mul %x, %c8 : i64
    %p = llvm.getelementptr %buffer[%lane] : (!llvm.ptr, i64) -> !llvm.ptr, f16
    %both = llvm.add %lane, %n : i64
    %q = llvm.getelementptr %shared[%both] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
    %v = llvm.load %q : !llvm.ptr<3> -> f32
    llvm.store %v, %p : f32, !llvm.ptr
    %far = llvm.mul %x, %many : i64
    %sum = llvm.add %far, %n : i64
    %r = llvm.getelementptr %buffer[%sum] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.return %r : !llvm.ptr
  }
}
