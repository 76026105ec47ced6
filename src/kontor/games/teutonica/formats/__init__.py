"""Positions, events, refusals and observations as data."""
