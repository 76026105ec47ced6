"""Which names are allowed, and which look alike."""
# ruff: noqa: RUF001 - letters that look alike are what this file is about

import pytest

from kontor.server.display_names import clean_name, clean_text, lookalike
from kontor.server.errors import InvalidName


@pytest.mark.parametrize(
    "name",
    ["Ada\u202eB", "A\u200bda", "Ada\u2066", "A\u00adda", "Ada\x07", "\u3164", "\u2800\u2800", "   ", "\u0301",
     "A\ue000", "e" + "\u0301" * 9, "Ada\U000e0041", "\ufeffAda", "\u200f", "A\u034fda"],
)  # fmt: skip
def test_invisible_and_stacked_characters_are_refused(name: str) -> None:
    with pytest.raises(InvalidName):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["Ada", "Jürgen", "Zoë B.", "محمد", "דוד", "Nguyễn", "王芳", "Вера", "Łukasz", "🙂", "O'Neill", "नेहा"]
)
def test_names_of_all_scripts_are_allowed(name: str) -> None:
    assert clean_name(name) == name


def test_names_are_normalised() -> None:
    assert clean_name("  Ada   the\tBold ") == "Ada the Bold"
    assert clean_name("Ju\u0308rgen") == "Jürgen"
    assert clean_name("Ａｄａ") == "Ada"
    assert clean_name("Heart ❤\ufe0f") == "Heart ❤"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Paul", "PAUL"), ("Paul", "Pául"), ("Paul", "PauI"), ("Paul", "Pau1"), ("Paul", "Раul"), ("Paul", "P a u l"),
     ("Jürgen", "jurgen"), ("Straße", "STRASSE"), ("Hannah", "Наnnаh"), ("Otto", "0tto"), ("Vera", "νera"),
     ("Paul", "𝐏𝐚𝐮𝐥"), ("Lars", "Lаrѕ"), ("Bo", "B\u043e"), ("TOM", "ТОМ"), ("Zoe", "Zoë"), ("ZOE", "zoé"),
     ("Iris", "lris"), ("Iris", "1ris"), ("Leo", "Ieo"), ("Emma", "Ernma"), ("Willem", "VVillem"), ("Bjørn", "bjorn"),
     ("Æthel", "AETHEL"), ("Łukasz", "Lukasz"), ("Đorđe", "Dorde"), ("Nguyễn", "Nguyen"), ("Hugo", "Ηugо"),
     ("Clara", "Ϲlаrа"), ("Anneke", "Ꭺnnekҽ"), ("Otto", "Օtto"), ("Dietrich", "Dіetrісh"), ("Ｂertram", "BERTRAM")],
)  # fmt: skip
def test_names_that_look_alike_compare_equal(one: str, other: str) -> None:
    assert lookalike(one) == lookalike(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Karl", "Kari"), ("Ada", "Adam"), ("Вера", "Vera"), ("🙂", "🙃"), ("-", ".")]
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert lookalike(one) != lookalike(other)


def test_messages_lose_control_characters_only() -> None:
    assert clean_text("a\u202eb\x00c\nd\te\x1b") == "abc\nd\te"
    family = "👩\u200d👩\u200d👧 שלום\u200f"
    assert clean_text(family) == family
