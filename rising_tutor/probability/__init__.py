"""Exact mathematics of chance.

dice_turn   one turn of rolling and assigning dice


percents    chances and differences as they are read everywhere
reader      a text that is read from left to right, every fault with its column
"""
