"""What stands around every page: header, titles, the rule reader, the browser's half of a session, the guard."""
