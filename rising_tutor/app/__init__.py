"""The tutor in a browser: the pages, the server that shows them and the kernels behind them.

    launcher.py   starts the app: versions, port, address with token, one server process
    watch.py      keeps that process alive: asks it for a sign of life, starts it again
    server.py     the process itself: Voila with our pages, doors closed
    no_iris.py    what makes that process start two seconds sooner
    kernels.py    which kernels run, how many, and when each is ended
    screens.py    the plain pages that need no kernel
    options.py    the numbers of all this in one value
    session.py    the browser side of a session: progress kept, a lost kernel noticed
    setting.py    what the launcher tells the pages: an owner's cards, a shared server
    guard.py      what stands between a callback and the learner
    page.py       the page that the notebook shows

Nothing is imported here, so that a page and a command pay only for what they use.
"""
