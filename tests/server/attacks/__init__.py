"""Attacks on a running server, each measured from the side of a player who has nothing to do with it."""
