"""What is kept for a person: games with what fixes their chance, notes on them, opened files, whom they belong to."""
