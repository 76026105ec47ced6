"""A kernel that is small enough to compile in a test."""
