"""Speed, measured next to peers in the same run: `make bench`.

Figures of one run on one machine can be compared with each other, never with those of another run.
"""
