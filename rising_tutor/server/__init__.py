"""The server: Voila with one notebook, our pages around it, and the kernels behind them.

    launcher.py   starts the app: versions, port, address with token, one server process
    watch.py      keeps that process alive: asks it for a sign of life, starts it again
    process.py    the process itself: Voila with our pages, every other route closed
    routes.py     what answers at each address
    no_iris.py    what makes that process start two seconds sooner
    kernels.py    which kernels run, how many, and when each is ended
    arrival.py    a page on its way to a kernel; line.py: those that wait
    sockets.py    what passes between a page and its kernel
    screens.py    the plain pages that need no kernel
    options.py    the numbers of all this in one value; settings.py: those of Voila and Jupyter

Nothing is imported here, so that a page and a command pay only for what they use.
"""
