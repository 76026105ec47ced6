"""The compiled code that all games share: position, engine, random numbers, search, observation, batches."""
