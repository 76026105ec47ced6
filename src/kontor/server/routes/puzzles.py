"""Puzzles: positions with one clearly best whole turn."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from kontor.server.routes.callers import Caller, TheNode
from kontor.server.schemas import study as schema
from kontor.server.schemas.texts import Word
from kontor.server.service.puzzling import find, listed, puzzle_json

PuzzleId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,80}$", description="The id of a puzzle.")]

router = APIRouter(prefix="/puzzles", tags=["study"])


@router.get("", response_model=schema.Puzzles)
async def list_puzzles(
    game: Word | None = None,
    board: Word | None = None,
    difficulty: Annotated[int, Query(ge=1, le=5)] | None = None,
) -> dict[str, Any]:
    """List the puzzles, of one game, board or difficulty if it is named."""
    return {"puzzles": listed(game, board, difficulty)}


@router.get("/{puzzle_id}", response_model=schema.Puzzle)
async def look(puzzle_id: PuzzleId) -> dict[str, Any]:
    """Give a puzzle to somebody who wants to solve it."""
    return puzzle_json(find(puzzle_id))


@router.post("/{puzzle_id}/answer", response_model=schema.Solution)
async def answer(puzzle_id: PuzzleId, asked: schema.Answer, account: Caller, node: TheNode) -> dict[str, Any]:
    """Judge a whole turn, and explain the solution; a turn as good as the solution solves the puzzle too."""
    return await node.puzzling.answer(account, find(puzzle_id), asked.moves)
