"""Live: who listens at which table, and how nodes hear of each other's numbers."""
