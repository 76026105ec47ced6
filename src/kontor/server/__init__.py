"""The game server: tables that people and computer players share, and a log that never loses a move."""
