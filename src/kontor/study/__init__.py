"""Studying games afterwards: analysis, puzzles, and the balance of the boards."""
