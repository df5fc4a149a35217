//===- NpyHeader.cpp - The header of a .npy file --------------------------===//

#include "NpyHeader.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::rmsnorm;

namespace {
/// Takes a Python literal apart from the front.
class Cursor {
public:
  explicit Cursor(StringRef text) : rest(text) {}

  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  bool atEnd() { return rest.trim().empty(); }

  std::optional<StringRef> string() {
    for (StringRef quote : {"'", "\""})
      if (consume(quote)) {
        auto [text, after] = rest.split(quote);
        if (text.size() == rest.size())
          return std::nullopt;
        rest = after;
        return text;
      }
    return std::nullopt;
  }

  std::optional<bool> boolean() {
    if (consume("True"))
      return true;
    if (consume("False"))
      return false;
    return std::nullopt;
  }

  /// A tuple of sizes: `()`, `(3,)`, `(3, 4)`.
  std::optional<SmallVector<int64_t>> sizes() {
    SmallVector<int64_t> result;
    if (!consume("("))
      return std::nullopt;
    while (!consume(")")) {
      rest = rest.ltrim();
      int64_t size;
      if (rest.consumeInteger(10, size) || size < 0)
        return std::nullopt;
      result.push_back(size);
      // Python 2 wrote long integers so.
      rest.consume_front("L");
      if (!consume(",") && !rest.ltrim().starts_with(")"))
        return std::nullopt;
    }
    return result;
  }

  /// The text of a list, brackets included.
  std::optional<StringRef> list() {
    rest = rest.ltrim();
    if (!rest.starts_with("["))
      return std::nullopt;
    size_t depth = 0, end = 0;
    do {
      if (end == rest.size())
        return std::nullopt;
      depth += rest[end] == '[' ? 1 : rest[end] == ']' ? -1 : 0;
      ++end;
    } while (depth != 0);
    StringRef text = rest.take_front(end);
    rest = rest.drop_front(end);
    return text;
  }

private:
  StringRef rest;
};
} // namespace

std::optional<NpyHeader> rmsnorm::parseNpyHeader(StringRef text) {
  Cursor cursor(text);
  std::optional<StringRef> descr;
  std::optional<bool> fortranOrder;
  std::optional<SmallVector<int64_t>> shape;
  // ASCII only, so that what is wrong in it can be shown.
  if (!llvm::all_of(
          text, [](char c) { return llvm::isPrint(c) || llvm::isSpace(c); }))
    return std::nullopt;
  if (!cursor.consume("{"))
    return std::nullopt;
  while (!cursor.consume("}")) {
    std::optional<StringRef> key = cursor.string();
    if (!key || !cursor.consume(":"))
      return std::nullopt;
    bool known = false;
    if (*key == "descr") {
      descr = cursor.string();
      if (!descr)
        descr = cursor.list();
      known = descr.has_value();
    } else if (*key == "fortran_order") {
      fortranOrder = cursor.boolean();
      known = fortranOrder.has_value();
    } else if (*key == "shape") {
      shape = cursor.sizes();
      known = shape.has_value();
    }
    if (!known)
      return std::nullopt;
    if (!cursor.consume(",")) {
      if (!cursor.consume("}"))
        return std::nullopt;
      break;
    }
  }
  if (!descr || !fortranOrder || !shape || !cursor.atEnd())
    return std::nullopt;
  return NpyHeader{*descr, *fortranOrder, *shape};
}
