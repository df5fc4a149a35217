// RUN: rmsnorm-opt %s --rmsnorm-mask-bits | FileCheck %s

// CHECK-LABEL: llvm.func @copy
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[M:.*]]: vector<8xi1>, %[[Z:.*]]: vector<8xbf16>
// CHECK: %[[ZB:.*]] = llvm.bitcast %[[Z]] : vector<8xbf16> to vector<8xi16>
// CHECK: %[[V:.*]] = llvm.intr.masked.load %[[P]], %[[M]], %[[ZB]] {{.*}} -> vector<8xi16>
// CHECK: %[[F:.*]] = llvm.bitcast %[[V]] : vector<8xi16> to vector<8xbf16>
// CHECK: %[[B:.*]] = llvm.bitcast %[[F]] : vector<8xbf16> to vector<8xi16>
// CHECK: llvm.intr.masked.store %[[B]], %[[P]], %[[M]]
llvm.func @copy(%p : !llvm.ptr, %m : vector<8xi1>, %z : vector<8xbf16>) {
  %v = llvm.intr.masked.load %p, %m, %z {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xbf16>) -> vector<8xbf16>
  llvm.intr.masked.store %v, %p, %m {alignment = 2 : i32} : vector<8xbf16>, vector<8xi1> into !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @wide
// CHECK-NOT: bitcast
llvm.func @wide(%p : !llvm.ptr, %m : vector<8xi1>, %v : vector<8xf32>) {
  llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<8xf32>, vector<8xi1> into !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @load
// CHECK: %[[B:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<33xi16>
// CHECK: %[[F:.*]] = llvm.bitcast %[[B]] : vector<33xi16> to vector<33xbf16>
// CHECK: llvm.return %[[F]]
llvm.func @load(%p : !llvm.ptr) -> vector<33xbf16> {
  %v = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> vector<33xbf16>
  llvm.return %v : vector<33xbf16>
}
