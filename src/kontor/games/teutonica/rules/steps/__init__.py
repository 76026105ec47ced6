"""The steps: what a task offers and what each choice does, side by side."""
