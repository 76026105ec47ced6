"""Protects the notebook: it runs from the first cell to the last, draws and plots, and is stored without outputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT

NOTEBOOK = ROOT / "examples" / "tour.ipynb"
DRAWINGS = 3


def test_the_notebook_runs_and_shows_maps_and_a_plot(tmp_path: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in cells), "clear the outputs before you commit"
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    kinds = [kind for cell in cells for output in cell.outputs for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") == DRAWINGS
    assert "image/png" in kinds
    refused = next(cell for cell in cells if "bremn" in cell.source)
    assert "bremen--minden" in "".join(output.text for output in refused.outputs)
