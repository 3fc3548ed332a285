"""Notebooks: each runs from top to bottom without an error, and none stores what it showed last time."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_is_a_notebook_for_every_theme() -> None:
    assert [notebook.stem[:2] for notebook in NOTEBOOKS] == ["1-", "2-", "3-", "4-", "5-", "6-"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs_and_draws(notebook: Path) -> None:
    read = nbformat.reads(notebook.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(read, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}})
    client.execute()
    outputs = [output for cell in read.cells if cell.cell_type == "code" for output in cell.outputs]
    assert [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"] == []
    # The one about hidden cards has nothing to draw.
    drawn = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(drawn) >= (0 if notebook.stem == "5-hidden-information" else 2)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_is_valid_and_stores_no_outputs(notebook: Path) -> None:
    stored = json.loads(notebook.read_text(encoding="utf-8"))
    nbformat.validate(stored)
    assert (stored["nbformat"], stored["nbformat_minor"]) == (4, 5)
    for cell in stored["cells"]:
        assert cell["id"]
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
