//! The turn of a fighter whose policy says nothing: its order, targets, ways and defences.

use super::spec_stage::{armed, bare, bow, person, seen, stage, sword};

/// The next dodge of a defender that has used its first one.
const SECOND: &str = "d6=4 d10=4 d10=4";
/// A dodge on an ongoing action, or from the ground.
const WORSE: &str = "d6=2 d10=4 d10=4";

#[test]
fn a_fighter_stands_up_and_strikes_in_one_turn() {
    let people = [sword("a", "A", 9, "fights", "prone = true"), bare("b", "T", 5, "waits", "")];
    let mut play = stage(&people, "", &format!("d6=1 | {SECOND} | d6=2"));
    play.turns(1);
    seen(&play, "A", &[("prone", 0), ("stance_c", 0)]);
    seen(&play, "T", &[("hp", 2)]);
}

// HEI-179
#[test]
fn a_fighter_breathes_at_three_above_its_base_and_not_before() {
    let after = |fatigue: u8, dice: &str| {
        let people = [sword("a", "A", 9, "fights", &format!("fatigue = {fatigue}")), bare("b", "T", 5, "waits", "")];
        let mut play = stage(&people, "", dice);
        play.turns(1);

        ["fatigue", "ongoing"].map(|what| play.see("A", what))
    };
    assert_eq!(after(4, WORSE), [2, 1]);
    assert_eq!(after(3, &format!("d6=3 | {SECOND} | d6=3")), [3, 0]);
}

// HEI-179
#[test]
fn lines_about_breathers_that_do_not_hold_leave_the_default() {
    let after = |lines: &str, dice: &str| {
        let people = [sword("a", "A", 9, "breathes", "fatigue = 4"), bare("b", "T", 5, "waits", "")];
        let policy = format!("[policy.breathes]\nbreather = [{lines}]\ndefend = [{{ do = 'dodge' }}]\n");
        let mut play = stage(&people, &policy, dice);
        play.turns(1);

        ["fatigue", "ongoing"].map(|what| play.see("A", what))
    };
    assert_eq!(after("{ do = 'upcoming', when = 'round > 90' }", WORSE), [2, 1]);
    // A line that says no holds.
    let blow = "d6=5 | d6=4 d10=4 d10=4 | d6=5";
    assert_eq!(after("{ do = 'upcoming', when = 'round > 90' }, { do = 'no' }", blow), [4, 0]);
}

// HEI-173
#[test]
fn an_archer_shoots_draws_and_shoots_again() {
    let people = [bow("a", "A", 9, "fights", "at = 'B1'"), bare("b", "T", 5, "waits", "hp_max = 20")];
    let shot = format!("d6=5 | {SECOND} | d6=2");
    let mut play = stage(&people, "", &format!("{shot} | d6=3 | d6=2 | d6=3 | {shot}"));
    play.rounds(1);
    seen(&play, "A", &[("loaded(bow)", 0)]);
    seen(&play, "T", &[("hp", 17)]);
    play.rounds(1);
    seen(&play, "A", &[("loaded(bow)", 1), ("row", 0)]);
    play.turns(1);
    seen(&play, "A", &[("loaded(bow)", 0)]);
    seen(&play, "T", &[("hp", 14)]);
}

// HEI-117
#[test]
fn an_archer_comes_nearer_until_something_is_in_range_unless_it_holds_its_position() {
    let people = |policy: &str| {
        [armed("a", "A", 9, policy, "{ kind = 'bow', range = 1 }", "at = 'A1'"), bare("b", "T", 5, "waits", "at = 'B2'")]
    };
    // Rows before columns.
    let mut play = stage(&people("fights"), "", &format!("d6=2 | d6=3 | d6=5 | {SECOND} | d6=2"));
    play.turns(1);
    seen(&play, "A", &[("column", 0), ("row", 1), ("ongoing", 0)]);
    play.rounds(1).turns(1);
    seen(&play, "A", &[("column", 0), ("row", 1), ("loaded(bow)", 0)]);
    seen(&play, "T", &[("hp", 1)]);
    let holds = "[policy.holds]\napproach = [{ do = 'hold' }]\ndefend = [{ do = 'dodge' }]\n";
    let mut play = stage(&people("holds"), holds, "d6=2");
    play.turns(1);
    seen(&play, "A", &[("column", 0), ("row", 0), ("loaded(bow)", 1)]);
}

// HEI-163, HEI-165
#[test]
fn a_fighter_moves_rows_first_and_charges_over_the_last_border() {
    let goes = |path: &str, rest: &str, dice: &str, turns: u32| {
        let people = [sword("a", "A", 9, "goes", "at = 'A1'"), bare("b", "T", 5, "waits", "at = 'B2'")];
        let policy = format!("[policy.goes]\n{path}\ndefend = [{{ do = 'dodge' }}]\n{rest}");
        let mut play = stage(&people, &policy, dice);
        play.rounds(turns - 1).turns(1);

        [play.see("A", "column"), play.see("A", "row"), play.see("A", "ongoing"), play.see("T", "hp")]
    };
    assert_eq!(goes("", "", "d6=2", 1), [0, 1, 0, 4]);
    assert_eq!(goes("path = [{ do = 'columns_first' }]", "", "d6=2", 1), [1, 0, 0, 4]);
    let charge = format!("d6=2 | d6=3 | d6=1 | {SECOND} | {WORSE}");
    assert_eq!(goes("", "", &charge, 2), [1, 1, 1, 2]);
    assert_eq!(goes("approach = [{ do = 'move' }]", "", "d6=2 | d6=3 | d6=2", 2), [1, 1, 0, 4]);
    // Over a border with a challenge it moves.
    let ditch = "[arena]\nborder = [{ between = ['A2', 'B2'], cr = 4 }]\n";
    assert_eq!(goes("", ditch, "d6=2 | d6=3 | d6=2 | d6=2", 2), [1, 1, 0, 4]);
}

// HEI-248
#[test]
fn a_fighter_waits_where_the_only_way_is_full_and_goes_round_where_there_is_another() {
    let arena = "[arena]\nborder = [{ between = ['B1', 'B2'], limit = 0 }]\n";
    let people = [sword("a", "A", 9, "fights", "at = 'B1'"), bare("b", "T", 5, "waits", "at = 'B2'")];
    let mut play = stage(&people, arena, "d6=2");
    play.turns(1);
    seen(&play, "A", &[("column", 1), ("row", 0)]);
    let wall = "[arena]\nborder = [{ between = ['B1', 'B2'], kinds = ['stone_wall'], climb_cr = 20 }, \
                { between = ['A1', 'A2'], toughness = 9 }]\n";
    let mut play = stage(&people, wall, "d6=2");
    play.turns(1);
    // The left way is barred as well.
    seen(&play, "A", &[("column", 2), ("row", 0)]);
}

// HEI-180
#[test]
fn a_fighter_looks_for_the_hidden_and_strikes_in_the_same_turn() {
    let crates = "[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }\n";
    let people = [sword("a", "A", 9, "fights", "at = 'B2'"), bare("b", "H", 5, "waits", "at = 'B2', hidden = true")];
    // Hidden at 6; 4 + 2 finds it. Once the cluster is formed nothing conceals.
    let mut play = stage(&people, crates, &format!("d6=6 | d6=4 | d6=1 | {SECOND} | d6=2"));
    play.turns(1);
    seen(&play, "H", &[("hidden", 0), ("hp", 2)]);
    // 3 + 2 does not, and there is nobody else to go for.
    let mut play = stage(&people, crates, "d6=6 | d6=3 | d6=2");
    play.turns(1);
    seen(&play, "H", &[("hidden", 1), ("hp", 4)]);
    seen(&play, "A", &[("row", 1), ("ongoing", 0)]);
    // From afar it goes where the hidden one is, by a Move.
    let people = [sword("a", "A", 9, "fights", "at = 'B1'"), bare("b", "H", 5, "waits", "at = 'B2', hidden = true")];
    let mut play = stage(&people, crates, "d6=6 | d6=4 | d6=2");
    play.turns(1);
    seen(&play, "A", &[("row", 1), ("ongoing", 0)]);
}

// HEI-170, HEI-074
#[test]
fn who_cannot_stand_crawls_to_the_nearest_enemy_and_strikes_from_the_ground() {
    let lame = "at = 'B1', hp = 0, injuries = ['right_leg'], prone = true";
    let people = [sword("a", "A", 9, "fights", lame), bare("b", "T", 5, "waits", "at = 'B2', hp_max = 20")];
    let dice = format!("{WORSE} | d6=3 | {WORSE} | d6=3 | d6=5 d10=6 d10=7 | {SECOND} | {WORSE}");
    let mut play = stage(&people, "", &dice);
    play.turns(1);
    seen(&play, "A", &[("row", 0), ("crawl_pending", 1)]);
    play.rounds(1).turns(1);
    seen(&play, "A", &[("row", 1), ("prone", 1), ("crawl_pending", 0)]);
    play.rounds(1).turns(1);
    seen(&play, "T", &[("hp", 18)]);
}

// HEI-188
#[test]
fn a_holder_hits_the_one_it_holds() {
    let people = [bare("a", "H", 9, "grabs", ""), bare("b", "T", 5, "waits", ""), bare("b", "F", 7, "waits", "")];
    let grabs = "[policy.grabs]\nbrawl = [{ do = 'bind' }]\ntarget = [{ at = 'first', among = 'it.is(T)' }]\ndefend = [{ do = 'dodge' }]\n";
    let dice = format!("d6=5 | {SECOND} | d6=3 | d6=3 | d6=5 | {SECOND}");
    let mut play = stage(&people, grabs, &dice);
    play.rounds(1);
    seen(&play, "H", &[("holds", 1)]);
    play.turns(1);
    seen(&play, "T", &[("hp", 3), ("held_by", 0)]);
    seen(&play, "F", &[("hp", 4)]);
}

// HEI-059, HEI-197
#[test]
fn a_held_fighter_whose_sword_arm_is_bound_brawls_with_the_holder() {
    let people =
        [bare("a", "H", 9, "grabs", "hp_max = 20"), sword("a", "F", 10, "waits", ""), sword("b", "T", 5, "lets_be", "")];
    let policies = "[policy.grabs]\nturn = [{ do = 'brawl', when = 'round == 1' }, { do = 'wait' }]\nbrawl = [{ do = 'bind' }]\noppose = [{ do = 'no' }]\ndefend = [{ do = 'dodge' }]\n\
                    [policy.lets_be]\nprovoked = [{ do = 'no' }]\ndefend = [{ do = 'dodge' }]\n";
    // The bind shows the sword arm. F comes first in the order, but it is the holder who is hit, without a defence.
    let dice = format!("d6=3 | d6=4 | {SECOND} | d6=1 | d6=6 | d6=3");
    let mut play = stage(&people, policies, &dice);
    play.turns(2);
    seen(&play, "T", &[("held_by", 0), ("bound(sword_arm)", 1), ("wields(medium)", 0)]);
    play.turns(1);
    seen(&play, "H", &[("hp", 19), ("holds", -1), ("stance_pre", 6)]);
    seen(&play, "T", &[("held_by", -1)]);
}

// HEI-059, HEI-173, R-37
#[test]
fn a_held_archer_keeps_the_bow_that_it_cannot_load_and_brawls_with_the_holder() {
    let people = [
        bare("a", "H", 9, "grabs", "hp_max = 20"),
        armed("b", "T", 5, "fights", "{ kind = 'bow', loaded = false }, { kind = 'medium', ability = 'swordsmanship' }", ""),
    ];
    let policies = "[policy.grabs]\nturn = [{ do = 'brawl', when = 'round == 1' }, { do = 'wait' }]\nbrawl = [{ do = 'bind' }]\noppose = [{ do = 'no' }]\ndefend = [{ do = 'dodge' }]\n";
    let dice = format!("d6=4 | {SECOND} | d6=1 | d6=6 | d6=3");
    let mut play = stage(&people, policies, &dice);
    play.turns(1);
    seen(&play, "T", &[("held_by", 0), ("bound(sword_arm)", 1), ("wields(bow)", 0)]);
    play.turns(1);
    seen(&play, "T", &[("held_by", -1), ("place(bow)", 2), ("place(medium)", 3)]);
    seen(&play, "H", &[("hp", 19)]);
}

// HEI-059, R-37
#[test]
fn a_held_fighter_that_cannot_draw_its_sword_brawls_with_the_holder() {
    let people = [
        bare("a", "F", 10, "waits", ""),
        bare("a", "H", 9, "grabs", "hp_max = 20"),
        armed("b", "T", 5, "fights", "{ kind = 'medium', ability = 'swordsmanship', place = 'worn' }", ""),
    ];
    let policies = "[policy.grabs]\nturn = [{ do = 'brawl', when = 'round == 1' }, { do = 'wait' }]\nbrawl = [{ do = 'bind' }]\noppose = [{ do = 'no' }]\ndefend = [{ do = 'dodge' }]\n";
    let dice = format!("d6=3 | d6=4 | {SECOND} | d6=1 | d6=6 | d6=3");
    let mut play = stage(&people, policies, &dice);
    play.turns(3);
    seen(&play, "T", &[("held_by", -1), ("place(medium)", 3)]);
    seen(&play, "H", &[("hp", 19)]);
}

// HEI-163, HEI-162, R-56
#[test]
fn who_has_lost_its_weapon_and_brawls_charges_like_the_unarmed() {
    let lost = "at = 'B1', hp = 0, injuries = ['sword_arm']";
    let medium = "{ kind = 'medium', ability = 'swordsmanship', place = 'ground' }";
    let people = [armed("a", "A", 9, "brawls", medium, lost), bare("b", "T", 5, "waits", "at = 'B2', hp_max = 20")];
    let brawls = "[policy.brawls]\ndisarmed = [{ do = 'brawl' }]\ndefend = [{ do = 'dodge' }]\n";
    let mut play = stage(&people, brawls, &format!("d6=5 | {SECOND} | {WORSE}"));
    play.turns(1);
    seen(&play, "A", &[("row", 1), ("ongoing", 1)]);
    seen(&play, "T", &[("hp", 19)]);
}

// HEI-160, HEI-116
#[test]
fn conditions_about_the_target_know_the_range_of_the_second_weapon_too() {
    let knives = "{ kind = 'throwing', name = 'near', ability = 'throwing', hands = 'either', place = 'sword_hand' }, \
                  { kind = 'throwing', name = 'far', ability = 'throwing', hands = 'either', place = 'off_hand', range = 2 }";
    let people = [
        armed("a", "A", 9, "throws", knives, "at = 'A1'"),
        bare("b", "U", 8, "waits", "at = 'C3'"),
        bare("b", "T", 5, "waits", "at = 'A3'"),
    ];
    let throws =
        "[policy.throws]\nturn = [{ do = 'attack', when = 'target.is(T)' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n";
    // One less for the distance of two.
    let mut play = stage(&people, throws, &format!("d6=2 d10=9 | {SECOND} | d6=2"));
    play.turns(1);
    seen(&play, "A", &[("place(near)", 0), ("place(far)", 3)]);
    seen(&play, "T", &[("dodges", 1)]);
}

// HEI-165
#[test]
fn actions_towards_a_square_take_the_way_of_the_policy() {
    let goes = |path: &str| {
        let people = [sword("a", "A", 9, "goes", "at = 'A1'"), bare("b", "T", 5, "waits", "at = 'C3'")];
        let policy =
            format!("[policy.goes]\nturn = [{{ do = 'move', square = 'B2' }}]\n{path}\ndefend = [{{ do = 'dodge' }}]\n");
        let mut play = stage(&people, &policy, "d6=2");
        play.turns(1);

        [play.see("A", "column"), play.see("A", "row")]
    };
    assert_eq!([goes(""), goes("path = [{ do = 'columns_first' }]")], [[0, 1], [1, 0]]);
}

// HEI-173, R-56
#[test]
fn a_fighter_with_empty_hands_draws_and_without_any_weapon_does_as_its_policy_says() {
    let people = |policy: &str, more: &str| {
        [
            armed("a", "A", 9, policy, "{ kind = 'light', ability = 'knife_fighting', place = 'worn' }", more),
            bare("b", "T", 5, "waits", ""),
        ]
    };
    let mut play = stage(&people("fights", ""), "", "dodge d6=2");
    play.turns(1);
    seen(&play, "A", &[("place(light)", 0)]);
    seen(&play, "T", &[("hp", 4)]);
    // Both arms are injured: nothing can be held any more.
    let armless = "hp = 0, injuries = ['sword_arm', 'off_arm']";
    let mut play = stage(&people("fights", armless), "", "");
    play.turns(1);
    seen(&play, "A", &[("yielded", 1)]);
    let brawls = "[policy.brawls]\ndisarmed = [{ do = 'brawl' }]\ndefend = [{ do = 'dodge' }]\n";
    let mut play = stage(&people("brawls", armless), brawls, &format!("d6=5 | {SECOND} | d6=2"));
    play.turns(1);
    seen(&play, "A", &[("yielded", 0)]);
    seen(&play, "T", &[("hp", 3)]);
    let flees = "[policy.flees]\ndisarmed = [{ do = 'flee' }]\ndefend = [{ do = 'dodge' }]\n";
    let mut play = stage(&people("flees", armless), flees, WORSE);
    play.turns(1);
    seen(&play, "A", &[("yielded", 0), ("ongoing", 1), ("row", 2)]);
}

// HEI-186
#[test]
fn targets_are_the_first_in_order_unless_the_policy_says_otherwise() {
    // P and Q are unhurt, R is bloodied.
    let struck = |target: &str, dice: &str| {
        let people = [
            sword("a", "A", 1, "strikes", ""),
            bare("b", "P", 9, "waits", "hp_max = 20"),
            bare("b", "Q", 8, "waits", "hp_max = 20"),
            bare("b", "R", 7, "waits", "hp_max = 20, hp = 0, injuries = ['off_arm']"),
        ];
        let policy = format!("[policy.strikes]\n{target}\ndefend = [{{ do = 'dodge' }}]\n");
        // Dodges worth 5, 3 and 4.
        let mut play = stage(&people, &policy, &format!("d6=3 | d6=1 | d6=2 | {dice} | {SECOND} | d6=2"));
        play.turns(4);

        ["P", "Q", "R"].map(|name| play.see(name, "hp"))
    };
    assert_eq!(struck("", "d6=3"), [18, 20, 0]);
    assert_eq!(struck("target = [{ at = 'first' }]", "d6=3"), [18, 20, 0]);
    assert_eq!(struck("target = [{ at = 'lowest_defence' }]", "d6=3"), [20, 18, 0]);
    assert_eq!(struck("target = [{ at = 'most_injured' }]", "d6=3"), [20, 20, -2]);
    assert_eq!(struck("target = [{ at = 'random' }]", "d3=2 | d6=3"), [20, 18, 0]);
}

// HEI-186
#[test]
fn a_defence_that_fails_is_the_lowest_of_all() {
    let people = [
        sword("a", "A", 1, "strikes", ""),
        bare("b", "P", 9, "waits", "hp_max = 20"),
        bare("b", "Q", 8, "waits", "hp_max = 20, fatigue = 4"),
    ];
    let policy = "[policy.strikes]\ntarget = [{ at = 'lowest_defence' }]\ndefend = [{ do = 'dodge' }]\n";
    // P's is worth 1 + 2; Q's 3 + 2, but that is below its fatigue.
    let mut play = stage(&people, policy, &format!("d6=1 | d6=3 | d6=1 | {SECOND} | d6=2"));
    play.turns(3);
    seen(&play, "Q", &[("hp", 18)]);
    seen(&play, "P", &[("hp", 20)]);
}

/// The kind of defence (0 dodge, 1 block, 2 parry) and item that is rolled ahead without a policy, with these dice.
fn rolled_ahead(abilities: &str, gear: &str, dice: &str) -> (i64, i64) {
    let a = format!("{{ name = 'A', initiative = 9, attributes = {{ sta = 3 }}, abilities = {{ {abilities} }}, {gear} }},\n");
    let play = stage(&[person("a", a), bare("b", "T", 5, "waits", "")], "", dice);

    (play.see("A", "stance"), play.see("A", "stance_item"))
}

// HEI-212
#[test]
fn the_defence_worth_most_is_rolled_and_of_equal_ones_block_then_parry_then_dodge() {
    let all = |dodge: &str, block: &str, parry: &str| {
        format!("agility = {dodge}, sword_and_shield = {block}, swordsmanship = {parry}")
    };
    let gear = "weapons = [{ kind = 'medium', ability = 'swordsmanship' }], shields = [{ kind = 'medium' }]";
    // Items add 3 to block and parry.
    let (low, high) = ("{ c = 0, p = 0 }", "{ c = 0, p = 3 }");
    assert_eq!(rolled_ahead(&all(high, low, low), gear, "d6=3"), (1, 0));
    assert_eq!(rolled_ahead(&all("{ c = 0, p = 4 }", low, low), gear, "d6=3"), (0, 0));
    assert_eq!(rolled_ahead(&all(low, low, "{ c = 0, p = 1 }"), gear, "d6=3"), (2, 0));
    // More dice are worth more than a point: 6.08 and 3.5.
    assert_eq!(rolled_ahead(&all("{ c = 1, p = 2 }", high, high), gear, "d6=3"), (1, 0));
    assert_eq!(rolled_ahead(&all("{ c = 1, p = 4 }", high, high), gear, "dodge d6=3 d10=4"), (0, 0));
    let knives = "weapons = [{ kind = 'light', name = 'left', ability = 'knife_fighting', place = 'off_hand' }, { kind = 'light', name = 'right', ability = 'knife_fighting', place = 'sword_hand' }]";
    let skill = "agility = { c = 0, p = 5 }, knife_fighting = { c = 0, p = 3 }";
    assert_eq!(rolled_ahead(skill, knives, "d6=3"), (2, 1), "the sword hand first");
}

// HEI-133, HEI-212
#[test]
fn what_fails_fatigue_is_worth_nothing_in_that_choice() {
    // At a fatigue of 7 only a big die helps: a dodge of 1 and 0 is worth 0.4 x 8.5, a block of 0 and 5 nothing.
    let gear = "shields = [{ kind = 'buckler', ability = 'sword_and_shield' }], fatigue = 7";
    let abilities = "agility = { c = 1, p = 0 }, sword_and_shield = { c = 0, p = 5 }";
    assert_eq!(rolled_ahead(abilities, gear, "dodge d6=3 d10=8"), (0, 0));
    let rested = "shields = [{ kind = 'buckler', ability = 'sword_and_shield' }]";
    assert_eq!(rolled_ahead(abilities, rested, "d6=3"), (1, 0));
}
