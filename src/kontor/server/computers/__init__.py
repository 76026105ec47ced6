"""Computer seats: agents think in processes of their own, and moves nobody clicks are made here."""
