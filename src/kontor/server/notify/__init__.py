"""Notifications to players who are away, by webhook and by e-mail."""
