"""A kernel small enough to compile in a test."""
