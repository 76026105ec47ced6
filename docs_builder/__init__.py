"""Puts the documentation together: our pages, the rules of both games, and the sources they lead to."""
