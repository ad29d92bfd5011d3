//! Kinds of foes and companions, and what one carries: the published samples, natural weapons, gear that acts in a fight.

use super::stage::{after, begins, met, stage};
use super::{play, sides};

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const IDLE: &str = "hp_max = 9";
const BESTIARY: &str = include_str!("../../../../scenarios/bestiary/bdp.toml");

/// A foe of the bestiary against a combatant that waits, with what is seen of the foe before the fight and of the other after a
/// round.
#[track_caller]
fn sample(name: &str, policy: &str, dice: &str, seen: &[(&str, i64)], hp: i64) {
    let idle = "[policy.stands]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n[policy.strikes]\n";
    let pc = "name = 'P'\npc = true\nhp_max = 30\npolicy = 'stands'";
    let foe = format!("name = 'N'\nlike = '{name}'\n{policy}");
    let arena = "[arena]\nstart = 'engaged'\n";
    let mut fight = play(&format!("{BESTIARY}\n{}{arena}{idle}", sides(&[pc], &[&foe])), dice);
    for (what, value) in seen {
        assert_eq!(fight.see("N", what), *value, "{what} of {name}");
    }
    fight.rounds(1);
    assert_eq!(fight.see("P", "hp"), hp, "{name}");
}

// BDP-402
#[test]
fn bandits_are_as_published() {
    let seen = [("hp", 4), ("armor", 0), ("str", 10), ("dex", 10), ("wil", 10), ("weapons", 1)];
    sample("bandit", "", "order d20=1, damage d6=6", &seen, 24);
}

// BDP-425
#[test]
fn the_red_dragon_is_as_published() {
    let seen = [("hp", 15), ("armor", 3), ("str", 15), ("dex", 10), ("wil", 15), ("weapons", 2)];
    sample("red_dragon", "policy = 'strikes'", "terror d20=10, order d20=1, damage d6=2 d6=5 d12=4", &seen, 25);
    let bite = "policy = 'strikes'\nweapons = [{ kind = 'natural_sword', name = 'bite' }]";
    sample("red_dragon", bite, "d20=10 d8=5 d12=7", &[], 23);
}

// BDP-426
#[test]
fn the_royal_guard_is_as_published() {
    let seen = [("hp", 12), ("armor", 2), ("str", 10), ("dex", 15), ("wil", 15), ("weapons", 2), ("reactions", 3)];
    sample("royal_guard", "policy = 'strikes'", "damage d8=1", &seen, 27);
}

// BDP-370, BDP-501
#[test]
fn horses_and_companions_are_as_published() {
    let seen = [("str", 16), ("dex", 12), ("wil", 5), ("hp", 3), ("free_slots", 24)];
    sample("horse", "policy = 'stands'", "order d20=1", &[seen[0], seen[1], seen[2], seen[3]], 30);
    sample("hound", "", "order d20=1, damage d6=4", &[("hp", 3), ("str", 7), ("dex", 7), ("wil", 7)], 26);
}

// BDP-403, BDP-404, BDP-634
#[test]
fn foes_have_the_abilities_and_hp_of_their_rank() {
    let plain = stage(&[IDLE], &[""], "", "");
    let seen = ["str", "dex", "wil", "hp"].map(|what| plain.see("N", what));
    assert_eq!(seen, [10, 10, 10, 3]);
    for (rank, dice, hp) in [("untrained", "d6=5", 5), ("trained", "HP d6=4 d6=5", 9), ("legendary", "HP d6=4 d6=5 d6=6", 15)] {
        let foe = format!("rolled = '{rank}'");
        let fight = stage(&[IDLE], &[&foe], "", dice);
        assert_eq!((fight.see("N", "hp"), fight.see("N", "str")), (hp, 10), "{rank}");
    }
    after(1, met(&[IDLE], &["policy = 'hits'\nweapons = [{ kind = 'claws' }]"]), "", "d20=1 d6=2 d6=5", &[("P", "hp", 4)]);
}

// BDP-409
#[test]
fn natural_weapons_have_the_dice_of_others() {
    for (kind, dice) in
        [("natural_dagger", "order d20=1, damage d6=4"), ("natural_sword", "damage d8=4"), ("natural_spear", "damage d10=4")]
    {
        let foe = format!("policy = 'hits'\nweapons = [{{ kind = '{kind}' }}]");
        after(1, met(&[IDLE], &[&foe]), "", dice, &[("P", "hp", 5)]);
        assert_eq!(begins(&format!("weapons = [{{ kind = '{kind}' }}]"), "free_slots"), 10, "{kind}");
    }
}

// BDP-406, BDP-408
#[test]
fn a_blast_strikes_everybody_for_himself_and_a_charge_is_enhanced() {
    let blast = format!("{SWORD}\ntraits = ['blast']");
    after(1, met(&[IDLE, IDLE], &[&blast]), "", "d2=1 d8=1 d8=3", &[("P", "hp", 8), ("Q", "hp", 6)]);
    after(1, met(&[IDLE, IDLE], &[&blast]), "", "d2=2 d8=1 d8=3", &[("P", "hp", 6), ("Q", "hp", 8)]);
    let listed = "[rulings]\ndefault_target = 'listed'\n";
    after(1, met(&[IDLE, IDLE], &[&blast]), listed, "d8=1 d8=3", &[("P", "hp", 8), ("Q", "hp", 6)]);
    let some = "[rulings]\nblast_count = 'die'\n";
    after(1, met(&[IDLE, IDLE], &[&blast]), some, "d8=1 d8=3", &[("P", "hp", 6), ("Q", "hp", 9)]);
    let charge = format!("{SWORD}\ntraits = ['charge']");
    let near = "[arena]\nstart = 'near'\n";
    after(2, met(&[IDLE], &[&charge]), near, "d8=1 d12=3 d8=2", &[("P", "hp", 4)]);
    after(1, met(&[IDLE], &[SWORD]), near, "d8=1", &[("P", "hp", 8)]);
}

// BDP-420
#[test]
fn casting_foes_have_room_for_three_fatigue() {
    let caster = "hp_max = 9\nmd = 1\nslots_used = 4\nweapons = [{ name = 'dagger' }]";
    assert_eq!(stage(&[IDLE], &[caster], "", "").see("N", "free_slots"), 3);
    let more = format!("{caster}\nslots = 12");
    assert_eq!(stage(&[IDLE], &[&more], "", "").see("N", "free_slots"), 7);
}

// BDP-358, BDP-072
#[test]
fn helmets_give_no_armor_but_keep_injuries_off() {
    let foe = SWORD;
    let pc = |item: &str| format!("hp_max = 0\nitems = [{{ name = '{item}', stored = false }}]");
    for (item, areas) in [("helmet", &[10][..]), ("bracers", &[8, 9]), ("greaves", &[6, 7])] {
        assert_eq!(begins(&pc(item), "armor"), 0);
        for area in areas {
            let seen = [("P", "wounds", 0), ("P", "active", 1), ("P", "str", 6), ("P", "arms", 0), ("P", "dex", 10)];
            after(1, met(&[&pc(item)], &[foe]), "", &format!("d8=4 d20=7 d10={area}"), &seen);
        }
        after(1, met(&[&pc(item)], &[foe]), "", "d8=4 d20=7 d10=5 d4=1", &[("P", "wounds", 1), ("P", "str", 5)]);
    }
    let packed = "hp_max = 0\nitems = [{ name = 'helmet', stored = true }]";
    after(1, met(&[packed], &[foe]), "", "d8=4 d20=7 d10=10 d6=3", &[("P", "dead", 1)]);
}

// BDP-359, BDP-594
#[test]
fn dropping_the_backpack_empties_what_is_stored_in_it() {
    let drops = "[policy.drops]\ntarget = [{ at = 'first' }]\nbackpack = [{ do = 'yes' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = "hp_max = 9\npolicy = 'drops'\nweapons = [{ name = 'sword' }]\n\
              items = [{ name = 'tent' }, { name = 'rope' }, { name = 'helmet', stored = false }]";
    assert_eq!(begins(&pc.replace("policy = 'drops'\n", ""), "free_slots"), 5);
    after(1, met(&[pc], &[IDLE]), drops, "d8=2", &[("P", "items", 1), ("P", "free_slots", 8), ("N", "hp", 7)]);
    let slowly = format!("{drops}[rulings]\nbackpack_drop = 'quick'\n");
    after(1, met(&[pc], &[IDLE]), &slowly, "d20=1", &[("P", "items", 1), ("N", "hp", 9)]);
    after(2, met(&[pc], &[IDLE]), &slowly, "d20=1 d8=2", &[("P", "items", 1), ("N", "hp", 7)]);
}

// BDP-363, R-64
#[test]
fn a_healers_kit_saves_the_dying() {
    let saved = |treated: &str, items: &str| {
        let pc =
            format!("name = 'P'\npc = true\nhp_max = 9\npolicy = 'last'\nweapons = [{{ name = 'sword' }}]\nitems = [{items}]");
        let ally = "name = 'Q'\npc = false\nhp_max = 0\nstr = 9\npolicy = 'last'";
        let foe = "name = 'N'\nhp_max = 0\nstr = 5\npolicy = 'seeks'\nweapons = [{ name = 'knife', category = 'fast' }]";
        let rest = format!(
            "[arena]\nstart = 'engaged'\n[rulings]\ndown_treated = '{treated}'\n[[day]]\nfight = ['party', 'foes']\n\
             [[day]]\nrest = {{ night = {{ food = 'fresh' }} }}\n\
             [policy.last]\naction = [{{ do = 'attack', when = 'round == 1 and pc' }}, {{ do = 'wait' }}]\nreaction = [{{ do = 'defend' }}]\n\
             [policy.seeks]\ntarget = [{{ least = 'it.hp' }}]\n"
        );
        let mut fight = play(&format!("{}{rest}", sides(&[&pc, ally], &[foe])), "d20=1 d6=3 d20=7 d8=5");
        fight.leg();
        assert_eq!(fight.see("N", "dead"), 1);
        let lives = fight.see("Q", "dead") == 0;
        fight.leg();
        assert_eq!(fight.see("Q", "active") == 1, lives, "on its feet after the night");
        lives
    };
    let kit = "{ name = 'healers_kit' }";
    assert_eq!([saved("ally", ""), saved("kit", kit), saved("kit", ""), saved("never", kit)], [true, true, false, false]);
}

// BDP-366
#[test]
fn smoke_makes_dex_saves_worse_for_everybody_near() {
    let smokes = "[policy.smokes]\naction = [{ do = 'smoke' }, { do = 'retreat' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = "hp_max = 9\npolicy = 'smokes'\nitems = [{ name = 'smoke_bomb' }]";
    after(2, met(&[pc], &[IDLE]), smokes, "d20=1 d4=2 d20=10 d20=11", &[("P", "away", 0), ("P", "items", 0)]);
    after(3, met(&[pc], &[IDLE]), smokes, "d20=1 d4=2 d20=10 d20=11 d20=10", &[("P", "away", 1)]);
    let flees = format!("{smokes}[policy.flees]\naction = [{{ do = 'wait', when = 'round == 1' }}, {{ do = 'retreat' }}]\n");
    let foe = "hp_max = 9\npolicy = 'flees'";
    after(
        2,
        met(&[&pc.replace("'retreat'", "'wait'")], &[foe]),
        &flees.replace("{ do = 'smoke' }, { do = 'retreat' }", "{ do = 'smoke' }, { do = 'wait' }"),
        "d20=1 d4=2 d20=1 d20=11",
        &[("N", "away", 0)],
    );
}
