"""Positions as data: reading and writing the words of the interchange.

Beside the fields of the interchange a position may have four of our own: `turn` (the number of the turn),
`placed` (placements made, in phase `placement`), `sale` (tiles chosen in a sale under way, in phase
`actions`) and `out` (tiles out of the game, like `bag`).

Everything is optional. What is not named:

- `phase` is `actions`; `start_player` is that of the setup, otherwise seat 0; `active` is the start player,
  in `placement` the seat that is due, in `finished` the one to the right of the start player; `round` is 1;
- every seat has its purse, as at the start of the game: no income is added, whoever is active;
- no posts are on the board, the ship lies where it starts, and nothing was done in this visit (in phase
  `losses` something was); the end is not triggered;
- the warehouses are empty, and nobody holds or has sold a tile;
- `piles` are those of the set-up, lowered from the first one on as far as other fields need the tiles; with a
  `bag` they are its tiles split anew (H-SETUP-4);
- the `bag` has as many tiles as the piles, one of each type in turn from those no field accounts for;
- `out` is whatever is left then; `removed_colours` are the last ones that no field names.

In phase `setup` only `removed_colours`, `start_player` (null while it is open) and the first `warehouses`
vary. What the rules do without asking is done when the position is read: a restock that is forbidden or a
duty, and losses that are no choice.
"""

from kontor.games.hansa.formats.positions.reader import read_position
from kontor.games.hansa.formats.positions.writer import write_position

__all__ = ["read_position", "write_position"]
