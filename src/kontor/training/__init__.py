"""Training of the networks that evaluate positions in the search: self-play, samples, fitting, export and report."""
