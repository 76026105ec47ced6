"""Protects the training example in a short form, and its policy as an external agent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import printed

ALONE = {**os.environ, "OMP_NUM_THREADS": "1"}  # beside other tests, more threads only wait for each other
TRAIN = Path(__file__).parents[2] / "examples" / "train.py"


def test_a_policy_is_trained_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = tmp_path / "policy.npz"
    short = ["--games", "16", "--rounds", "3", "--steps", "20", "--updates", "5", "--out", str(weights)]
    call = [sys.executable, str(TRAIN), "hansa", "--players", "2", *short]
    said = subprocess.run(call, capture_output=True, text=True, check=True, env=ALONE).stdout
    agreements = [float(line.split()[-1].rstrip("%")) for line in said.splitlines()]
    assert len(agreements) == 3
    assert agreements[-1] > agreements[0]
    monkeypatch.setenv("POLICY", str(weights))
    report = printed("tournament", "hansa", "--players", 2, "--agents", f"{TRAIN}:Trained,light", "--games", 2)
    assert report["games"] == 2
