//! Statuses: what each of them does, how they add up, and when they end.

use super::{play, scene, seen};
use crate::Vogt;
use frame::fight::watch::StoryEntry;
use frame::rules::testing::{ScriptedPlay, load};
use frame::sim::{Layout, story};

/// A and B against C; A and C are given by their insides, B helps A, and C helps nobody unless it has another policy. Without a
/// word on it, AR is 0. A goes first, then C, then B.
fn scenario(a: &str, c: &str, rules: &str) -> String {
    let ar = |insides: &str| if insides.contains("ar_base") || insides.contains("dex") { "" } else { "ar_base = 0, " };
    let policy = if c.contains("policy") { "" } else { "policy = 'help', " };
    format!(
        r#"
        side = [
            {{ name = "one", combatant = [
                {{ name = "A", hp_max = 30, {}{a} }},
                {{ name = "B", hp_max = 30, policy = "help" }},
            ] }},
            {{ name = "two", combatant = [{{ name = "C", hp_max = 30, {policy}{}{c} }}] }},
        ]
        {rules}
        "#,
        ar(a),
        ar(c),
    )
}

/// One round of it in which A rolls a 1 for its initiative on a die of this size.
fn round(a: &str, c: &str, rules: &str, size: u32, dice: &str) -> ScriptedPlay<Vogt> {
    let mut play = play(&scenario(a, c, rules), &format!("d{size}=1 d6=6 d6=5   {dice}"));
    play.rounds(1);
    play
}

/// Hit points that C loses in it.
fn lost(a: &str, c: &str, rules: &str, size: u32, dice: &str) -> i64 {
    let play = round(a, c, rules, size, dice);

    30 - play.see("C", "hp")
}

/// The insides of a combatant with a status.
fn with(status: &str, more: &str) -> String {
    format!("statuses = [{{ status = '{status}' }}], {more}")
}

/// A technique of one die, the insides of its owner and the policy.
fn spark(more: &str) -> String {
    format!("td = {{ d8 = 4 }}, techniques = [{{ name = 'spark', die = 8, max_dice = 1, {more} }}], policy = 'casts'")
}

const CASTS: &str = "[policy.casts]\naction = [{ do = 'technique', technique = 'spark' }]\n";

// VOG-080, R-37
#[test]
fn without_a_grid_the_afraid_fight_as_ever() {
    let a = "statuses = [{ status = 'afraid', of = 'C' }], weapons = [$club]";
    assert_eq!(lost(a, "", "", 6, "damage d6=2"), 5);
}

// VOG-081, R-34
#[test]
fn bleeding_takes_a_point_past_ar_at_the_beginning_of_each_turn() {
    let bleeding = with("bleeding", "policy = 'defend', ar_base = 5");
    let mut play = play(&scenario(&bleeding, "", ""), "initiative d4=1 d6=6 d6=5      d4=1 d6=6 d6=5");
    play.rounds(1);
    seen(&play, "A", &[("hp", 29), ("absorbed", 0), ("exhaustion", 0)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", 28), ("absorbed", 0)]);
}

// VOG-081, R-34
#[test]
fn by_ruling_bleeding_uses_up_ar() {
    let bleeding = with("bleeding", "policy = 'defend', ar_base = 1");
    let ignored = round(&bleeding, "", "[rulings]\nbleeding_ar = 'ignored'", 4, "");
    seen(&ignored, "A", &[("hp", 29), ("absorbed", 0)]);

    let used = round(&bleeding, "", "[rulings]\nbleeding_ar = 'used'", 4, "");
    seen(&used, "A", &[("hp", 30), ("absorbed", 1)]);
}

// VOG-081
#[test]
fn how_much_bleeding_takes_is_in_the_book() {
    let play = round(&with("bleeding", "policy = 'defend'"), "", "[book.status]\nbleeding_damage = 4", 4, "");
    seen(&play, "A", &[("hp", 26)]);
}

// VOG-081, VOG-031, VOG-032
#[test]
fn bleeding_at_the_last_point_exhausts_and_knocks_down_before_the_action() {
    let a = with("bleeding", "hp = 1, exhaustion = 2, weapons = [$club]");
    let play = round(&a, "", "", 6, "");
    seen(&play, "A", &[("hp", 0), ("exhaustion", 3), ("prone", 1)]);
    seen(&play, "C", &[("hp", 30)]);
}

// VOG-081, R-34, R-54
#[test]
fn bleeding_ends_with_the_duration_that_brought_it() {
    let a = "policy = 'once', weapons = [{ name = 'saw', die = '1d6', riders = [{ status = 'bleeding', rounds = 1 }] }]";
    let rules = "[policy.once]\naction = [{ do = 'attack', when = 'round == 1' }, { do = 'help' }]";
    let mut play = play(&scenario(a, "", rules), "d6=1 d6=6 d6=5   d6=2      d6=1 d6=6 d6=5      d6=1 d6=6 d6=5");
    play.rounds(1);
    seen(&play, "C", &[("hp", 24), ("has(bleeding)", 1)]);
    play.rounds(1);
    seen(&play, "C", &[("hp", 23), ("has(bleeding)", 0)]);
    play.rounds(1);
    seen(&play, "C", &[("hp", 23)]);
}

// VOG-082, VOG-083, R-29
#[test]
fn the_blind_strike_at_a_disadvantage_unless_the_ruling_lifts_it() {
    let blind = with("blind", "weapons = [$club]");
    assert_eq!(lost(&blind, "", "", 6, "d6=5 d6=2"), 5);
    assert_eq!(lost(&blind, "", "", 6, "damage d6=2 d6=5"), 5);
    assert_eq!(lost(&blind, "", "[rulings]\nblind_damage = 'disadvantage'", 6, "d6=2 d6=5"), 5);
    assert_eq!(lost(&blind, "", "[rulings]\nblind_damage = 'none'", 6, "d6=5"), 8);
    assert_eq!(lost(&format!("{CASTER}, {}", "statuses = [{ status = 'blind' }]"), "", CASTS, 8, "d8=5 d8=2"), 2);
}

const CASTER: &str = "td = { d8 = 4 }, techniques = [{ name = 'spark', die = 8, max_dice = 1 }], policy = 'casts'";

// VOG-083, R-29
#[test]
fn a_disadvantage_rolls_the_whole_damage_twice_critical_dice_and_all() {
    let blind = with("blind", "weapons = [{ name = 'great club', die = '2d6', initiative = '1d6' }]");
    assert_eq!(lost(&blind, "", "", 6, "damage d6=6, critical d6=1, damage d6=2   d6=5 d6=6, critical d6=3"), 12);
}

// VOG-021, VOG-083, R-29, R-30
#[test]
fn an_advantage_and_a_disadvantage_cancel() {
    let text = scenario(
        &with("blind", "weapons = [{ name = 'club', die = '1d6', initiative = '1d12' }]"),
        "",
        "[rulings]\nhelp_applies_to = 'checks_and_damage'",
    );
    let mut play = play(&text, "d12=12 d6=1 d6=5   d6=4");
    play.rounds(1);
    seen(&play, "C", &[("hp", 23)]);
}

// VOG-083, VOG-095, R-29
#[test]
fn two_disadvantages_count_once() {
    let a = format!("statuses = [{{ status = 'blind' }}, {{ status = 'mute' }}], {}", spark("voice = true"));
    assert_eq!(lost(&a, "", CASTS, 8, "damage d8=5 d8=4"), 4);
}

// VOG-084, VOG-088, VOG-091, VOG-100, R-28
#[test]
fn penalties_of_different_statuses_add_up_and_the_same_one_counts_once() {
    let modifiers = |statuses: &[&str]| {
        let list: String = statuses.iter().map(|status| format!("{{ status = '{status}' }}, ")).collect();
        let a = format!("str = '1d8', awr = '1d8', wil = '1d8', policy = 'help', statuses = [{list}]");
        let play = round(&format!("dex = '1d8', {a}"), "", "", 6, "");

        ["str", "dex", "awr", "wil"].map(|ability| play.see("A", &format!("{ability}_modifier")))
    };
    assert_eq!(modifiers(&[]), [4, 4, 4, 4]);
    assert_eq!(modifiers(&["blind"]), [4, 4, 3, 4]);
    assert_eq!(modifiers(&["deaf"]), [4, 4, 3, 4]);
    assert_eq!(modifiers(&["scorched"]), [4, 4, 3, 3]);
    assert_eq!(modifiers(&["frozen"]), [3, 3, 4, 4]);
    assert_eq!(modifiers(&["blind", "deaf", "scorched", "frozen"]), [3, 3, 1, 3]);
    assert_eq!(modifiers(&["deaf", "deaf"]), [4, 4, 3, 4]);
}

// VOG-084, VOG-088, VOG-091, VOG-100
#[test]
fn the_penalties_are_in_the_book() {
    let book =
        "[book.status]\nblind_awr = -2\ndeaf_awr = -3\nfrozen_str = -1\nfrozen_dex = 0\nscorched_awr = 1\nscorched_wil = -4";
    let all = "statuses = [{ status = 'blind' }, { status = 'deaf' }, { status = 'frozen' }, { status = 'scorched' }]";
    let a = format!("str = '1d12', dex = '1d12', awr = '1d12', wil = '1d12', policy = 'help', {all}");
    let play = round(&a, "", book, 6, "");
    seen(&play, "A", &[("str_modifier", 5), ("dex_modifier", 6), ("awr_modifier", 2), ("wil_modifier", 2)]);
}

// VOG-087
#[test]
fn a_blow_needs_no_hearing() {
    assert_eq!(lost(&with("deaf", "weapons = [$club]"), "", "", 6, "damage d6=2"), 5);
    assert_eq!(lost(&with("deaf", &spark("voice = true")), "", CASTS, 8, "damage d8=5"), 5);
}

// VOG-089, VOG-090
#[test]
fn the_drenched_resist_fire_and_are_vulnerable_to_lightning() {
    let drenched = with("drenched", "");
    assert_eq!(lost(&spark("type = 'fire'"), &drenched, CASTS, 8, "damage d8=5"), 2);
    assert_eq!(lost(&spark("type = 'lightning'"), &drenched, CASTS, 8, "damage d8=5"), 10);
    assert_eq!(lost(&spark("type = 'cold'"), &drenched, CASTS, 8, "damage d8=5"), 5);
    let book = "[book.status]\ndrenched_resist = ['cold']\ndrenched_vulnerable = ['fire', 'acid']\n";
    assert_eq!(lost(&spark("type = 'cold'"), &drenched, &[CASTS, book].concat(), 8, "d8=5"), 2);
    assert_eq!(lost(&spark("type = 'fire'"), &drenched, &[CASTS, book].concat(), 8, "d8=5"), 10);
    assert_eq!(lost(&spark("type = 'lightning'"), &drenched, &[CASTS, book].concat(), 8, "d8=5"), 5);
}

// VOG-091, VOG-033, VOG-206
#[test]
fn the_frozen_are_weaker_and_clumsier() {
    assert_eq!(lost(&with("frozen", "str = '1d8', weapons = [$club]"), "", "", 6, "damage d6=2"), 5);
    assert_eq!(lost("str = '1d8', weapons = [$club]", &with("frozen", "dex = '1d8'"), "", 6, "damage d6=2"), 3);
    let play = round("policy = 'help'", &with("frozen", "dex = '1d8', armor = 1"), "", 6, "");
    seen(&play, "C", &[("ar", 4)]);
    let given = round("policy = 'help'", &with("frozen", "ar_base = 4"), "", 6, "");
    seen(&given, "C", &[("ar", 4)]);
}

// VOG-018, VOG-091, VOG-206
#[test]
fn ar_is_never_less_than_nothing() {
    let a = with("frozen", "dex = '1d4', armor = 1, policy = 'defend'");
    let play = round(&a, "", "[book.status]\nfrozen_dex = -9", 4, "");
    seen(&play, "A", &[("dex_modifier", -7), ("ar", 0), ("ar_left", 0), ("defending", 1)]);
}

// VOG-091, R-28
#[test]
fn minus_one_is_a_point_or_by_ruling_a_smaller_die() {
    let modifiers = |ruling: &str| {
        let a = with("frozen", "str = '1d4', dex = '1d4', policy = 'help'");
        let play = round(&a, "", &format!("[rulings]\nstat_penalty = '{ruling}'"), 6, "");

        (play.see("A", "str_modifier"), play.see("A", "dex_modifier"), play.see("A", "ar"))
    };
    assert_eq!(modifiers("flat"), (1, 1, 1));
    assert_eq!(modifiers("die_step"), (0, 0, 0));
}

// VOG-002, VOG-091, R-28
#[test]
fn minus_one_shows_on_checks_as_a_point_or_as_a_smaller_die() {
    let contest = |ruling: &str, dice: &str| {
        let a = with("frozen", "str = '1d8', policy = 'wrestles'");
        let rules = format!(
            "[policy.wrestles]\naction = [{{ do = 'contest' }}]\n[rulings]\ncontest_action = 'on'\nstat_penalty = '{ruling}'"
        );
        let mut play = play(&scenario(&a, "", &rules), &format!("d6=3 d6=6 d6=1   {dice}"));
        play.rounds(1);

        play.see("C", "prone")
    };
    assert_eq!(contest("flat", "d8=5 d6=4"), 0);
    assert_eq!(contest("flat", "d8=6 d6=4"), 1);
    assert_eq!(contest("die_step", "d6=5 d6=4"), 1);
}

// VOG-092, R-36
#[test]
fn the_hallucinating_waste_their_action_on_a_one() {
    let sees_things = with("hallucinating", "weapons = [$club]");
    assert_eq!(lost(&sees_things, "", "", 6, "hallucination d4=1"), 0);
    assert_eq!(lost(&sees_things, "", "", 6, "hallucination d4=2, damage d6=2"), 5);
    assert_eq!(lost(&sees_things, "", "[book.status]\nhallucinating_die = 10", 6, "d10=1"), 0);
    assert_eq!(lost(&sees_things, "", "[book.status]\nhallucinating_die = 0", 6, "d6=2"), 5);
    assert_eq!(lost(&sees_things, "", "[book.status]\nhallucinating_most = 2", 6, "hallucination d4=2"), 0);
}

// VOG-092, VOG-215, R-36
#[test]
fn a_technique_wasted_on_what_is_not_there_costs_its_dice() {
    let play = round(&with("hallucinating", &spark("")), "", CASTS, 8, "hallucination d4=1");
    seen(&play, "A", &[("td(d8)", 3)]);
    seen(&play, "C", &[("hp", 30)]);
}

// VOG-092, R-36
#[test]
fn whoever_only_runs_is_not_fooled_but_whoever_defends_is() {
    let policy = |action: &str| format!("[policy.does]\naction = [{{ do = '{action}' }}]");
    let sees_things = with("hallucinating", "policy = 'does'");
    round(&sees_things, "", &policy("run"), 6, "");
    let fooled = round(&sees_things, "", &policy("defend"), 4, "d4=1");
    seen(&fooled, "A", &[("defending", 0)]);
}

// VOG-093
#[test]
fn the_immobile_have_no_movement_and_cannot_stand_up() {
    let play = round(&with("immobile", "prone = true, weapons = [$club]"), "", "", 6, "damage d6=2");
    seen(&play, "A", &[("movement", 0), ("prone", 1)]);
    seen(&play, "C", &[("hp", 25)]);

    let slow = round(&with("immobile", "prone = true, policy = 'help'"), "", "[book.status]\nimmobile_movement = 2", 6, "");
    seen(&slow, "A", &[("movement", 2), ("prone", 0)]);
}

// VOG-095, R-35
#[test]
fn the_mute_have_a_disadvantage_on_techniques_that_need_a_voice() {
    let mute = |technique: &str| with("mute", &spark(technique));
    assert_eq!(lost(&mute("voice = true"), "", CASTS, 8, "damage d8=5 d8=2"), 2);
    assert_eq!(lost(&mute("voice = false"), "", CASTS, 8, "damage d8=5"), 5);
    assert_eq!(lost(&mute(""), "", CASTS, 8, "damage d8=5"), 5);
    assert_eq!(lost(&spark("voice = true"), "", CASTS, 8, "damage d8=5"), 5);
    assert_eq!(lost(&format!("voice = false, {}", spark("voice = true")), "", CASTS, 8, "damage d8=5 d8=2"), 2);
    assert_eq!(lost(&with("mute", "weapons = [$club]"), "", "", 6, "damage d6=2"), 5, "a blow needs no voice");
}

// VOG-096
#[test]
fn the_nauseated_are_vulnerable_to_blows() {
    let nauseated = with("nauseated", "");
    for (kind, damage) in [("blunt", 10), ("slash", 10), ("stab", 10), ("fire", 5)] {
        let a = format!("weapons = [{{ name = 'w', die = '1d6', type = '{kind}' }}]");
        assert_eq!(lost(&a, &nauseated, "", 6, "damage d6=2"), damage, "{kind}");
    }
    let book = "[book.status]\nnauseated_vulnerable = ['fire']";
    assert_eq!(lost("weapons = [$club]", &nauseated, book, 6, "d6=2"), 5);
}

// VOG-097, VOG-099, R-04
#[test]
fn whoever_lies_has_no_ar_whatever_adds_to_it() {
    let lies = |ruling: &str, dice: &str| {
        let c = "prone = true, policy = 'lies', ar_base = 2, armor = 1";
        let rules = format!("[policy.lies]\naction = [{{ do = 'defend' }}]\nstand = [{{ do = 'no' }}]\n[rulings]\n{ruling}");
        let mut play = play(&scenario("weapons = [$club]", c, &rules), &format!("d6=5 d6=6 d4=1   {dice}"));
        play.rounds(1);

        (play.see("C", "hp"), play.see("C", "ar"), play.see("C", "absorbed"))
    };
    assert_eq!(lies("prone_ar = 'zero'", "d6=4"), (23, 0, 0));
    assert_eq!(lies("prone_ar = 'kept'", "d6=4"), (28, 5, 5));
}

// VOG-018, VOG-099, R-04, R-05
#[test]
fn a_pool_that_was_used_before_the_fall_is_not_full_again_after_it() {
    // C loses 4 of 4 to A, stands up with its own turn, and the 2 of Defend are all that is left.
    let text = r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 30, weapons = [{ name = "maul", die = "1d6", riders = [{ status = "prone" }] }] },
                { name = "B", hp_max = 30, weapons = [$club] },
            ] },
            { name = "two", combatant = [{ name = "C", hp_max = 30, ar_base = 4, policy = "defend" }] },
        ]
    "#;
    let mut play = play(text, "initiative d6=1 d6=6 d4=3, damage d6=2   d6=3");
    play.rounds(1);
    seen(&play, "C", &[("hp", 25), ("prone", 0), ("absorbed", 6), ("ar", 6)]);
}

// VOG-100, VOG-034
#[test]
fn the_scorched_put_less_into_techniques() {
    let a =
        |ability: &str, more: &str| format!("awr = '1d8', wil = '1d10', {more} {}", spark(&format!("ability = '{ability}'")));
    let scorched = "statuses = [{ status = 'scorched' }],";
    assert_eq!(lost(&a("wil", ""), "", CASTS, 8, "damage d8=2"), 7);
    assert_eq!(lost(&a("wil", scorched), "", CASTS, 8, "damage d8=2"), 6);
    assert_eq!(lost(&a("awr", scorched), "", CASTS, 8, "damage d8=2"), 5);
    assert_eq!(lost(&a("str", scorched), "", CASTS, 8, "damage d8=2"), 5);
}

// VOG-101, VOG-102, VOG-104, R-38
#[test]
fn unconsciousness_as_a_status_takes_action_and_movement_until_it_ends() {
    let a = "statuses = [{ status = 'unconscious', until_round = 1 }], weapons = [$club]";
    let ten = "d10=9 ".repeat(10);
    let mut play = play(&scenario(a, "", ""), &format!("{ten} d6=6 d6=5      d6=1 d6=6 d6=5   d6=2"));
    seen(&play, "A", &[("active", 0), ("unconscious", 1), ("movement", 0)]);
    play.rounds(1);
    seen(&play, "A", &[("rolled_initiative", 90), ("active", 1), ("unconscious", 0), ("movement", 6)]);
    seen(&play, "C", &[("hp", 30)]);
    play.rounds(1);
    seen(&play, "C", &[("hp", 25)]);
}

// VOG-104
#[test]
fn the_initiative_of_the_unconscious_is_in_the_book() {
    let text = scenario("exhaustion = 3", "", "[book.status]\nunconscious_initiative = '1d20'");
    let mut play = play(&text, "d20=17 d6=6 d6=5");
    play.rounds(1);
    seen(&play, "A", &[("rolled_initiative", 17)]);
}

// VOG-101, VOG-099, R-18
#[test]
fn whoever_is_made_unconscious_falls() {
    let a = "weapons = [{ name = 'sap', die = '1d6', riders = [{ status = 'unconscious', rounds = 1 }] }]";
    let play = round(a, "", "", 6, "damage d6=2");
    seen(&play, "C", &[("unconscious", 1), ("prone", 1), ("ar", 0)]);
}

// VOG-067
#[test]
fn what_a_blow_brings_can_last_so_many_seconds() {
    let a = "policy = 'once', weapons = [{ name = 'w', die = '1d6', riders = [{ status = 'deaf', seconds = 7 }] }]";
    let rounds = |book: &str| {
        let rules = format!("[policy.once]\naction = [{{ do = 'attack', when = 'round == 1' }}, {{ do = 'defend' }}]\n{book}");
        let dice = ["d6=1 d6=6 d6=5   d6=2   ", &"d4=1 d6=6 d6=5   ".repeat(3)].concat();
        let mut play = play(&scenario(a, "", &rules), &dice);
        let deaf: Vec<i64> = (0..4)
            .map(|_| {
                play.rounds(1);
                play.see("C", "has(deaf)")
            })
            .collect();
        deaf
    };
    assert_eq!(rounds(""), [1, 1, 0, 0], "seven seconds are two rounds beyond the first");
    assert_eq!(rounds("[book.round]\nseconds = 10"), [1, 0, 0, 0]);
    let both = "weapons = [{ name = 'w', die = '1d6', riders = [{ status = 'deaf', seconds = 7, rounds = 1 }] }]";
    assert!(std::panic::catch_unwind(|| play(&scenario(both, "", ""), "")).is_err());
}

// VOG-095, R-35
#[test]
fn the_mute_have_a_disadvantage_on_healing_that_needs_a_voice() {
    let heals = |voice: bool, dice: &str| {
        let a = format!(
            "statuses = [{{ status = 'mute' }}], hp = 1, td = {{ d8 = 1 }}, policy = 'mends', \
             techniques = [{{ name = 'song', kind = 'heal', die = 8, voice = {voice} }}]"
        );
        let mends = "[policy.mends]\naction = [{ do = 'technique', technique = 'song' }]";
        let play = round(&a, "", mends, 8, dice);

        play.see("A", "hp")
    };
    assert_eq!(heals(true, "d8=5 d8=2"), 3);
    assert_eq!(heals(false, "d8=5"), 6);
}

// VOG-067, R-34
#[test]
fn a_replay_tells_when_a_status_ends() {
    let text = scenario("statuses = [{ status = 'deaf', until_round = 1 }]", "", "");
    let loaded = load::<Vogt>(&scene(&text));
    let told = story::tell(&loaded, &Layout::new(&loaded), 1, 0).told;
    let ends = |told: &StoryEntry| matches!(told, StoryEntry::Sentence { text, .. } if text == "A is no longer deaf");
    assert_eq!(told.iter().filter(|told| ends(told)).count(), 1);
}

// VOG-092, VOG-215, R-23, R-36
#[test]
fn actions_lost_to_visions_and_for_want_of_dice_are_counted() {
    let once = "[book.round]\nrounds_max = 1";
    let visions = round(&with("hallucinating", "weapons = [$club]"), "", once, 6, "d4=1");
    assert_eq!((visions.metric("A.actions_lost"), visions.metric("A.lost_to_visions")), (1, 1));

    let a = "td = { d8 = 1 }, techniques = [{ name = 'spark', die = 8, max_dice = 1 }], policy = 'casts'";
    let rules = [CASTS, "[book]\nactions.per_turn = 2\nround.rounds_max = 1"].concat();
    let spent = round(a, "", &rules, 8, "d8=5");
    assert_eq!((spent.metric("A.actions_lost"), spent.metric("A.lost_without_means")), (1, 1));
}

// VOG-029, VOG-031, R-11
#[test]
fn how_deep_somebody_has_fallen_below_0_is_counted() {
    let once = "[book.round]\nrounds_max = 1";
    let deep = |hp: u8, dice: &str| {
        let play = round("weapons = [$club]", &format!("hp = {hp}"), once, 6, dice);

        play.metric("C.deepest")
    };
    assert_eq!(deep(2, "d6=4"), 5);
    assert_eq!(deep(7, "d6=4"), 0);
    assert_eq!(deep(20, "d6=4"), 0);
}
