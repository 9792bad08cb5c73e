"""`python -m benchmarks`: all measurements, one after the other."""

from benchmarks import playouts

playouts.main()
