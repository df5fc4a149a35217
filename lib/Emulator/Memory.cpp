//===- Memory.cpp - The memory of the emulated device ---------------------===//

#include "RMSNorm/Emulator/Memory.h"
#include "Shadow.h"
#include "llvm/Support/Alignment.h"
#include <cstring>
#include <new>

using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

/// Between any two allocations, so that a small overrun hits none.
static constexpr uint64_t gap = 256;
/// cudaMalloc promises this alignment.
static constexpr uint64_t alignment = 256;

Memory::Memory() = default;
Memory::~Memory() = default;

char *Memory::allocate(uint64_t bytes) {
  if (bytes > UINT64_MAX / 2)
    return nullptr;
  uint64_t size = bytes + 2 * gap + alignment;
  std::unique_ptr<char[]> storage(new (std::nothrow) char[size]);
  if (!storage)
    return nullptr;
  auto *begin = reinterpret_cast<char *>(
      llvm::alignAddr(storage.get() + gap, llvm::Align(alignment)));
  std::memset(begin, 0xff, bytes);
  share(begin, bytes);
  allocations[begin].storage = std::move(storage);
  return begin;
}

bool Memory::release(char *begin) {
  last = nullptr;
  return allocations.erase(begin);
}

void Memory::share(char *begin, uint64_t bytes) {
  last = nullptr;
  allocations[begin] = {begin, bytes, std::make_unique<Shadow>(bytes), nullptr};
}

Allocation *Memory::find(const char *address) {
  if (last && last->contains(address, 1))
    return last;
  auto next = allocations.upper_bound(const_cast<char *>(address));
  Allocation *near = nullptr;
  if (next != allocations.end() && next->first - address <= int64_t(gap))
    near = &next->second;
  if (next == allocations.begin())
    return near;
  Allocation &before = std::prev(next)->second;
  if (before.contains(address, 1))
    return last = &before;
  if (address - (before.begin + before.bytes) < int64_t(gap))
    return &before;
  return near;
}

bool Memory::contains(const void *address, uint64_t size) {
  auto *bytes = static_cast<const char *>(address);
  Allocation *allocation = find(bytes);
  return allocation && allocation->contains(bytes, size);
}

void Memory::clearShadows() {
  for (auto &[begin, allocation] : allocations)
    allocation.shadow->clear();
}
