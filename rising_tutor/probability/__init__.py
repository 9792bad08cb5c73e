"""Exact mathematics of chance.

dice_turn   one turn of rolling and assigning dice
offered     which kinds of odds a game offers
amounts     amounts compared and averaged, as fractions where there are any
percents    chances and differences as they are read everywhere
reader      a text that is read from left to right, every fault with its column
"""
