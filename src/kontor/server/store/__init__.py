"""The store: the append-only log of every table, and who sits where."""
