"""The arena: games between agents, simulations and tournaments, on many processes or machines."""
