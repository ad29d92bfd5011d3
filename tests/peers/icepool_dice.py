"""Dice of every kind, and a duel, solved by `icepool` 2.1.3 of PyPI:

    pip install icepool==2.1.3
    python tests/peers/icepool_dice.py > tests/peers/icepool.json
"""
import json

import icepool
from icepool import Die, d

fate = Die([-1, 0, 1])


def shares(die):
    """The probability of every value of a die, but for those that never happen."""
    return {str(value): float(share) for value, share in zip(die.outcomes(), die.probabilities()) if share > 1e-15}


six, twenty = d(6), d(20)
dice = {
    "1d20": twenty,
    "2d6 + 3": 2 @ six + 3,
    "10 - 3d4": 10 - 3 @ d(4),
    "2d6 * 10": (2 @ six) * 10,
    "1d100 / 7": d(100) // 7,
    "1d6 + 2d4 - 1d8": six + 2 @ d(4) - d(8),
    "4dF + 1": 4 @ fate + 1,
    "dice(strength, 6)": 3 @ six,
    "highest 3 of 4d6": six.highest(4, 3),
    "lowest 2 of 5d8": d(8).lowest(5, 2),
    "highest of 2d20": twenty.highest(2),
    "lowest of 2d20": twenty.lowest(2),
    "highest 4 of dice(7, 10)": d(10).highest(7, 4),
    "advantage(yes, no) of 1d20 + 2": twenty.highest(2) + 2,
    "advantage(no, yes) of 2d10": (2 @ d(10)).lowest(2),
    "advantage(yes, yes) of 1d20": twenty,
    "exploding 1d6": six.explode(depth=50),
    "exploding 2d10": 2 @ d(10).explode(depth=50),
    "exploding once 2d6": 2 @ six.explode(depth=1),
    "highest of exploding 3d6": six.explode(depth=50).highest(3),
    "5d6 count 5..": 5 @ (six >= 5),
    "12d10 count 8..": 12 @ (d(10) >= 8),
    "6d6 count 1..2": 6 @ (six <= 2),
    "2d6 again on 1": 2 @ six.reroll([1], depth=1),
    "1d20 again on 1": twenty.reroll([1], depth=1),
    "3d8 again on 2": 3 @ d(8).reroll([1, 2], depth=1),
}


def duel(hp_one, hp_other, needs, damage):
    """Who wins a duel of two who strike in turns, a d20 that has to show so much, and what is left of them."""
    blow = icepool.map(lambda hit, hurt: hurt if hit >= needs else 0, twenty, damage)

    def round_of(ada, rob, one, other):
        if ada <= 0 or rob <= 0:
            return ada, rob
        rob = max(rob - one, 0)
        return (ada, rob) if rob == 0 else (max(ada - other, 0), rob)

    ends = icepool.map(round_of, Die([(hp_one, hp_other)]), blow, blow, repeat="inf")
    won = sum(share for (ada, _), share in zip(ends.outcomes(), ends.probabilities()) if ada > 0)
    left = [shares(ends.map(lambda ada, rob, index=index: (ada, rob)[index])) for index in (0, 1)]
    return {"won": float(won), "Ada.hp": left[0], "Rob.hp": left[1]}


rows = [f"  {json.dumps(name)}: {json.dumps(shares(die))}" for name, die in dice.items()]
solved = json.dumps(duel(12, 14, 11, d(6) + 1))
print('{"dice": {\n' + ",\n".join(rows) + f'\n}},\n"duel": {solved}}}')
