import os
import lit.formats

config.name = "rmsnorm"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = config.source_dir
config.test_exec_root = config.binary_dir
config.environment["PATH"] = os.pathsep.join([config.tools_dir, config.llvm_tools_dir, os.environ["PATH"]])
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%lib_dir", config.lib_dir))
config.substitutions.append(("%test_dir", config.source_dir))
config.substitutions.append(("%llvm_lib_dir", config.llvm_lib_dir))
config.substitutions.append(("%cxx", config.cxx))
config.substitutions.append(("%cc", config.cc))
