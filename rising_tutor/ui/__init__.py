"""Pages and widgets: one folder for each page, `frame` around them, `components` in them, `static` in the browser.

What a page knows and does lies in `rising_tutor.tutor`; here it is drawn and listened to. `build` in
`ui/<page>/page.py` makes a page.

Nothing is imported here, so that a page pays only for what it uses.
"""
