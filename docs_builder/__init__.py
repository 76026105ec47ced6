"""Builds the documentation site: the pages of docs, the rules of all games, and the sources they link to."""
