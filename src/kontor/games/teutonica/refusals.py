"""placeholder during construction"""
from kontor.core.game import Refusal
def refusal(game, position, move): return Refusal("HT-INV-7")
