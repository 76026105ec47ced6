"""Modules: each is a function that changes a rule set before a game is built."""
