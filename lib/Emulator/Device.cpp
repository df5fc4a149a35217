//===- Device.cpp - A GPU that is emulated on the CPU ---------------------===//

#include "RMSNorm/Emulator/Device.h"
#include "DeviceModule.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

/// Host code names no device: there is one at a time.
static Device *currentDevice = nullptr;

Device::Device(Symbols symbols) : symbols(std::move(symbols)) {
  currentDevice = this;
}

Device::~Device() { currentDevice = nullptr; }

Device &Device::current() {
  assert(currentDevice && "host code runs without a device");
  return *currentDevice;
}

void Device::fail(Failure newFailure) {
  if (!failure)
    failure = std::move(newFailure);
}
