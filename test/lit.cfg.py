import glob
import os
import shutil
import subprocess
import lit.formats

config.name = "rmsnorm"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = config.source_dir
config.test_exec_root = config.binary_dir
config.environment["PATH"] = os.pathsep.join([config.tools_dir, config.llvm_tools_dir, os.environ["PATH"]])
# A build with sanitizers: a program that is not of this build and loads a library
# of it has to have their runtime too. LLVM's libraries know nothing of what our
# code says about containers and pools, and a fiber that is dropped would keep its
# copy of a stack. Reports go to files, whatever a test expects on stderr; Python
# has leaks of its own.
host, flags = "", ""
if config.sanitizer_runtime:
    config.available_features.add("sanitized")
    host = f"env LD_PRELOAD={config.sanitizer_runtime} "
    flags = " -Qunused-arguments -fsanitize=address -shared-libasan -Wl,-rpath," + os.path.dirname(config.sanitizer_runtime)
    os.makedirs(os.path.join(config.build_dir, "reports"), exist_ok=True)
    reports = "log_path=" + os.path.join(config.build_dir, "reports", "report")
    options = reports + ":detect_stack_use_after_return=0:detect_container_overflow=0:allow_user_poisoning=0"
    config.environment["ASAN_OPTIONS"] = options + ":detect_leaks=0"
    config.environment["UBSAN_OPTIONS"] = reports + ":print_stacktrace=1"
    config.substitutions.append((r"(?<![-/\w])mlir-opt(?![-\w])", host + "mlir-opt"))
    # For a program that is to leak nothing.
    config.substitutions.append(("%watch_leaks", f"env ASAN_OPTIONS={options}:detect_leaks=1"))

config.substitutions.append(("%python", host + config.python))
config.substitutions.append(("%lib_dir", config.lib_dir))
config.substitutions.append(("%include_dir", config.include_dir))
config.substitutions.append(("%llvm_include_dir", config.llvm_include_dir))
config.substitutions.append(("%build_dir", config.build_dir))
config.substitutions.append(("%source_dir", os.path.dirname(config.source_dir)))
config.substitutions.append(("%test_dir", config.source_dir))
config.substitutions.append(("%llvm_lib_dir", config.llvm_lib_dir))
config.substitutions.append(("%seed", os.environ.get("RMSNORM_SEED", "0")))
config.substitutions.append(("%cxx", config.cxx))
config.substitutions.append(("%cc", config.cc + flags))
# A machine with two GPUs, as far as its driver can tell.
config.substitutions.append(("%fake_cuda", "env LD_LIBRARY_PATH=" + os.path.join(config.lib_dir, "fake-cuda")))

# The Python package, where it was built; RMSNORM_TEST_PYTHON is another Python of
# the same version for it, with PyTorch for example.
config.package_python = os.environ.get("RMSNORM_TEST_PYTHON", config.package_python)
config.substitutions.append(("%package_python", host + config.package_python))
if glob.glob(os.path.join(config.build_dir, "python", "rmsnorm", "_native*.so")):
    config.available_features.add("python-package")
    config.environment["PYTHONPATH"] = os.path.join(config.build_dir, "python")
    has = "import importlib.util as u; print(*(m for m in ('torch', 'torch_mlir', 'jax') if u.find_spec(m)))"
    found = subprocess.run([config.package_python, "-c", has], capture_output=True, text=True).stdout.split()
    config.available_features.update(module.replace("_", "-") for module in found)

# Sanitizers are a package of their own.
resources = subprocess.run([config.cc, "-print-resource-dir"], capture_output=True, text=True).stdout.strip()
if glob.glob(os.path.join(resources, "lib", "*", "libclang_rt.asan*.a")):
    config.available_features.add("asan")

# What builds everything anew.
if os.environ.get("RMSNORM_TEST_WHEEL"):
    config.available_features.add("wheel")

# Machine code takes a CUDA toolkit, found as RMSNorm/NVVM finds it.
for variable in ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"]:
    if os.environ.get(variable):
        config.environment[variable] = os.environ[variable]
toolkit = next((os.environ[v] for v in ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"] if os.environ.get(v)), "/usr/local/cuda")
if shutil.which("ptxas", path=os.path.join(toolkit, "bin") + os.pathsep + os.environ["PATH"]):
    config.available_features.add("ptxas")

# RMSNORM_VERIFY_ROUNDTRIP=1 sends the input of every test through the textual
# and the bytecode form, besides what it tests.
if os.environ.get("RMSNORM_VERIFY_ROUNDTRIP"):
    config.substitutions.append((r"(?<![-/\w])rmsnorm-opt(?![-\w])", "rmsnorm-opt --verify-roundtrip"))
