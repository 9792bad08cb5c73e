"""One folder for each family of games; families are strangers to each other."""
