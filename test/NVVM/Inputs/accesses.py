"""Counts the accesses to global memory in the PTX of one kernel: accesses.py KERNEL < IR"""

import collections
import re
import sys

text = sys.stdin.read().replace("\\0A", "\n").replace("\\09", "\t")
body = re.search(rf"\.entry {sys.argv[1]}\(.*?\n}}", text, re.S).group()
for access, count in sorted(collections.Counter(re.findall(r"(?:ld|st)\.global[\w.]*", body)).items()):
    print(count, access)
