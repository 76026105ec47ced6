"""Positions of a table to share: the map as a picture, and a line of text."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final, Literal

from fastapi import Query
from starlette.responses import Response

from kontor.core.drawing.options import DrawingOptions
from kontor.core.position_text import state_text
from kontor.server.errors import NotFound
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentNode, OptionalAccount, load_match
from kontor.server.schemas.fields import EntryNumber, TableId, ViewedSeat
from kontor.server.service.history import view_at

PICTURE_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
)
"""The policy of a drawing that is opened as a page: it contains its own styles and runs nothing."""

Theme = Annotated[Literal["light", "dark"], Query(description="The colours of the drawing.")]
Palette = Annotated[
    Literal["heraldry", "harbour", "lantern"],
    Query(description="The colours of the seats; the last two suit colour-blind readers."),
]

router = api_router("tables", "/tables/{table_id}/at/{number}")


@router.get("/picture.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def get_picture(
    table_id: TableId,
    number: EntryNumber,
    account: OptionalAccount,
    node: CurrentNode,
    seat: ViewedSeat = None,
    theme: Theme = "light",
    palette: Palette = "heraldry",
) -> Response:
    """Return the map after an entry as a stand-alone SVG document, as the account may see it."""
    match, viewer = await load_match(node, table_id, account, seat)
    game, view = match.game, view_at(match, number, viewer)
    options = DrawingOptions(theme=theme, palette=palette, derived=game.derived_state(view))
    draw = partial(game.presentation.draw_map, game.setup, game.position_json(view), options)
    drawing = await node.slicer.in_thread(draw)
    if not drawing:
        raise NotFound(f"There is no map of {game.setup['game']}; share its position as text.")
    headers = {
        "Content-Disposition": f'attachment; filename="kontor-{table_id}-{number}.svg"',
        "Content-Security-Policy": PICTURE_POLICY,
    }
    return Response(drawing, media_type="image/svg+xml", headers=headers)


@router.get("/thumbnail.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def get_thumbnail(
    table_id: TableId,
    number: EntryNumber,
    account: OptionalAccount,
    node: CurrentNode,
    theme: Theme = "light",
    palette: Palette = "heraldry",
) -> Response:
    """Return the part of the map around the last move up to an entry, as spectators see it, for lists."""
    match, _ = await load_match(node, table_id, account, None)
    return thumbnail_response(await node.thumbnails.of_table(match, number, theme, palette))


def thumbnail_response(compressed: bytes) -> Response:
    """Return a thumbnail that browsers keep, because it never changes."""
    headers = {
        "Content-Encoding": "gzip",
        "Cache-Control": "private, max-age=31536000, immutable",
        "Content-Security-Policy": PICTURE_POLICY,
    }
    return Response(compressed, media_type="image/svg+xml", headers=headers)


@router.get("/position.txt", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def get_position_text(
    table_id: TableId, number: EntryNumber, account: OptionalAccount, node: CurrentNode, seat: ViewedSeat = None
) -> Response:
    """Return setup and position after an entry as one line of text, which `kontor show` reads."""
    match, viewer = await load_match(node, table_id, account, seat)
    return Response(state_text(match.game, view_at(match, number, viewer)) + "\n", media_type="text/plain")
