"""Print the lowest version that `pyproject.toml` allows of each dependency, as constraints for pip."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

told = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
wanted = [*told["build-system"]["requires"], *told["project"]["dependencies"]]
for extra in told["project"]["optional-dependencies"].values():
    wanted += extra
for one in wanted:
    if found := re.match(r"([\w-]+)>=([\w.]+)", one):
        print(f"{found[1]}=={found[2]}")
    elif not one.startswith(f"{told['project']['name']}["):
        sys.exit(f"{one}: no lowest version is named")
