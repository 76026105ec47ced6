"""The service: what can be done at tables, without a word about HTTP."""
