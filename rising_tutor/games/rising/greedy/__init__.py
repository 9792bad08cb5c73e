"""The policy "greedy": plans one turn ahead, from what its seat may see. The door is `policy.py`."""

from rising_tutor.games.rising.greedy.policy import Greedy

__all__ = ["Greedy"]
