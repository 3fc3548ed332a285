"""Writing pictures into files: what is written follows from the file's ending."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from os import PathLike
from pathlib import Path

from zermelo.explaining.trace import ExplainError, Trace

CONVERTERS: dict[str, Callable[[str], list[str]]] = {
    "rsvg-convert": lambda kind: ["--format", kind, "--zoom", "2" if kind == "png" else "1"],
    "inkscape": lambda kind: ["--pipe", f"--export-type={kind}", "--export-filename=-"],
}
"""Programs that turn SVG from their input into something else, and what to tell them."""


def save(trace: Trace, path: str | PathLike[str]) -> None:
    """Writes a trace as the file's ending says.

    Raises:
        ExplainError: The ending is none of those known, or PNG or PDF is wanted and no converter is there.
    """
    write: dict[str, Callable[[], str]] = {
        ".html": trace.html,
        ".tex": trace.tikz,
        ".dot": trace.dot,
        ".json": lambda: json.dumps(trace.as_json(), ensure_ascii=False),
        ".txt": lambda: f"{trace}\n",
    }
    ending = Path(path).suffix.lower()
    if ending in write:
        Path(path).write_text(write[ending](), encoding="utf-8")
    elif ending in {".svg", ".png", ".pdf"}:
        save_picture(trace.svg(), path)
    else:
        known = ", ".join(ending[1:] for ending in [".svg", *write, ".png", ".pdf"])
        raise ExplainError(f'what to write is told by the ending of "{Path(path).name}": it can be {known}')


def save_picture(svg: str, path: str | PathLike[str]) -> None:
    """Writes a picture as SVG, PNG or PDF, as the file's ending says."""
    file = Path(path)
    kind = file.suffix.lower()[1:]
    if kind not in {"svg", "png", "pdf"}:
        raise ExplainError(f'a picture is written as svg, png or pdf, and "{file.name}" ends in none of them')
    if kind == "svg":
        file.write_text(svg, encoding="utf-8")
        return
    for name, arguments in CONVERTERS.items():
        program = shutil.which(name)
        if program is not None:
            done = subprocess.run([program, *arguments(kind)], input=svg.encode(), capture_output=True, check=False)
            if done.returncode != 0 or not done.stdout:
                raise ExplainError(f"{name} could not turn the picture into {kind}: {done.stderr.decode()[:200]}")
            file.write_bytes(done.stdout)
            return
    raise ExplainError(f"{kind} needs a converter: install librsvg2-bin (rsvg-convert) or inkscape, or write svg")
