"""The command line: one module for each command, and the modules they share."""
