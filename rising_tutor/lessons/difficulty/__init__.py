"""How hard a scenario is, measured: how often simple play reaches what best play reaches.

measure.py        the labels of scenarios
policy_share.py   how often a policy reaches the goal of a step
"""
