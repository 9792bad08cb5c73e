"""Lessons, scenarios, the coach, and what a learner knows: all of it data and pure functions, drawn by pages.

lesson.py        what a lesson or a guided scenario is
lesson_file.py   reads lessons; places.py says where in a file a fault is
run/             a lesson being played
judging/         what the actions of a step or a choice are worth
difficulty/      how hard a scenario is
check/           what is wrong with a lesson that somebody writes
coverage.py      which rule is taught, cited, hinted at and assumed where
spots/           illegal on purpose
mistakes/        own mistakes as exercises
learner/         what somebody knows, in a file of their own
data/            the lessons
"""
