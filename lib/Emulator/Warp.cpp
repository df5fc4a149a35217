//===- Warp.cpp - Shuffles, votes and barriers of a warp ------------------===//

#include "Block.h"
#include "Runtime.h"

using namespace mlir;
using namespace mlir::rmsnorm;
using namespace mlir::rmsnorm::emulator;

/// The lane that `lane` reads from, and whether it is in range: the pseudo-code
/// of `shfl.sync` in the PTX ISA.
static std::pair<unsigned, bool> getSource(const Thread &lane) {
  unsigned clamp = lane.collective.clamp & 31;
  unsigned segment = lane.collective.clamp >> 8 & 31;
  unsigned operand = lane.collective.operand & 31;
  int maxLane = (lane.lane & segment) | (clamp & ~segment);
  unsigned minLane = lane.lane & segment;
  int source = lane.lane;
  bool inRange = true;
  switch (lane.collective.kind) {
  case Collective::ShuffleUp:
    source -= operand;
    inRange = source >= maxLane;
    break;
  case Collective::ShuffleDown:
    source += operand;
    inRange = source <= maxLane;
    break;
  case Collective::ShuffleXor:
    source ^= operand;
    inRange = source <= maxLane;
    break;
  default:
    source = minLane | (operand & ~segment);
    inRange = source <= maxLane;
  }
  return {inRange ? source : lane.lane, inRange};
}

static void shuffle(MutableArrayRef<Thread *> lanes) {
  for (Thread *lane : lanes) {
    auto [source, inRange] = getSource(*lane);
    auto *from = llvm::find_if(
        lanes, [source = source](Thread *t) { return t->lane == source; });
    if (from == lanes.end())
      lane->fail(lane->site, "shuffle from lane " + Twine(source) +
                                 ", which is not in the mask");
    lane->collective.result = (*from)->collective.value;
    lane->collective.predicate = inRange;
  }
}

static void vote(MutableArrayRef<Thread *> lanes) {
  uint32_t ballot = 0, mask = 0;
  for (Thread *lane : lanes) {
    mask |= 1u << lane->lane;
    if (lane->collective.value)
      ballot |= 1u << lane->lane;
  }
  for (Thread *lane : lanes) {
    uint64_t &result = lane->collective.result;
    switch (lane->collective.kind) {
    case Collective::VoteAll:
      result = ballot == mask;
      break;
    case Collective::VoteAny:
      result = ballot != 0;
      break;
    case Collective::VoteUniform:
      result = ballot == mask || ballot == 0;
      break;
    default:
      result = ballot;
    }
  }
}

/// After `bar.warp.sync` each lane comes after what all lanes did.
static void synchronise(MutableArrayRef<Thread *> lanes) {
  std::array<uint32_t, warpSize> all{};
  for (Thread *lane : lanes) {
    lane->seen[lane->lane] = lane->clock++;
    if (lane->clock > maxClock)
      lane->fail(lane->site, "synchronises too often to be emulated");
    for (unsigned i = 0; i < warpSize; ++i)
      all[i] = std::max(all[i], lane->seen[i]);
  }
  for (Thread *lane : lanes)
    lane->seen = all;
}

uint64_t runtime::collective(Thread *thread, uint32_t kind, uint32_t mask,
                             uint64_t value, uint32_t operand, uint32_t clamp,
                             uint32_t site) {
  auto &mine = thread->collective;
  mine = {static_cast<Collective>(kind), mask, operand, clamp, value};
  if (!(mask >> thread->lane & 1))
    thread->fail(site, "shuffle, vote or barrier of a warp by lane " +
                           Twine(thread->lane) +
                           ", which is not in its own mask");
  MutableArrayRef<Thread> warp = thread->block->getWarp(thread->warp);
  if (warp.size() < warpSize && mask >> warp.size())
    thread->fail(site, "shuffle, vote or barrier of a warp with a mask for "
                       "more than the " +
                           Twine(warp.size()) + " lanes that there are");

  // The last lane to come does it for all.
  std::array<Thread *, warpSize> storage;
  size_t count = 0;
  for (Thread &lane : warp) {
    if (!(mask >> lane.lane & 1))
      continue;
    storage[count++] = &lane;
    bool here =
        &lane == thread || (lane.state == Thread::InCollective &&
                            lane.site == site && lane.collective.mask == mask);
    if (!here) {
      thread->wait(Thread::InCollective, site);
      return mine.result;
    }
  }
  thread->site = site;
  MutableArrayRef<Thread *> lanes(storage.data(), count);
  if (mine.kind == Collective::Sync)
    synchronise(lanes);
  else if (mine.kind <= Collective::ShuffleXor)
    shuffle(lanes);
  else
    vote(lanes);
  for (Thread *lane : lanes)
    if (lane != thread)
      thread->block->makeReady(*lane);
  return mine.result;
}

uint32_t runtime::collectivePredicate(Thread *thread) {
  return thread->collective.predicate;
}
