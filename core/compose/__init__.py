"""What was understood and estimated becomes an answer in one language."""
