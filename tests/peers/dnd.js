// Who wins by `dnd-combat-simulator` 0.3.15 of npm, in so many fights (it has no seed):
//     npm install --prefix /tmp/peers dnd-combat-simulator@0.3.15
//     NODE_PATH=/tmp/peers/node_modules node tests/peers/dnd.js > tests/peers/dnd.json
const dnd = require('dnd-combat-simulator');

const fighter = (hp, ac, initiative, attack, faces, bonus) => new dnd.Combatant('', hp, ac, initiative, attack, faces, 1, bonus);

function wins(ours, theirs, fights) {
  const [one, other] = [new dnd.Party(), new dnd.Party()];
  ours.forEach((member) => one.addMember(member));
  theirs.forEach((member) => other.addMember(member));
  const combat = new dnd.Combat();
  combat.addParty(one, 'one');
  combat.addParty(other, 'other');
  let won = 0;
  for (let fight = 0; fight < fights; fight += 1) {
    combat.reset();
    if (combat.runFight()[0].party_id === 'one') won += 1;
  }
  return { fights, won };
}

const several = (count, make) => Array.from({ length: count }, make);
console.log(JSON.stringify({
  duel: wins([fighter(30, 16, 0, 5, 8, 3)], [fighter(30, 16, 0, 5, 8, 3)], 2000000),
  uneven: wins([fighter(24, 14, 3, 6, 6, 4)], [fighter(35, 12, 0, 4, 10, 2)], 1000000),
  'four against six': wins(several(4, () => fighter(30, 16, 2, 5, 8, 3)), several(6, () => fighter(20, 13, 1, 4, 6, 2)), 400000),
}, null, 1));
