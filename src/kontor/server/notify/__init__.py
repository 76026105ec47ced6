"""Notify: tells people who are away what happens at their tables, by webhook and by e-mail."""
