"""Attacks on a running server, each measured by the waiting times of an uninvolved player."""
