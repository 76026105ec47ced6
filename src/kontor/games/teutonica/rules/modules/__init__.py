"""The modules: each a function from rules to rules."""
