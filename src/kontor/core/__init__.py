"""The kernel every game shares: protocol, moves, records, registry, agents."""
