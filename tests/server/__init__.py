"""Tests of the server: the real app on real sockets with a real database."""
