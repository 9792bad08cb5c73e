"""Many games as tables: a row for each decision and each chance event, and what can be asked of them.

Where to look:

    columns.py    every column with its type, unit and meaning; `docs/tables.md` is made from it
    rows.py       one game as rows
    gather.py     names, folders and patterns to files
    work.py       the work on one game, wherever it is done; `model.py`: which V did it
    run.py        the run over many; `pools.py`: who works, `kept.py`: finished games on disk
    arrow.py      rows to Parquet
    table.py      a table that was opened, checked; `questions.py`: what is asked of it
"""
