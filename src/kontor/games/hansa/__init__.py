"""The board game Hansa (2004): its rules, computer players and data formats."""
