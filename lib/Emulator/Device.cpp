//===- Device.cpp - A GPU that is emulated on the CPU ---------------------===//

#include "RMSNorm/Emulator/Device.h"
#include "DeviceModule.h"
#include <utility>

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

/// Host code names no device.
static thread_local Device *currentDevice = nullptr;

Device::Current::Current(Device &device)
    : before(std::exchange(currentDevice, &device)) {}

Device::Current::~Current() { currentDevice = before; }

Device::Device(Symbols symbols) : symbols(std::move(symbols)) {}
Device::~Device() = default;

Device &Device::current() {
  assert(currentDevice && "host code runs without a device");
  return *currentDevice;
}

void Device::fail(Failure newFailure) {
  if (!failure)
    failure = std::move(newFailure);
}
