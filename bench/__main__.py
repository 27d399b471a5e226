"""Measure, print a table, write a JSON file."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import clingo

from bench import cold, explaining, growth, many, savings, serving, warm
from bench.boards import small_batch
from bench.clock import WHERE_SET, Times, calibrate, yardstick
from bench.runs import BATCH, COLD_LIMIT, RUNS, Run

_STAGES = ("tell", "facts", "load", "ground", "loop", "read")


def main() -> None:
    """Run the benchmarks."""
    options = _options()
    loop = calibrate()
    print(f"calibration loop: {loop.least:.1f} ms; times in ms of processor time, the least of several; clingo "
          f"{clingo.__version__}, Python {platform.python_version()}")  # fmt: skip
    clingo_here = yardstick()
    print(f"clingo makes a control in {clingo_here.control:.3f} ms ({WHERE_SET.control} where the limits were set) and "
          f"reads 1000 facts in {clingo_here.facts:.1f} ms ({WHERE_SET.facts}): limits are for a machine "
          f"{clingo_here.slower:.2f} times as fast")  # fmt: skip
    results: dict[str, Any] = {
        "calibration": loop._asdict(),
        "clingo here": {**clingo_here._asdict(), "slower": clingo_here.slower},
        "python": platform.python_version(),
        "clingo": clingo.__version__,
        "boards": {},
    }
    stages = "".join(f"{stage:>8}" for stage in _STAGES)
    print(f"\n{'':<50}{'total':>8}{'median':>8}{'limit':>7}{'/loop':>7}{stages}{'calls':>7}{'atoms':>8}")
    for run in RUNS:
        if run.name.startswith(tuple(options.only)):
            results["boards"][run.name] = _warm(run, options, loop)
    if "e".startswith(tuple(options.only)):
        results["cold"] = _cold(options)
    if "f".startswith(tuple(options.only)):
        results["batch"] = _batch(options, loop)
    if "h".startswith(tuple(options.only)):  # before anything else explains: see `explaining.untouched`
        results["explaining"] = _explaining(options)
    if "g".startswith(tuple(options.only)):
        results["ratios"] = growth.compare(small_batch(20))
        told = ", ".join(f"{name} {ratio:.2f}" for name, ratio in results["ratios"].items())
        print(f"\ng   as ratios to deriving boards one by one: {told}")
    if options.growth or "p".startswith(tuple(options.only)):
        results["growth"] = growth.measure()
        _growth(results["growth"], options.growth or options.json.parent / "growth.svg")
    if "s".startswith(tuple(options.only)):
        results["switches"] = _switches()
    if "w".startswith(tuple(options.only)):
        results["serving"] = _serving()
    results["calibration after"] = calibrate()._asdict()
    options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(f"\nwritten to {options.json}")


def _serving() -> dict[str, Any]:
    """Print how long answers take where fifty people ask the server at once."""
    heads = ("answers", "errors", "alone", "median", "95 %", "99 %", "limit", "listening", "deriving", "worked out")
    print(
        f"\nw   {serving.USERS} people ask 'typeline serve', two processes: ms on the clock, longer beside other work;"
        "\n    then processor time for one answer, and 95 % worked out from it"
    )
    print(f"{'':<50}{''.join(f'{head:>11}' for head in heads)}")
    told = {}
    for name, asked in serving.RUNS:
        found = serving.measure(**asked)
        told[name] = {"limit": serving.LIMIT, **found._asdict()}
        times = (found.alone, found.median, found.of_95, found.of_99, serving.LIMIT)
        shown = "".join(f"{one:>11.0f}" for one in times) + f"{found.listening:>11.1f}{found.deriving:>11.1f}"
        shown += f"{found.worked_out:>11.0f}" if found.worked_out else f"{'':>11}"
        print(f"    {name:<46}{found.answers:>11}{found.errors:>11}{shown}")
    return told


def _switches() -> Mapping[str, Mapping[str, float]]:
    """Print how many times as long boards take without each optimization."""
    found = savings.measure()
    named = list(found["all"])
    print("\ns   times as long without an optimization" + "".join(f"{name:>10}" for name in named))
    for switch, ratios in found.items():
        print(f"    {switch:<37}" + "".join(f"{ratios[name]:>10.2f}" for name in named))
    return found


def _growth(points: growth.Grown, path: Path) -> None:
    """Print how the cost grows, and draw it."""
    print("\np   how the cost grows")
    for name, of_one in points.items():
        print(f"    {name:<24}" + "".join(f"{count:>6}: {taken:<7.1f}" for count, taken in of_one))
    if growth.can_plot():
        growth.plot(points, path)
        print(f"    drawn in {path}")
    else:
        print("    not drawn: matplotlib is not installed (pip install -e '.[bench]')")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description="How long boards take.")
    parser.add_argument("--repeat", type=int, default=40, help="how often small boards are derived (default 40)")
    parser.add_argument("--cold", type=int, default=15, help="how often processes are started (default 15)")
    parser.add_argument("--batches", type=int, default=3, help="how often the batch is run (default 3)")
    parser.add_argument("--only", nargs="+", default=[""], metavar="RUN", help="only runs that begin so: a b1 e p")
    parser.add_argument(
        "--growth",
        type=Path,
        metavar="FILE.svg",
        help="draw how the cost grows there (extra: bench; growth.svg beside the JSON if it is left out)",
    )
    parser.add_argument("--calls", action="store_true", help="print the time of each grounding call")
    parser.add_argument("--json", type=Path, default=Path(__file__).parent / "results.json", metavar="FILE")
    options = parser.parse_args()
    names = [*(run.name for run in RUNS), *"efghpsw"]
    for one in options.only:
        if not any(name.startswith(one) for name in names):
            parser.error(f"no run begins with {one!r}: they are {', '.join(name.split()[0] for name in names)}")
    if options.growth and not growth.can_plot():
        parser.error("--growth: matplotlib is not installed (pip install -e '.[bench]')")
    for path in filter(None, (options.json, options.growth)):
        if not os.access(path if path.exists() else path.parent, os.W_OK) or path.is_dir():
            parser.error(f"{path} cannot be written")
    return options


def _warm(run: Run, options: argparse.Namespace, loop: Times) -> dict[str, Any]:
    """Measure a board and print its line."""
    found = warm.measure(run.board(), max(3, round(options.repeat * run.share)))
    limit = f"{run.limit:.0f}" if run.limit else "-"
    stages = "".join(f"{getattr(found, stage).least:>8.1f}" for stage in _STAGES)
    print(f"{run.name:<50}{found.total.least:>8.1f}{found.total.median:>8.1f}{limit:>7}"
          f"{found.total.least / loop.least:>7.2f}{stages}{len(found.calls):>7}{found.atoms:>8}")  # fmt: skip
    if options.calls:
        for names, milliseconds in found.calls:
            print(f"    {milliseconds:>8.2f}  {names}")
    return {
        "limit": run.limit,
        "ratio": found.total.least / loop.least,
        **{name: value._asdict() if isinstance(value, Times) else value for name, value in found._asdict().items()},
    }


def _cold(options: argparse.Namespace) -> dict[str, Any]:
    """Measure the command line and print its lines."""
    found = cold.measure(options.cold)
    command, grounding, imports = (one.median for one in (found.command, found.grounding, found.imports))
    print(f"\ne   typeline derive {cold.EXAMPLE}, cold: {command:.0f} ms, of which the grounding {grounding:.0f} ms; "
          f"import clingo, click: {imports:.0f} ms (medians)")  # fmt: skip
    print(f"    ratio {found.ratio:.2f}; without the grounding {found.ratio_without:.2f} (limit {COLD_LIMIT})")
    print("    other commands on that board, cold:           least  limit   ratio to derive")
    for name, least in found.others.items():
        limit = cold.LIMITS.get(name, "")
        print(f"    {name:<46}{least:>5.0f}{limit:>7}{least / found.command.least:>8.2f}")
    values = {name: value._asdict() if isinstance(value, Times) else value for name, value in found._asdict().items()}
    return {"limit": COLD_LIMIT, **values}


def _batch(options: argparse.Namespace, loop: Times) -> dict[str, Any]:
    """Measure the batch and print its line."""
    found = many.measure(small_batch(BATCH), options.batches)
    each = found.least / BATCH
    print(f"\nf   batch of {BATCH} boards of 10 objects: {found.least:.0f} ms, {each:.1f} ms a board, "
          f"{found.least / loop.least:.1f} loops")  # fmt: skip
    return {"boards": BATCH, **found._asdict(), "each": each, "ratio": found.least / loop.least}


def _explaining(options: argparse.Namespace) -> dict[str, Any]:
    """Measure explanations and print their lines."""
    repeat = max(3, round(options.repeat * 0.3))
    ratio = explaining.untouched(options.repeat)
    print(f"\nh   deriving takes {ratio:.2f} times as long once something was explained")
    found = explaining.measure(repeat)
    for name, (times, limit) in found.items():
        print(f"    {name:<46}{times.least:>8.1f}{times.median:>8.1f}{limit:>7.0f}")
    told = {name: {"limit": limit, **times._asdict()} for name, (times, limit) in found.items()}
    ratios = explaining.why_not_ratios(repeat)
    said = ", ".join(f"{name} {one:.1f}" for name, one in ratios.items())
    print(f"    why not, 12 objects with 10 entangled effects, as a ratio to deriving them: {said}")
    return {"deriving, as a ratio": ratio, "why not, as a ratio": ratios, **told}


if __name__ == "__main__":
    main()
