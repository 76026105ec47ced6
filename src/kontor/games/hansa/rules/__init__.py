"""The compiled rules of Hansa."""
