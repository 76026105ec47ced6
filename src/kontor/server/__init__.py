"""The game server: tables at which people and computer players play, stored in an append-only log."""
