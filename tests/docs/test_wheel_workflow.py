"""Protects that cibuildwheel and its workflow describe wheels for all supported Pythons and systems."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, read

WORKFLOW = ROOT / ".github" / "workflows" / "wheels.yml"
PYTHONS = ["cp311", "cp312", "cp313", "cp314"]
BUILT = {
    ("linux", "x86_64"): "manylinux_x86_64",
    ("linux", "aarch64"): "manylinux_aarch64",
    ("macos", "arm64"): "macosx_arm64",
    ("macos", "x86_64"): "macosx_x86_64",
    ("windows", "AMD64"): "win_amd64",
}


@pytest.mark.parametrize(("system", "processor"), BUILT)
def test_a_wheel_is_built_for_every_python(system: str, processor: str) -> None:
    call = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers"]
    call += ["--platform", system, "--archs", processor, str(ROOT)]
    listed = subprocess.run(call, capture_output=True, text=True, check=True, timeout=120).stdout.split()
    assert listed == [f"{python}-{BUILT[system, processor]}" for python in PYTHONS]


def test_every_system_has_a_machine_of_its_own() -> None:
    yaml = pytest.importorskip("yaml")
    jobs = yaml.safe_load(read(WORKFLOW))["jobs"]
    runners = jobs["wheels"]["strategy"]["matrix"]["runner"]
    assert len(runners) == len(BUILT)
    assert {re.split(r"[-\d]", runner)[0] for runner in runners} == {"ubuntu", "macos", "windows"}
    assert jobs["wheels"]["needs"] == "source"


def test_the_program_that_tests_wheels_is_in_the_source_distribution() -> None:
    project = tomllib.loads(read(ROOT / "pyproject.toml"))["tool"]
    (program,) = re.findall(r"\{project\}/(\S+)", project["cibuildwheel"]["test-command"])
    assert Path(program).parts[0] in project["hatch"]["build"]["targets"]["sdist"]["only-include"]
    assert (ROOT / program).exists()
    assert f"-P {program}" in read(ROOT / "Makefile")
