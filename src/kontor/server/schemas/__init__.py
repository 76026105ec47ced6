"""What is asked and answered over the API, as models."""
