//! The condition in which a combatant comes into the day: everything that an earlier day can leave can be given to the
//! next one.

use super::stage::{after, met};
use super::{play, sides};
use crate::Bdp;
use crate::fighter::WoundKeys;
use crate::sheet::Miracle;
use crate::state::{ARMOR_BROKEN, Body, Illness, Status};
use crate::wounds::Wound;
use frame::dice::Slot;
use frame::rules::testing::{ScriptedPlay, at_dawn, dawn, left_by, told_of};

/// A character alone in this condition, and these parts of a day.
fn day(pc: &str, legs: &str, dice: &str) -> ScriptedPlay<Bdp> {
    let text = format!(
        "{}{legs}[[day]]\nfight = ['party', 'foes']\n",
        sides(&[&format!("name = 'P'\npc = true\n{pc}")], &["name = 'N'"])
    );
    play(&text, dice)
}

const BREAK: &str = "[[day]]\nrest = 'break'\n";
const NIGHT: &str = "[[day]]\nrest = { night = { food = 'fresh' } }\n";

// BDP-250
#[test]
fn who_was_knocked_out_comes_to_in_the_next_break() {
    let mut play = day("condition = { state = 'knocked_out' }", BREAK, "");
    assert_eq!(play.see("P", "active"), 0);
    play.leg();
    assert_eq!(play.see("P", "active"), 1);
}

// BDP-279, BDP-281, BDP-365
#[test]
fn what_was_given_up_is_not_carried_and_can_be_repaired() {
    let gear = |condition: &str, items: &str| {
        let weapons = "[{ kind = 'longsword', broken = true }, { kind = 'dagger' }]";
        let pc = format!("armor = 'light'\nweapons = {weapons}\nitems = [{items}]\ncondition = {{ {condition} }}");
        let mut play = day(&pc, BREAK, "");
        let seen = |play: &ScriptedPlay<Bdp>| ["armored", "weapons", "free_slots"].map(|what| play.see("P", what));
        let before = seen(&play);
        play.leg();
        (before, seen(&play))
    };
    // A dagger takes a slot, a longsword another, light armor one, the kit one.
    let (before, after) = gear("armor_broken = true", "");
    assert_eq!(before, after);
    assert_eq!(before[..2], [0, 1]);
    let (before, after) = gear("armor_broken = true", "{ name = 'repair_kit' }");
    assert_eq!((before[..2].to_vec(), after[..2].to_vec()), (vec![0, 1], vec![1, 2]));
    assert!(after[2] < before[2] - 1, "{before:?} {after:?}");
}

// BDP-237, BDP-281
#[test]
fn the_first_weapon_that_is_whole_is_in_hand() {
    // The d6 of the knife, since the sword, which has a d8, is broken.
    let pc =
        "hp_max = 9\npolicy = 'hits'\nweapons = [{ kind = 'longsword', broken = true }, { name = 'knife', category = 'fast' }]";
    after(1, met(&[pc], &["hp_max = 9"]), "", "d20=1 d6=3", &[("N", "hp", 6)]);
}

// BDP-249
#[test]
fn attacks_with_what_is_improvised_count_on() {
    // With the second of its two attacks the bottle breaks, and fists are left.
    let pc = |used: u8| format!("hp_max = 9\npolicy = 'hits'\nweapons = [{{ kind = 'bottle', used = {used} }}]");
    let book = "[book.weapon.bottle]\ncategory = 'fast'\nuses = 2\n";
    after(1, met(&[&pc(0)], &["hp_max = 9"]), book, "d20=1 d6=3", &[("N", "hp", 6), ("P", "weapons", 1)]);
    after(1, met(&[&pc(1)], &["hp_max = 9"]), book, "d20=1 d6=3", &[("N", "hp", 6), ("P", "weapons", 0)]);
}

// BDP-363, BDP-365
#[test]
fn uses_of_items_that_are_left_are_used_up() {
    let heals = |uses: &str| {
        let wounds = "condition = { wounds = [{ key = 'nerve' }] }";
        let pc = format!("{wounds}\nitems = [{{ name = 'healers_kit'{uses} }}]");
        let mut play = day(&pc, NIGHT, "");
        play.leg();
        (play.see("P", "wounds"), play.see("P", "items"))
    };
    assert_eq!([heals(""), heals(", uses = 1")], [(0, 1), (0, 0)]);
}

// BDP-080, BDP-081, BDP-082, BDP-083
#[test]
fn a_disease_goes_on_where_it_was() {
    let ill = |illness: &str, dice: &str| {
        let pc = format!("str = 10\ncondition = {{ illnesses = [{{ {illness} }}] }}");
        let mut play = day(&pc, NIGHT, dice);
        assert_eq!(play.see("P", "ill"), 1);
        play.leg();
        (play.see("P", "ill"), play.see("P", "str"))
    };
    // A save fails with probability 10/20: the same die in all four.
    assert_eq!(ill("disease = 'swampsigh', days = 2", "d20=15"), (1, 9));
    assert_eq!(ill("disease = 'swampsigh', days = 1", "d20=15"), (0, 9));
    assert_eq!(ill("disease = 'bonebreaker', passed = 1", "d20=5"), (1, 10));
    assert_eq!(ill("disease = 'bonebreaker', passed = 2", "d20=5"), (0, 10));
}

// BDP-364, BDP-472, BDP-475, BDP-487
#[test]
fn light_power_faith_and_miracles_are_what_is_left_of_them() {
    let begins = |sheet: &str, what: &str| {
        let text = sides(&[&format!("name = 'P'\npc = true\n{sheet}")], &["name = 'N'"]);
        at_dawn::<Bdp>(&text, "P", what)
    };
    let lamp = "items = [{ name = 'lantern' }]";
    assert!(begins(lamp, "light") > 4);
    assert_eq!(begins(&format!("{lamp}\ncondition = {{ light = 4 }}"), "light"), 4);
    assert_eq!([begins("power = 3", "power"), begins("power = 3\ncondition = { power = 1 }", "power")], [3, 1]);
    assert_eq!([begins("fd = 2", "free_faith"), begins("fd = 2\ncondition = { free_faith = 1 }", "free_faith")], [0, 1]);
    let book = "fd = 2\nmiracles = ['bless', 'rebuke']";
    let lost = format!("{book}\ncondition = {{ miracles_lost = ['rebuke'] }}");
    assert_eq!([begins(book, "miracles"), begins(&lost, "miracles")], [2, 1]);
    assert_eq!(begins(&lost, "free_slots") - begins(book, "free_slots"), 1);
    // By night it comes back.
    let mut play = day(&lost, NIGHT, "d6=1");
    play.leg();
    assert_eq!(play.see("P", "miracles"), 2);
}

// BDP-468, BDP-479, BDP-533
#[test]
fn gifts_of_the_day_are_used_until_a_night() {
    let hands = |today: &str, rest: &str| {
        let pc = format!("skills = ['lay_on_hands']\nstr = 10\ncondition = {{ diseases = ['bonebreaker']{today} }}");
        let mut play = day(&pc, &format!("{rest}{BREAK}"), if rest.is_empty() { "" } else { "d20=5" });
        for _ in 0..=rest.matches("[[day]]").count() {
            play.leg();
        }
        play.see("P", "ill")
    };
    let used = ", today = { laid_on_hands = true }";
    assert_eq!([hands("", ""), hands(used, ""), hands(used, NIGHT)], [0, 1, 0]);
    let begins = |sheet: &str, what: &str| {
        at_dawn::<Bdp>(&sides(&[&format!("name = 'P'\npc = true\n{sheet}")], &["name = 'N'"]), "P", what)
    };
    assert_eq!(begins("condition = { today = { blessed = 3 } }", "bless"), 3);
    let mut play = day("condition = { today = { blessed = 3 } }", NIGHT, "");
    play.leg();
    assert_eq!(play.see("P", "bless"), 0);
}

#[test]
fn what_cannot_be_together_is_told() {
    for (sheet, says) in [
        ("weapons = [{ kind = 'longsword', used = 1 }]", "nobody counts the attacks with the longsword"),
        ("weapons = [{ kind = 'bottle', used = 1 }]", "breaks with attack 1"),
        ("weapons = [{ name = 'claws', hands = 0, broken = true }]", "the claws cannot be given up"),
        ("condition = { armor_broken = true }", "there is no armor that could be broken"),
        ("items = [{ name = 'rope', uses = 2 }]", "nobody counts the uses of the rope"),
        ("items = [{ name = 'healers_kit', uses = 99 }]", "99 uses of the healers kit are left"),
        ("condition = { illnesses = [{ days = 2 }] }", "an illness of no kind"),
        ("condition = { illnesses = [{ disease = 'swampsigh' }] }", "nobody knows how many are left"),
        ("condition = { illnesses = [{ disease = 'swampsigh', days = 9 }] }", "lasts 4 days at most, not 9"),
        ("condition = { illnesses = [{ disease = 'bonebreaker', days = 2 }] }", "does not end by itself"),
        ("condition = { illnesses = [{ disease = 'bonebreaker', passed = 3 }] }", "is healed by 3 passed saves"),
        ("condition = { illnesses = [{ disease = 'souls_despair', passed = 3 }] }", "no number of passed saves heals"),
        (
            "condition = { diseases = ['bonebreaker'], illnesses = [{ disease = 'bonebreaker' }] }",
            "it has `bonebreaker` already",
        ),
        ("condition = { illnesses = [{ disease = 'swampsight', days = 1 }] }", "did you mean `swampsigh`?"),
        ("condition = { light = 4 }", "it has neither a lantern nor a torch"),
        ("power = 2\ncondition = { power = 3 }", "3 power, but the maximum is 2"),
        ("condition = { free_faith = 1 }", "1 free_faith, but the maximum is 0"),
        ("condition = { miracles_lost = ['bless'] }", "this miracle is not imprinted"),
        ("condition = { today = { rerolls = 1 } }", "give it `skills = [\"hard_to_kill\"]`"),
        ("condition = { today = { gifts = 1 } }", "give it a `species`"),
        ("condition = { today = { dice_exhausted = 1 } }", "give it as many Magic Dice"),
        ("rolled = 'character'\ncondition = { str = 3 }", "`str` is rolled anew when the day begins"),
        ("rolled = 'trained'\ncondition = { hp = 1 }", "`hp` is rolled anew when the day begins"),
    ] {
        let told = told_of::<Bdp>(&sides(&[&format!("name = 'P'\npc = true\n{sheet}")], &["name = 'N'"]));
        assert!(told.contains(says), "{sheet}: {told}");
    }
    let skilled =
        "skills = ['hard_to_kill', 'lay_on_hands']\ncondition = { today = { rerolls = 1, laid_on_hands = true, blessed = 2 } }";
    assert_eq!(told_of::<Bdp>(&sides(&[&format!("name = 'P'\npc = true\n{skilled}")], &["name = 'N'"])), "");
}

/// The gear of a hero: the name of each weapon and item in its order.
const WEAPONS: [&str; 2] = ["longsword", "dagger"];
const ITEMS: [&str; 6] = ["healers_kit", "repair_kit", "lantern", "waterskin", "rations", "prayer_book"];

/// A sheet for a combatant as it is now.
fn sheet_of(body: &Body, kinds: &[String]) -> String {
    let state = match body.status {
        Status::Down => "treated",
        Status::KnockedOut => "knocked_out",
        Status::Unconscious => "unconscious",
        Status::Debilitated => "debilitated",
        _ => "active",
    };
    let weapon = |(index, kind): (usize, &&str)| {
        let broken = body.broken >> index & 1 == 1;
        format!("{{ kind = '{kind}', kills = {}, broken = {broken} }}", body.weapon_kills[index])
    };
    let item = |(index, name): (usize, &&str)| {
        let uses = if body.item_uses[index] > 0 { format!(", uses = {}", body.item_uses[index]) } else { String::new() };
        format!("{{ name = '{name}'{uses} }}")
    };
    let listed = |list: Vec<String>| format!("[{}]", list.join(", "));
    let wound = |wound: &Wound| {
        let level = format!("{:?}", wound.level).to_lowercase();
        format!("{{ key = '{}', level = '{level}', treated = {} }}", kinds[usize::from(wound.key)], wound.treated)
    };
    let illness = |illness: &Illness| {
        let name =
            ["bonebreaker", "mindfog", "shadowrot", "souls_despair", "swampsigh", "tick_jitters"][usize::from(illness.kind)];
        let days = illness.days.map_or_else(String::new, |days| format!(", days = {days}"));
        format!("{{ disease = '{name}', passed = {}{days} }}", illness.passed)
    };
    let limbs = ["right_arm", "left_arm", "leg", "other_leg"].into_iter().enumerate();
    let limbs = limbs.filter(|(limb, _)| body.limbs_lost >> limb & 1 == 1).map(|(_, name)| format!("'{name}'")).collect();
    let miracles = [(Miracle::Bless, "bless"), (Miracle::Rebuke, "rebuke")];
    let lost = miracles.into_iter().filter(|(miracle, _)| body.miracles >> *miracle as u8 & 1 == 0);
    let lost = lost.map(|(_, name)| format!("'{name}'")).collect();
    let (daily, [str, dex, wil], [str_max, dex_max, wil_max]) = (body.daily, body.abilities, body.maxima);
    format!(
        "str = {str_max}\ndex = {dex_max}\nwil = {wil_max}\nhp_max = {}\nshield = {}\ngold = {}\nweapons = {}\nitems = {}\n\
         [side.combatant.condition]\nstate = '{state}'\nstr = {str}\ndex = {dex}\nwil = {wil}\nhp = {}\nfatigue = {}\n\
         wounds = {}\nwaterskin = {}\ndeprived_days = {}\nillnesses = {}\nlimbs_lost = {}\neye_lost = {}\nweakened = {}\n\
         bleeding = {}\ncare_days = {}\nhp_trainings = {}\nkills = [{}, {}, {}]\narmor_broken = {}\nlight = {}\npower = {}\n\
         free_faith = {}\nmiracles_lost = {}\n[side.combatant.condition.today]\nrerolls = {}\nrousings = {}\nchases = {}\n\
         gifts = {}\nlaid_on_hands = {}\nspoke_grace = {}\ngrip = {}\nblessed = {}\ndice_exhausted = {}\n",
        body.hp_max,
        body.shielded,
        body.gold,
        listed(WEAPONS.iter().enumerate().map(weapon).collect()),
        listed(ITEMS.iter().enumerate().map(item).collect()),
        body.hp,
        body.fatigue,
        listed(body.wounds.each().map(wound).collect()),
        body.waterskin,
        body.deprived_days,
        listed(body.diseases.iter().flatten().map(illness).collect()),
        listed(limbs),
        body.eye_lost,
        body.weakened,
        body.bleeding,
        body.care_days,
        body.hp_trainings,
        body.type_kills[0],
        body.type_kills[1],
        body.type_kills[2],
        body.broken & ARMOR_BROKEN != 0,
        body.light,
        body.power,
        body.free_faith,
        listed(lost),
        daily.rerolls,
        daily.rousings,
        daily.chases,
        daily.gifts,
        daily.laid,
        daily.graced,
        daily.grip,
        daily.bless,
        daily.exhausted,
    )
}

/// Two heroes with these sheets against beasts that carry diseases.
fn scenario(heroes: [&str; 2]) -> String {
    let hero = |(name, sheet): (&str, &str)| {
        let gifts = "md = 2\nfd = 2\npower = 3\nmiracles = ['bless', 'rebuke']\nspecies = 'tough'";
        let skills = "skills = ['hard_to_kill', 'lay_on_hands', 'words_of_grace', 'rousing_words', 'tunnel_vision']";
        format!("name = '{name}'\npc = true\narmor = 'light'\npolicy = 'uses'\n{gifts}\n{skills}\n{sheet}")
    };
    let [a, b] = [hero(("A", heroes[0])), hero(("B", heroes[1]))];
    let beast = "name = 'beast'\ncount = 2\nhp_max = 6\ninfects = 'bonebreaker'\n\
                 weapons = [{ name = 'claws', category = 'slow', hands = 0, damage = 'slashing' }]";
    format!(
        "{}[book.md]\nexhaust = true\n[policy.uses]\naction = [{{ do = 'sculpt', when = 'round == 1' }}, {{ do = 'attack' }}]\n\
         sacrifice = [{{ do = 'armor', when = 'str_loss >= 5' }}, {{ do = 'weapon', when = 'str_loss >= 4' }}]\n\
         lay_hands = [{{ do = 'restore' }}]\ngrace = [{{ do = 'yes' }}]\ntunnel = [{{ do = 'yes' }}]\n",
        sides(&[&a, &b], &[beast])
    )
}

/// Property: a day that is broken off after fights, a break and a night goes on from a sheet with what they have left.
#[test]
fn whatever_a_day_leaves_can_be_the_beginning_of_the_next() {
    let kinds = WoundKeys::new().0;
    let rations = ITEMS.iter().position(|item| *item == "rations").expect("rations");
    let fight = "[[day]]\nfight = ['party', 'foes']\nfresh = ['foes']\n";
    let mut came = [0; 12];
    for number in 0..250_u64 {
        let fresh = format!(
            "str = 14\ndex = 14\nwil = 14\nhp_max = {}\nweapons = [{{ kind = 'longsword' }}, {{ kind = 'dagger' }}]\nitems = [{}]\n",
            4 + number % 9,
            ITEMS.map(|name| format!("{{ name = '{name}' }}")).join(", "),
        );
        let rest = |part: u64| ["", BREAK, "[[day]]\nrest = { night = {} }\n"][((number + part) % 3) as usize];
        let plan: String = (0..=number % 3).map(|part| format!("{fight}{}", rest(part))).collect();
        let (_, left) = left_by::<Bdp>(&format!("{}{plan}", scenario([&fresh, &fresh])), number);
        let bodies = [*left.body(Slot(0)), *left.body(Slot(1))];
        // The dead need no sheet, and what is lost for good does not stand on it.
        let whole = |body: &Body| {
            let gear = (body.weapons | body.broken) & 3 == 3 && body.items.count_ones() == ITEMS.len() as u32;
            let known = body.wounds.each().all(|wound| usize::from(wound.key) < kinds.len());
            gear && known && !matches!(body.status, Status::Dead | Status::Fled)
        };
        if !bodies.iter().all(whole) {
            continue;
        }
        let sheets = bodies.map(|body| sheet_of(&body, &kinds));
        let met = format!("{}[arena]\nfights_before = {}\n", scenario([&sheets[0], &sheets[1]]), left.meetings);
        let (_, next) = dawn::<Bdp>(&met);
        assert_eq!(next.meetings, left.meetings, "day {number}");
        for (index, was) in bodies.iter().enumerate() {
            let mut is = *next.body(Slot(index as u8));
            // Values that a fight begins anew, and the order of places, are no matter of the day before.
            let mut was = Body {
                zone: is.zone,
                reactions: is.reactions,
                reacted: is.reacted,
                stunts: is.stunts,
                unready: is.unready,
                last_target: is.last_target,
                main: is.main,
                ..*was
            };
            // Fists have no properties that could be learned.
            was.weapon_kills[WEAPONS.len()] = 0;
            for body in [&mut was, &mut is] {
                body.wounds.put_in_order();
                body.diseases.sort_unstable_by_key(Option::is_none);
            }
            assert_eq!(is, was, "day {number}: {}", sheets[index]);
            let comes = [
                was.broken & 3 != 0,
                was.broken & ARMOR_BROKEN != 0,
                was.item_uses[rations] < 3,
                was.diseases[0].is_some_and(|illness| illness.passed > 0),
                was.power < 3,
                was.free_faith > 0,
                was.miracles.count_ones() < 2,
                was.daily.rerolls > 0,
                was.daily.laid,
                was.daily.graced,
                was.daily.exhausted > 0,
                was.daily.gifts > 0,
            ];
            came.iter_mut().zip(comes).for_each(|(count, comes)| *count += u32::from(comes));
        }
    }
    assert!(came.iter().filter(|&&count| count > 0).count() >= 4, "{came:?}");
}
