"""Launches of whole models: what belongs to a norm goes into its kernel.

Each norm that raising finds is computed by one launch, and norms that share their rows
share it. A norm has one root, and nothing else of these models has any.
"""

import argparse
import collections
import os
import re
import subprocess

# Norms, and launches that compute them. In OLMo 2 the last norm of the model takes the
# sum of the last norm of its layers with the residual.
MODELS = {"qwen3_next": (9, 9), "olmo2": (9, 8)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--inputs", required=True)
    args = parser.parse_args()
    for name, (norms, launches) in MODELS.items():

        def run(option):
            command = ["rmsnorm-opt", os.path.join(args.inputs, name + ".mlir"), option]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout

        found = run("--rmsnorm-raise").count("rmsnorm.norm ins")
        assert found == norms, f"{name} has {found} norms, not {norms}"
        module = run("--rmsnorm-gpu-pipeline")
        launched = collections.Counter(re.findall(r"gpu\.launch_func\s+@\w+::@(\w+)", module))
        kernels = re.split(r"gpu\.func @(\w+)", module)[1:]
        roots = {kernel: body.count("math.rsqrt") for kernel, body in zip(kernels[::2], kernels[1::2])}
        computed = sum(count * roots[kernel] for kernel, count in launched.items())
        assert computed == norms, f"the launches of {name} compute {computed} norms"
        used = sum(count for kernel, count in launched.items() if roots[kernel])
        assert used == launches, f"{name} has {used} launches of norms, not {launches}"


main()
