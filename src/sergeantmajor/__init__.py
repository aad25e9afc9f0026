"""
Sergeant Major (3-5-8): the whole card game.

The package is built in floors: a module imports only from lower floors.
Begin with `cards` (suits, ranks, seats, cards), `rules` (one frozen value per
rule set) and `deal` (the state of one deal and the judge of every action);
`cli` is the command `sergeantmajor`.
"""

__version__ = "0.1.0"
