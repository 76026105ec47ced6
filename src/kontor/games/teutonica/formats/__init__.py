"""Positions, events and refusals as data."""
