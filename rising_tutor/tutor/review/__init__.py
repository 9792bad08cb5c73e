"""The review of an open record: its accounts, its moments, its decision tree."""
