"""Reading of lines: with completion and a toolbar on a terminal, plainly from anything else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import completion_is_selected
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

MENU_LINES = 5  # below the prompt; the menu has several columns
STYLE = Style.from_dict({"bottom-toolbar": "reverse"})


class Suggestion(Protocol):
    """A word that can follow the words typed so far."""

    @property
    def word(self) -> str:
        """The word."""
        ...

    @property
    def note(self) -> str:
        """What the menu says beside it."""
        ...

    @property
    def is_last(self) -> bool:
        """Whether no further word follows."""
        ...


Suggest = Callable[[Sequence[str], str], Iterable[Suggestion]]  # whole words typed so far, and the part of the next


class Reader(Protocol):
    """A source of lines."""

    def read(self, prompt: str, suggest: Suggest | None = None, toolbar: str = "") -> str:
        """Return a line; raise EOFError at the end of the input and KeyboardInterrupt for Ctrl-C."""
        ...


def make_reader(colour: bool) -> Reader:
    """Return a reader for standard input: a prompt on a terminal, otherwise lines."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return PromptReader(colour) if is_terminal else LineReader()


class LineReader:
    """Reads lines from a pipe or a file."""

    def read(self, prompt: str, suggest: Suggest | None = None, toolbar: str = "") -> str:
        """Return the next line; the prompt and the line are written, so that the output can be followed."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stdout.write("\n")
            raise EOFError
        sys.stdout.write(line if line.endswith("\n") else line + "\n")
        return line.strip()


class PromptReader:
    """Reads lines from a terminal, with a menu of completions, a history and a toolbar."""

    def __init__(self, colour: bool) -> None:
        self.session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            complete_while_typing=True,
            complete_style=CompleteStyle.MULTI_COLUMN,
            key_bindings=bindings(),
            style=STYLE,
            color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
        )

    def read(self, prompt: str, suggest: Suggest | None = None, toolbar: str = "") -> str:
        """Return a line typed by the player."""
        session = self.session
        session.completer = None if suggest is None else SuggestionCompleter(suggest)
        session.bottom_toolbar = toolbar or None
        session.reserve_space_for_menu = MENU_LINES if suggest else 0
        line: str = session.prompt(ANSI(prompt))
        return line.strip()


class SuggestionCompleter(Completer):
    """Offers suggestions for the word at the cursor."""

    def __init__(self, suggest: Suggest) -> None:
        self.suggest = suggest

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield the words that can stand at the cursor."""
        *words, part = document.text_before_cursor.split(" ")
        for found in self.suggest([word for word in words if word], part):
            text = found.word if found.is_last else f"{found.word} "
            yield Completion(text, -len(part), display=found.word, display_meta=found.note)


def bindings() -> KeyBindings:
    """Return the keys: Enter takes a chosen completion and goes on to the next word, or ends a whole move."""
    keys = KeyBindings()

    @keys.add("enter", filter=completion_is_selected)
    def take_completion(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        buffer.complete_state = None
        if buffer.text.endswith(" "):
            buffer.start_completion(select_first=False)
        else:
            buffer.validate_and_handle()

    return keys
