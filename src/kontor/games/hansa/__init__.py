"""Hansa (2004): the ship, the goods and the posts of the Baltic."""
