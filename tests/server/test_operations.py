"""The documentation and files for hosts match the program."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from kontor.cli.main import COMMANDS
from kontor.server.settings import Settings
from tests.cli.commands import kontor
from tests.server.live_server import LiveServer
from tests.server.test_moves import HANSA

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "how-to" / "host.md"
UNIT = ROOT / "deploy" / "kontor.service"
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
REQUIREMENTS = ROOT / "requirements" / "server.txt"
PREFIX = "KONTOR_SERVER_"
COUNTED_CORES = "cores less one, at least two"


def settings_table() -> str:
    """Return all settings as the page for hosts lists them."""
    rows = [f"| `{name}` | {default(field)} | {field.description} |" for name, field in Settings.model_fields.items()]
    return "\n".join(["| setting | default | |", "|---|---|---|", *rows])


def default(field: FieldInfo) -> str:
    """Return the default of a setting as the page shows it."""
    if field.default_factory is not None:
        return COUNTED_CORES
    value: Any = field.default
    if value is None or value == () or isinstance(value, SecretStr):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def test_every_setting_says_what_it_is() -> None:
    assert all(field.description for field in Settings.model_fields.values())


def test_the_page_for_hosts_lists_every_setting() -> None:
    assert settings_table() in PAGE.read_text("utf-8"), f"put this into {PAGE.name}:\n{settings_table()}"


@pytest.mark.parametrize("file", [PAGE, UNIT, DOCKERFILE], ids=lambda file: file.name)
def test_variables_name_settings(file: Path) -> None:
    named = {name.lower() for name in re.findall(rf"{PREFIX}([A-Z_]+[A-Z])", file.read_text("utf-8"))}
    assert named
    assert named <= set(Settings.model_fields)


def check_call(words: str) -> None:
    """Check that a command has the options it is called with."""
    verb, *rest = words.split()
    assert verb in COMMANDS
    subcommand = rest[:1] if verb == "admin" else []
    answer = kontor(verb, *subcommand, "--help")
    assert answer.exit_code == 0, answer.stderr
    known = set(re.findall(r"--\w+", answer.stdout))
    assert {word for word in rest if word.startswith("--")} <= known


def test_the_page_names_commands_that_exist() -> None:
    calls = re.findall(r"bin/kontor ([a-z]+[^\n`#|]*)", PAGE.read_text("utf-8"))
    assert {call.split()[0] for call in calls} == {"serve", "backup", "restore", "admin"}
    for call in calls:
        check_call(call)


def test_the_unit_starts_a_server_that_exists() -> None:
    text = UNIT.read_text("utf-8")
    (call,) = re.findall(r"^ExecStart=/opt/kontor/bin/kontor (.*)$", text, re.MULTILINE)
    check_call(call)
    assert "User=kontor" in text
    for setting in ("NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=\n", "PrivateTmp=yes"):
        assert setting in text


def test_the_container_is_made_of_files_that_exist() -> None:
    lines = DOCKERFILE.read_text("utf-8").replace("\\\n", " ").splitlines()
    copies = [line.split()[1:-1] for line in lines if line.startswith("COPY ") and "--from" not in line]
    assert copies
    assert not [source for sources in copies for source in sources if not (ROOT / source).exists()]


@pytest.mark.parametrize("file", [PAGE, DOCKERFILE], ids=lambda file: file.name)
def test_libraries_are_installed_by_their_hashes_and_the_project_without_any(file: Path) -> None:
    installs = re.findall(r"pip install ([^\n\\]+)", file.read_text("utf-8"))
    assert ["--require-hashes" in line for line in installs] == [True, False]
    assert REQUIREMENTS.relative_to(ROOT).as_posix() in installs[0]
    assert "--no-deps" in installs[1]


def pins(text: str) -> set[str]:
    """Return the versions in a list of requirements, each with its condition."""
    return {line.rstrip(" \\") for line in text.splitlines() if re.match(r"[a-z0-9]", line)}


def test_hashed_requirements_are_those_that_are_tested() -> None:
    text = REQUIREMENTS.read_text("utf-8")
    tested = {pin.partition(" ;")[0] for pin in pins((ROOT / "constraints.txt").read_text("utf-8"))}
    assert {pin.partition(" ;")[0] for pin in pins(text)} <= tested
    assert all("--hash=sha256:" in part for part in re.split(r"\n(?=[a-z0-9])", text))
    assert "://" not in text


def test_hashed_requirements_cover_what_the_server_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    names = {re.split(r"[=\[]", pin)[0] for pin in pins(REQUIREMENTS.read_text("utf-8"))}
    assert {re.split(r"[\[;= ]", need)[0] for need in wanted} <= names


def test_the_unit_limits_memory_and_processes() -> None:
    limits = dict(re.findall(r"^(MemoryHigh|MemoryMax|TasksMax)=(\w+)$", UNIT.read_text("utf-8"), re.MULTILINE))
    assert set(limits) == {"MemoryHigh", "MemoryMax", "TasksMax"}


def test_the_container_does_not_run_as_root() -> None:
    lines = DOCKERFILE.read_text("utf-8").replace("\\\n", " ").splitlines()
    last = lines[max(n for n, line in enumerate(lines) if line.startswith("FROM ")) :]
    (command,) = [line.removeprefix("CMD ") for line in last if line.startswith("CMD ")]
    check_call(" ".join(re.findall(r'"([^"]+)"', command)))
    assert 'ENTRYPOINT ["kontor"]' in last
    assert "USER kontor" in last
    (check,) = [line for line in last if line.startswith("HEALTHCHECK")]
    assert "/healthz" in check
    images = [line.split()[1] for line in lines if line.startswith("FROM ")]
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+", image) for image in images)


@pytest.mark.anyio
async def test_metrics_count_what_a_host_wants_to_know(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(HANSA, ["human", "human"])
    await ada.play(table["id"], table["state"]["moves"][0]["words"])
    text = (await server.anonymous().http.get("/metrics")).text
    numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(numbers['kontor_tables{state="running"}']) >= 1
    assert float(numbers["kontor_append_seconds_count"]) >= 1
    for name in ("kontor_sockets", "kontor_matches", "kontor_jobs"):
        assert name in numbers
    for channel in ("webhook", "mail"):
        assert f'kontor_delivery_queue{{channel="{channel}",state="waiting"}}' in numbers
    assert [name for name in numbers if name.startswith("kontor_request_seconds_bucket") and "moves" in name]
