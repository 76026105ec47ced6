"""What all games share: the base class of games, moves, records, the registry and the agent protocol."""
