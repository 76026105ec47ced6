"""The players of a game at a terminal: people at the keyboard and agents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kontor.agents import catalog
from kontor.agents.levels import states_plan
from kontor.agents.state_agent import StateAgent
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.values import Seat

HUMAN = "human"
DEFAULT_AGENT = "medium"


class PlayersError(ValueError):
    """Raised for a list of agents or names that does not fit the game; the text is one sentence."""


@dataclass(frozen=True)
class Player:
    """One seat: its name, and its agent unless a person plays it."""

    seat: Seat
    name: str
    agent: StateAgent | None = None

    @property
    def is_human(self) -> bool:
        """Return whether a person at the keyboard decides."""
        return self.agent is None

    @property
    def label(self) -> str:
        """Return the seat and the name."""
        return f"{self.seat} {self.name}"

    @property
    def states_plan(self) -> bool:
        """Return whether the player states its plan."""
        return states_plan(self.agent_name)

    @property
    def agent_name(self) -> str:
        """Return the name of the agent, or `human`."""
        return HUMAN if self.agent is None else self.agent.name


def make_players(game: Game, agents: str | None, names: str | None, seed: int) -> list[Player]:
    """Return the players: `agents` has one name for every seat, or one for all seats but the first."""
    chosen, titles = agent_names(game, agents), (names or "").split(",")
    if len(titles) > game.players:
        raise PlayersError(f"--names has {len(titles)} names: give at most {game.players}, one for each seat.")
    for name in chosen:
        if name != HUMAN:
            catalog.check_agent(name, game)
    return [
        Player(
            seat,
            (titles[seat].strip() if seat < len(titles) else "") or name,
            None if name == HUMAN else StateAgent(name, seed=seed + seat),
        )
        for seat, name in enumerate(chosen)
    ]


def agent_names(game: Game, agents: str | None) -> list[str]:
    """Return one name of an agent, or `human`, for every seat."""
    chosen = (agents or default_agent(game)).split(",")
    if len(chosen) == 1:
        return [HUMAN, *chosen * (game.players - 1)]
    if len(chosen) != game.players:
        raise PlayersError(
            f"--agents has {len(chosen)} names: give {game.players}, one for each seat, or one for your opponents."
        )
    return chosen


def default_agent(game: Game) -> str:
    """Return the agent that plays unless another is chosen: one that plans, or the game's own."""
    if game.has_evaluation:
        return DEFAULT_AGENT
    return next(iter(registry.game_type(game.setup["game"]).agents), HUMAN)


def humans(players: Sequence[Player]) -> list[Player]:
    """Return the people among the players."""
    return [player for player in players if player.is_human]
