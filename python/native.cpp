//===- native.cpp - The C API as Python classes ---------------------------===//
//
// Nothing but the crossing: arrays to tensors, statuses to exceptions. What a
// Python user sees is made of this in the package's modules.
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <optional>

namespace nb = nanobind;
using namespace nb::literals;

using Shape = std::vector<int64_t>;

namespace {
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a call reports: the error, and what came before it.
class Diagnostics {
public:
  operator RMSNormHandler() { return {take, this}; }

  std::vector<std::string> remarks;
  std::string error;

private:
  static void take(RMSNormSeverity severity, const char *where,
                   const char *message, void *userData) {
    auto &self = *static_cast<Diagnostics *>(userData);
    std::string text = *where ? where + std::string(": ") + message : message;
    if (severity == RMSNORM_ERROR)
      self.error = text;
    else
      self.remarks.push_back(text);
  }
};

/// The parts that a sink is given, as one.
struct Bytes {
  operator RMSNormSink() {
    return {[](const char *data, size_t size, void *userData) {
              static_cast<Bytes *>(userData)->data.append(data, size);
            },
            this};
  }
  std::string data;
};

struct DestroyModule {
  void operator()(RMSNormModule *module) { rmsnormModuleDestroy(module); }
};
struct DestroyFunction {
  void operator()(RMSNormFunction *f) { rmsnormFunctionDestroy(f); }
};
} // namespace

/// Only a failing call raises, and with the GIL held.
static void check(RMSNormStatus status, const Diagnostics &diagnostics) {
  switch (status) {
  case RMSNORM_SUCCESS:
    return;
  case RMSNORM_TYPE_ERROR:
    throw nb::type_error(diagnostics.error.c_str());
  case RMSNORM_VALUE_ERROR:
    throw nb::value_error(diagnostics.error.c_str());
  case RMSNORM_FAILURE:
    throw Error(diagnostics.error);
  }
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

namespace {
class Module {
public:
  static Module parse(nb::bytes text, const std::string &name) {
    return make([&](RMSNormHandler handler) {
      return rmsnormModuleParse(text.c_str(), text.size(), name.c_str(),
                                handler);
    });
  }

  static Module read(const std::string &path) {
    return make([&](RMSNormHandler handler) {
      return rmsnormModuleRead(path.c_str(), handler);
    });
  }

  /// The module after a pipeline, and the remarks that it made.
  std::pair<Module, std::vector<std::string>>
  run(const std::string &pipeline) const {
    Module result =
        make([&](RMSNormHandler) { return rmsnormModuleClone(module.get()); });
    Diagnostics diagnostics;
    RMSNormStatus status;
    {
      nb::gil_scoped_release release;
      status =
          rmsnormModuleRun(result.module.get(), pipeline.c_str(), diagnostics);
    }
    check(status, diagnostics);
    return {std::move(result), std::move(diagnostics.remarks)};
  }

  std::string print() const {
    nb::gil_scoped_release release;
    Bytes text;
    rmsnormModulePrint(module.get(), text);
    return std::move(text.data);
  }

  std::vector<std::pair<std::string, std::string>> norms() const {
    nb::gil_scoped_release release;
    std::vector<std::pair<std::string, std::string>> result;
    rmsnormModuleForEachNorm(
        module.get(),
        [](const char *where, const char *op, void *userData) {
          static_cast<decltype(result) *>(userData)->emplace_back(where, op);
        },
        &result);
    return result;
  }

  nb::bytes emit(const std::string &stage, const std::string &target,
                 const std::optional<std::string> &chip,
                 const std::optional<std::string> &cpu) const {
    RMSNormCompileOptions options = {target.c_str(), stage.c_str(),
                                     chip ? chip->c_str() : nullptr,
                                     cpu ? cpu->c_str() : nullptr, nullptr};
    Diagnostics diagnostics;
    Bytes artifact;
    RMSNormStatus status;
    {
      nb::gil_scoped_release release;
      status =
          rmsnormModuleCompile(module.get(), &options, artifact, diagnostics);
    }
    check(status, diagnostics);
    return nb::bytes(artifact.data.data(), artifact.data.size());
  }

  const RMSNormModule *get() const { return module.get(); }

private:
  explicit Module(RMSNormModule *module) : module(module) {}

  template <typename Read> static Module make(Read read) {
    Diagnostics diagnostics;
    RMSNormModule *module;
    {
      nb::gil_scoped_release release;
      module = read(diagnostics);
    }
    if (!module)
      throw Error(diagnostics.error);
    return Module(module);
  }

  std::unique_ptr<RMSNormModule, DestroyModule> module;
};
} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
class Function {
public:
  static Function compile(const Module &module,
                          const std::optional<std::string> &entry,
                          const std::string &target) {
    Diagnostics diagnostics;
    RMSNormFunction *function;
    {
      nb::gil_scoped_release release;
      function =
          rmsnormFunctionCreate(module.get(), entry ? entry->c_str() : nullptr,
                                target.c_str(), diagnostics);
    }
    if (!function)
      throw Error(diagnostics.error);
    return Function(function);
  }

  std::string name() const { return rmsnormFunctionGetName(function.get()); }

  /// Element type and shape, None for what is open.
  using Type = std::pair<std::string, std::vector<std::optional<int64_t>>>;

  std::vector<Type> arguments() const {
    return types(rmsnormFunctionGetNumArguments, rmsnormFunctionGetArgument);
  }
  std::vector<Type> results() const {
    return types(rmsnormFunctionGetNumResults, rmsnormFunctionGetResult);
  }

  /// Calls the function; `allocate` gives the arrays for results of the shapes
  /// that it is passed.
  void call(const std::vector<Array> &inputs,
            const nb::callable &allocate) const {
    std::vector<RMSNormTensor> in = toTensors(inputs);
    auto outputs = nb::cast<std::vector<Array>>(allocate(resultShapes(in)));
    std::vector<RMSNormTensor> out = toTensors(outputs);
    Diagnostics diagnostics;
    RMSNormStatus status;
    {
      nb::gil_scoped_release release;
      status = rmsnormFunctionCall(function.get(), in.data(), in.size(),
                                   out.data(), out.size(), diagnostics);
    }
    check(status, diagnostics);
  }

private:
  explicit Function(RMSNormFunction *function) : function(function) {}

  std::vector<Shape>
  resultShapes(const std::vector<RMSNormTensor> &inputs) const {
    std::vector<Shape> shapes;
    size_t count = 0;
    for (size_t i = 0, n = rmsnormFunctionGetNumResults(function.get()); i < n;
         ++i) {
      shapes.emplace_back(rmsnormFunctionGetResult(function.get(), i).rank);
      count += shapes.back().size();
    }
    Shape sizes(count);
    Diagnostics diagnostics;
    check(rmsnormFunctionGetResultShapes(function.get(), inputs.data(),
                                         inputs.size(), sizes.data(),
                                         diagnostics),
          diagnostics);
    auto next = sizes.begin();
    for (Shape &shape : shapes)
      for (int64_t &size : shape)
        size = *next++;
    return shapes;
  }

  template <typename Count, typename Get>
  std::vector<Type> types(Count count, Get get) const {
    std::vector<Type> result;
    for (size_t i = 0, n = count(function.get()); i < n; ++i) {
      RMSNormTensorType type = get(function.get(), i);
      auto &shape = result
                        .emplace_back(rmsnormElementTypeName(type.elementType),
                                      std::vector<std::optional<int64_t>>())
                        .second;
      for (int64_t d = 0; d < type.rank; ++d)
        shape.push_back(type.shape[d] < 0 ? std::nullopt
                                          : std::optional(type.shape[d]));
    }
    return result;
  }

  std::unique_ptr<RMSNormFunction, DestroyFunction> function;
};
} // namespace

NB_MODULE(_native, m) {
  nb::exception<Error> error(m, "Error", PyExc_RuntimeError);
  error.doc() = "What MLIR, the compiler or a device says when it fails.";
  nb::class_<Module>(m, "Module")
      .def_static("parse", &Module::parse, "text"_a, "name"_a)
      .def_static("read", &Module::read, "path"_a)
      .def("run", &Module::run, "pipeline"_a)
      .def("norms", &Module::norms)
      .def("emit", &Module::emit, "stage"_a, "target"_a, "chip"_a.none(),
           "cpu"_a.none())
      .def("__str__", &Module::print);
  nb::class_<Function>(m, "Function")
      .def_static("compile", &Function::compile, "module"_a, "entry"_a.none(),
                  "target"_a)
      .def_prop_ro("name", &Function::name)
      .def_prop_ro("arguments", &Function::arguments)
      .def_prop_ro("results", &Function::results)
      .def("call", &Function::call, "inputs"_a, "allocate"_a);
}
