"""Computer players: the catalogue of agents, their levels, and how they choose moves."""
