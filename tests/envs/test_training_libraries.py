"""Protects that the training examples run with sb3-contrib and RLlib, where they are installed."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
LIBRARIES = {"train_sb3.py": "sb3_contrib", "train_rllib.py": "torch"}
SHORT = ["--minutes", "0.05", "--games", "2", "--cap", "8"]


@pytest.mark.parametrize("script", LIBRARIES)
def test_a_training_example_runs(script: str) -> None:
    if importlib.util.find_spec(LIBRARIES[script]) is None:
        pytest.skip(f"{LIBRARIES[script]} is not installed")
    call = [sys.executable, str(EXAMPLES / script), *SHORT]
    said = subprocess.run(call, capture_output=True, text=True, check=True, env={**os.environ}).stdout
    assert said.count("2 games: mean score") == 2
