"""Reading and writing positions as data.

Beside the fields of the interchange format a position may have four further fields: `turn` (the number of the turn),
`placed` (placements made, in phase `placement`), `sale` (tiles already chosen for a sale, in phase `actions`) and
`out` (tiles out of the game, like `bag`).

Every field is optional. The defaults are:

- `phase` is `actions`; `start_player` is that of the setup, otherwise seat 0; `active` is the start player, in
  `placement` the seat whose placement is due, in `finished` the seat to the right of the start player; `round` is 1;
- every seat has the thalers of the start of the game; no income is added, whichever seat is active;
- no posts are on the board, the ship is in its start port, and no action was taken in this visit (in phase `losses`
  one was); the end is not triggered;
- the warehouses are empty, and no seat holds or has sold a tile;
- `piles` are those of the set-up, reduced from the first one on as far as other fields need the tiles; with a `bag`
  they are its tiles split again (H-SETUP-4);
- the `bag` has as many tiles as the piles, one of each type in turn from those that no field contains;
- `out` has all remaining tiles; `removed_colours` are the last ones that no field names.

In phase `setup` only `removed_colours`, `start_player` (null until it is chosen) and the first `warehouses` vary.
Whatever the rules do without a decision is done when the position is read: a restock that is forbidden or
obligatory, and losses without a choice.
"""

from kontor.games.hansa.formats.positions.reader import read_position
from kontor.games.hansa.formats.positions.writer import write_position

__all__ = ["read_position", "write_position"]
