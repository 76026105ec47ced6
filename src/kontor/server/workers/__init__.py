"""Worker processes in which agents and analyses compute."""
