"""Services: the operations on tables, accounts and puzzles, independent of HTTP."""
