"""Puzzles: positions with one turn that is clearly best."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Response

from kontor.server.responses import PUBLIC
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, OptionalAccount
from kontor.server.routes.pictures import Palette, Theme, thumbnail_response
from kontor.server.schemas import study as schema
from kontor.server.schemas.fields import Identifier
from kontor.server.service.daily_puzzle import daily_json
from kontor.server.service.puzzles import find, puzzle_json, puzzle_list

PuzzleId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,80}$", description="The id of a puzzle.")]

router = api_router("study", "/puzzles")


@router.get("", response_model=schema.Puzzles)
async def list_puzzles(
    response: Response,
    game: Identifier | None = None,
    board: Identifier | None = None,
    difficulty: Annotated[int, Query(ge=1, le=5)] | None = None,
) -> dict[str, Any]:
    """List the puzzles, of one game, board or difficulty if it is given."""
    response.headers["Cache-Control"] = PUBLIC
    return {"puzzles": puzzle_list(game, board, difficulty)}


@router.get("/daily", response_model=schema.WholeDailyPuzzle)
async def get_daily_puzzle(account: OptionalAccount, node: CurrentNode) -> dict[str, Any]:
    """Return the puzzle of the day, which begins at midnight in UTC, and how the account did in the last days."""
    async with node.database.reading() as session:
        return await daily_json(session, account.id if account else None, whole=True)


@router.get("/{puzzle_id}", response_model=schema.Puzzle)
async def get_puzzle(puzzle_id: PuzzleId, response: Response) -> dict[str, Any]:
    """Return a puzzle without its solution."""
    response.headers["Cache-Control"] = PUBLIC
    return puzzle_json(find(puzzle_id))


@router.get(
    "/{puzzle_id}/thumbnail.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}}
)
async def get_puzzle_thumbnail(
    puzzle_id: PuzzleId, node: CurrentNode, theme: Theme = "light", palette: Palette = "heraldry"
) -> Response:
    """Return the middle of the map of a puzzle, for lists."""
    return thumbnail_response(await node.thumbnails.of_puzzle(find(puzzle_id), theme, palette))


@router.post("/{puzzle_id}/answer", response_model=schema.Solution)
async def answer_puzzle(
    puzzle_id: PuzzleId, body: schema.PuzzleAnswer, account: CurrentAccount, node: CurrentNode
) -> dict[str, Any]:
    """Check a whole turn, and explain the solution; a turn as good as the solution solves the puzzle too.

    The puzzle of the day is counted when it is solved or, with an answer without moves, given up.
    """
    return await node.puzzles.answer(account, find(puzzle_id), body.moves)
