"""Models that are lost to one attack, by `warhammer-stats` 0.1.1 of PyPI:

    pip install warhammer-stats==0.1.1
    python tests/peers/warhammer.py > tests/peers/warhammer.json
"""
import json

from warhammer_stats import PMF, Attack, PMFCollection, Target, Weapon

# Attacks, the face that hits, strength, what is taken off the save, damage; toughness, the face that saves, wounds.
attacks = [
    (1, 4, 4, 0, 1, 4, 5, 1),
    (6, 3, 4, 1, 1, 3, 5, 1),
    (10, 4, 3, 0, 1, 4, 3, 1),
    (8, 2, 8, 2, 2, 4, 3, 2),
    (5, 3, 5, 1, 3, 5, 4, 2),
    (7, 5, 4, 0, 1, 8, 6, 1),
    (6, 3, 6, 3, 2, 4, 4, 3),
    (4, 4, 3, 0, 1, 5, 7, 1),
]


def certain(number):
    return PMFCollection([PMF.static(number)])


def lost(shots, skill, strength, piercing, damage, toughness, save, wounds):
    weapon = Weapon(skill, certain(shots), strength, piercing, certain(damage))
    attack = Attack(weapon, Target(toughness, save, invuln=7, fnp=7, wounds=wounds))
    return [float(share) for share in attack.run().kills_dist.values]


keys = ("attacks", "skill", "strength", "piercing", "hurts", "toughness", "save", "wounds")
rows = [json.dumps({**dict(zip(keys, one)), "lost": lost(*one)}) for one in attacks]
print("[\n" + ",\n".join(rows) + "\n]")
