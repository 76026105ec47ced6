"""Evaluation, observation features and the light policy."""
