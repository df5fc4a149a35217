//===- Npy.cpp - Arrays in NumPy's .npy files -----------------------------===//

#include "RMSNorm/Runtime/Npy.h"
#include "NpyHeader.h"
#include "RMSNorm/Artifact/Error.h"
#include "RMSNorm/Artifact/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::rmsnorm;

static constexpr StringLiteral magic = "\x93NUMPY";

std::string NpyType::getName() const {
  if (kind == 'b')
    return "bool";
  StringRef name = kind == 'f' ? "float" : kind == 'i' ? "int" : "uint";
  return (name + Twine(bytes * 8)).str();
}

llvm::Expected<int64_t> rmsnorm::countElements(ArrayRef<int64_t> shape,
                                               int64_t bytes) {
  int64_t count = 1, size;
  // The order matters: [2^62, 2^62, 0] is an array without elements.
  if (llvm::is_contained(shape, 0))
    return 0;
  for (int64_t extent : shape)
    if (llvm::MulOverflow(count, extent, count))
      return makeError("an array with more elements than can be counted");
  if (llvm::MulOverflow(count, bytes, size))
    return makeError("an array with more bytes than can be counted");
  return count;
}

/// The type that `descr` names, if it is a number and little-endian.
static std::optional<NpyType> parseType(StringRef descr) {
  char order = descr.empty() ? 0 : descr[0];
  StringRef text = descr.drop_front(order ? 1 : 0);
  char kind = text.empty() ? 0 : text[0];
  int64_t bytes;
  if (!StringRef("<|").contains(order) ||
      text.drop_front(kind ? 1 : 0).getAsInteger(10, bytes))
    return std::nullopt;
  bool isNumber = (kind == 'f' && (bytes == 2 || bytes == 4 || bytes == 8)) ||
                  (kind == 'b' && bytes == 1) ||
                  ((kind == 'i' || kind == 'u') &&
                   (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8));
  if (!isNumber || (order == '|' && bytes != 1))
    return std::nullopt;
  return NpyType{kind, bytes};
}

/// The text of the header; `bytes` goes on to the data behind it.
static std::optional<StringRef> takeHeader(StringRef &bytes) {
  if (!bytes.consume_front(magic) || bytes.size() < 4)
    return std::nullopt;
  uint8_t version = bytes[0];
  bytes = bytes.drop_front(2);
  size_t length;
  if (version == 1) {
    length = llvm::support::endian::read16le(bytes.data());
    bytes = bytes.drop_front(2);
  } else if (version == 2) {
    if (bytes.size() < 4)
      return std::nullopt;
    length = llvm::support::endian::read32le(bytes.data());
    bytes = bytes.drop_front(4);
  } else {
    return std::nullopt;
  }
  if (bytes.size() < length)
    return std::nullopt;
  StringRef header = bytes.take_front(length);
  bytes = bytes.drop_front(length);
  return header;
}

llvm::Expected<NpyArray> rmsnorm::readNpy(StringRef path) {
  auto fail = [&](const Twine &what) { return makeError(path + ": " + what); };
  if (llvm::Error error = checkInput(path))
    return error;
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return fail(file.getError().message());
  StringRef bytes = (*file)->getBuffer();
  if (!bytes.starts_with(magic))
    return fail("not a .npy file: write it with numpy.save");
  std::optional<StringRef> text = takeHeader(bytes);
  std::optional<NpyHeader> header = text ? parseNpyHeader(*text) : std::nullopt;
  if (!header)
    return fail("a .npy file with a bad header: write it with numpy.save");

  std::optional<NpyType> type = parseType(header->descr);
  if (!type)
    return fail("elements of type '" + header->descr +
                "' can't be read: save little-endian floats (float32 for bf16 "
                "and f8), integers or bools");
  if (header->fortranOrder && header->shape.size() > 1)
    return fail("in Fortran order: save numpy.ascontiguousarray of it");
  llvm::Expected<int64_t> count = countElements(header->shape, type->bytes);
  if (!count)
    return fail(llvm::toString(count.takeError()));
  uint64_t size = *count * type->bytes;
  if (bytes.size() != size)
    return fail("has " + Twine(bytes.size()) +
                " bytes of data where its header says " + Twine(size) +
                ": write it anew");
  return NpyArray{*type, header->shape, bytes, std::move(*file)};
}

llvm::Error rmsnorm::writeNpy(StringRef path, NpyType type,
                              ArrayRef<int64_t> shape, StringRef data) {
  std::string sizes = llvm::join(
      llvm::map_range(shape, [](int64_t size) { return std::to_string(size); }),
      ", ");
  std::string header =
      ("{'descr': '" + Twine(type.bytes == 1 ? "|" : "<") + Twine(type.kind) +
       Twine(type.bytes) + "', 'fortran_order': False, 'shape': (" + sizes +
       (shape.size() == 1 ? "," : "") + "), }")
          .str();
  // The data start at a multiple of 64 bytes, so that they can be mapped.
  constexpr size_t prefix = magic.size() + 4;
  header.append(llvm::alignTo(prefix + header.size() + 1, 64) - prefix -
                    header.size() - 1,
                ' ');
  header += '\n';

  return writeOutput(path, [&](raw_ostream &os) {
    char length[2];
    llvm::support::endian::write16le(length, header.size());
    os << magic << '\1' << '\0' << StringRef(length, 2) << header << data;
  });
}
