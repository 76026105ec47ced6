"""What is compiled for every game: positions, engine, random numbers, search, observation, batches."""
