"""The games: one package each, none importing another."""
