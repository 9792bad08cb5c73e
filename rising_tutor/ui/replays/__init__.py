"""The page Replays: open a record, step through it, review it, write beside it."""
