"""Checks of the repository that linters do not have; run by `make check`."""
