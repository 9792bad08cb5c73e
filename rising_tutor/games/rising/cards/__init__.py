"""What is in the box of a title: what a card can say, the files that say it, and the book to look things up in."""
