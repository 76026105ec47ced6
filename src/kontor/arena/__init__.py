"""The arena: playing games, one or a million."""
