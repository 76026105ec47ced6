"""The steps: what a phase offers and what each choice does, side by side."""
