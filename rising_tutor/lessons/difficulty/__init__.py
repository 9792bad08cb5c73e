"""How hard a scenario is, measured: how often simple play reaches what best play reaches."""
