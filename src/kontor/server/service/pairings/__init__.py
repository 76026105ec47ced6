"""Pairings and standings of tournaments: pure functions of players and results, without the database."""
