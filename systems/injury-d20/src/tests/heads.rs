//! Heads and hearts, and the save of the unconscious.

use super::stage::{at, blow, ends, plan};
use super::{SOLDIER, duel, meeting, play, seen};

/// A attacks with +16: 15 is three degrees over 16, which reaches a head.
const DEADLY: &str = "mb = 13";
/// And four degrees, which reach a heart.
const FATAL: &str = "mb = 18";

// INJ-125, INJ-126, R-18
#[test]
fn whoever_withstands_the_second_injury_of_the_head_is_only_dazed() {
    let b = "con = 10\ninjuries = [{ part = 'head' }]";
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'attack' }}]\n", at("head"));
    // Initiative and the check have two dice; B's own turn is lost.
    let mut play = duel(DEADLY, b, &rest, "1   15   15 16");
    play.rounds(1);
    ends(play, "B", &[("injuries_at(head_0)", 2), ("dazed", 0), ("confused", 1), ("reactions", 0), ("off_guard", 0)]);
    let stunned = blow("mb = 18", "con = 9", &rest, "15   15 16");
    ends(stunned, "B", &[("injuries_at(head_0)", 2), ("confused", 1), ("stunned", 0)]);
}

// INJ-124, R-18
#[test]
fn the_book_says_what_the_stunned_and_the_dazed_can_do() {
    let b = "injuries = [{ part = 'head' }]";
    let rest = |more: &str| format!("{}[policy.b]\nplan = [{{ do = 'attack' }}]\n{more}", at("head"));
    let after = |more: &str, dice: &str, values: &[(&str, i64)]| {
        let mut play = duel(DEADLY, b, &rest(more), dice);
        play.rounds(1);
        ends(play, "B", values);
    };
    after("", "1   15   1 1", &[("place(0)", 1), ("confused", 1)]);
    after("[book.stunned]\ndrops_held = true", "1   15   1 1", &[("place(0)", 3)]);
    // A fighter that is dazed with a point left acts, confused as it is: it does nothing with 2.
    let easy = "[book.head]\nstun_dc = 10\n[book.dazed]\nap = 1";
    after(easy, "1   15   19 19   d4=2", &[("confused", 1), ("dazed", 0)]);
}

// INJ-126, R-18
#[test]
fn the_confused_act_do_nothing_hurt_themselves_or_attack_the_nearest() {
    let b = "injuries = [{ part = 'head', count = 2 }]";
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'attack' }}]\nparts = [{{ part = 'ear' }}]\n", plan("{ do = 'escape' }"));
    let after = |more: &str, dice: &str, own: i64, theirs: i64| {
        let mut play = duel("", b, &format!("{rest}{more}"), &format!("1   {dice}"));
        play.rounds(1);
        seen(&play, "B", &[("strain", own)]);
        ends(play, "A", &[("strain", theirs)]);
    };
    after("", "d4=1   11 20", 0, 1);
    after("", "d4=2", 0, 0);
    after("", "d4=3", 1, 0);
    after("", "d4=4   11 20   12 20 20   13 20 20 20", 0, 3);
    after("[book.confused]\nself_strain = 2", "d4=3", 2, 0);
}

// INJ-122, R-24
#[test]
fn a_concussion_hampers_every_d20() {
    let b = "con = 4\ninjuries = [{ part = 'head' }]\nbleed = 1\nstamina = 0\nexhaustion = 0";
    let rest = format!("{}[rulings]\nend_out = 'dead'\n", plan("{ do = 'escape' }"));
    // Initiative, then the save after bleeding: with the better die it would be critical.
    ends(blow("", b, &rest, "1   20 2"), "B", &[("dead", 0), ("unconscious", 1), ("concussed", 1)]);
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'attack' }}]\n", plan("{ do = 'escape' }"));
    let mut play = duel("", "injuries = [{ part = 'head' }]", &rest, "1   9 20");
    play.rounds(1);
    ends(play, "A", &[("strain", 0)]);
}

// INJ-127, INJ-128, INJ-129, R-25
#[test]
fn the_third_injury_of_the_head_knocks_out_for_a_while_or_for_long() {
    let b = "con = 12\ninjuries = [{ part = 'head', count = 2 }]";
    let policy = "[policy.a]\nplan = [{ do = 'attack', when = 'round == 1' }]\nparts = [{ part = 'head' }]\n";
    let rest = format!("{policy}[rulings]\nend_out = 'dead'\n");
    // 18 and 12 are enough, against 30; the check of the own turn that follows fails; the next wakes, confused as before.
    let mut play = duel(DEADLY, b, &rest, "1   15   18 19   17 19   18 18   d4=2");
    play.rounds(1);
    seen(
        &play,
        "B",
        &[("injuries_at(head_0)", 3), ("knocked_out", 1), ("coma", 0), ("prone", 1), ("place(0)", 3), ("unconscious", 1)],
    );
    play.rounds(1);
    ends(play, "B", &[("unconscious", 0), ("prone", 1), ("place(0)", 3)]);
    let mut play = duel(DEADLY, b, &rest, "1   15   17 19");
    play.rounds(3);
    ends(play, "B", &[("coma", 1), ("knocked_out", 0), ("unconscious", 1)]);
}

// INJ-130, INJ-133
#[test]
fn the_fourth_injury_destroys_the_head_and_that_kills() {
    let b = "con = 10\ninjuries = [{ part = 'head', count = 3 }]";
    ends(blow(DEADLY, b, &at("head"), "1   15"), "B", &[("injuries_at(head_0)", 4), ("dead", 1), ("parts_lost", 7)]);
    let rest = format!("{}[book.head]\ndies_without = false", at("head"));
    ends(
        blow(DEADLY, b, &rest, "1   15   d4=2"),
        "B",
        &[("injuries_at(head_0)", 4), ("dead", 0), ("parts_lost", 7), ("blinded", 1)],
    );
}

// INJ-127, INJ-129, R-25, R-26
#[test]
fn whoever_begins_with_three_injuries_of_the_head_has_come_round_or_never_will() {
    // With Constitution 10 the check can reach 30: the time has come for it. Initiative shows the concussion.
    let head = |count: u8| format!("injuries = [{{ part = 'head', count = {count} }}]");
    let begins = |b: &str, rest: &str, dice: &str, values: &[(&str, i64)]| {
        ends(duel("", b, &format!("[rulings]\nend_out = 'dead'\n{rest}"), dice), "B", values);
    };
    let awake = [("unconscious", 0), ("coma", 0), ("confused", 1), ("place(0)", 1)];
    let coma = [("unconscious", 1), ("coma", 1), ("knocked_out", 0), ("prone", 1), ("place(0)", 3), ("reactions", 0)];
    begins(&format!("con = 10\n{}", head(3)), "", "1", &awake);
    begins(&format!("con = 9\n{}", head(3)), "", "1", &coma);
    // An only head has three injuries with a fourth as well, by any ruling on several.
    let lives = "multihead_count = 'exactly'\n[book.head]\ndies_without = false";
    begins(&format!("con = 9\n{}", head(4)), lives, "1", &coma);
    begins(&format!("con = 9\ncon_check_bonus = 1\n{}", head(3)), "", "1", &awake);
    begins(&format!("con = 9\n{}", head(3)), "[book.head]\nko_dc = 29", "1", &awake);
    begins(&format!("con = 9\n{}", head(2)), "", "1", &awake);
    begins(&format!("without_con = true\ndestroyed_at = 9\n{}", head(3)), "", "1", &awake);
    // Of several heads, most have to be so injured.
    let two = "body = { head = 3 }\ninjuries = [{ part = 'head', count = 3 }, { part = 'head', index = 1, count = 3 }]";
    begins(two, "", "1", &coma);
    begins("body = { head = 3 }\ninjuries = [{ part = 'head', count = 3 }]", "", "", &[("unconscious", 0)]);
    // It lasts until the injury is healed.
    let text = format!(
        "day = [{{ rest = 'magic', sides = ['two'] }}, {{ fight = ['one', 'two'] }}]\n{SOLDIER}\n[book.magic]\nheal_injuries = 1\n[[side]]\nname = 'one'\n\
         [[side.combatant]]\nlike = 'soldier'\nname = 'A'\n[[side]]\nname = 'two'\n[[side.combatant]]\nlike = 'soldier'\nname = 'B'\n{}\n",
        head(3)
    );
    let mut day = play(&text, "");
    day.leg();
    ends(day, "B", &[("injuries_at(head_0)", 2), ("unconscious", 0), ("coma", 0)]);
}

// INJ-041, INJ-133, INJ-140
#[test]
fn whoever_has_no_head_or_heart_or_too_many_injuries_to_begin_with_is_dead() {
    use frame::fight::{Ending, Side};
    let dead = |b: &str, rest: &str, dead: i64| {
        let initiative = if dead == 1 { "" } else { "initiative 20 1" };
        let play = meeting("", b, &format!("{rest}\n"), initiative);
        assert_eq!(play.ending(), (dead == 1).then_some(Ending::Won(Side(0))), "{b}");
        seen(&play, "B", &[("dead", dead)]);
    };
    dead("injuries = [{ part = 'head', count = 4 }]", "", 1);
    dead("injuries = [{ part = 'heart', count = 2 }]", "", 1);
    dead("injuries = [{ part = 'heart', count = 2 }]", "[book.heart]\ndies_without = false", 0);
    dead("without_con = true\ndestroyed_at = 2\ninjuries = [{ part = 'ear', count = 2 }]", "", 1);
    dead("without_con = true\ndestroyed_at = 3\ninjuries = [{ part = 'ear', count = 2 }]", "", 0);
}

// INJ-131, INJ-132, R-26
#[test]
fn one_head_of_several_suffers_alone_until_most_of_them_do() {
    let hydra = |injuries: &str| {
        format!(
            "body = {{ head = 3, mouth = 3, eye = 6 }}\ninjuries = [{injuries}]\n\
             weapons = [{{ name = 'bite', natural = true, part = {{ part = 'mouth' }} }}, {{ name = 'maw', natural = true, part = {{ part = 'mouth', index = 1 }} }}]"
        )
    };
    let sees = |injuries: &str, rest: &str, dice: &str, values: &[(&str, i64)]| {
        ends(duel("", &hydra(injuries), &format!("{rest}\n"), dice), "B", values);
    };
    sees("{ part = 'head' }", "", "", &[("concussed", 0), ("usable_weapon(0)", 1)]);
    sees(
        "{ part = 'head', count = 2 }",
        "",
        "",
        &[("concussed", 0), ("confused", 0), ("usable_weapon(0)", 0), ("usable_weapon(1)", 1)],
    );
    sees("{ part = 'head' }, { part = 'head', index = 1 }", "", "1", &[("concussed", 1)]);
    let two = "{ part = 'head', count = 2 }, { part = 'head', index = 1 }";
    sees(two, "", "1", &[("concussed", 1), ("confused", 0)]);
    sees(two, "[rulings]\nmultihead_count = 'exactly'", "", &[("concussed", 0), ("confused", 0)]);
    let all = "{ part = 'head', count = 2 }, { part = 'head', index = 2, count = 2 }";
    sees(all, "", "1", &[("concussed", 1), ("confused", 1)]);
    sees(all, "[book.multihead]\nmajority = '2/3'", "", &[("concussed", 0), ("confused", 0)]);
    sees("{ part = 'head' }", "[book.multihead]\ndisable_at = 1", "", &[("usable_weapon(0)", 0)]);
    // The bite of the injured head has another die, the other does not.
    let rest =
        |weapon: &str| format!("{}[policy.b]\nplan = [{{ do = 'attack', weapon = '{weapon}' }}]\n", plan("{ do = 'escape' }"));
    for (weapon, dice) in [("bite", "11 20"), ("maw", "11")] {
        duel("", &hydra("{ part = 'head' }"), &rest(weapon), dice).rounds(1);
    }
}

// INJ-131, INJ-133
#[test]
fn a_destroyed_head_takes_its_face_along_and_kills_only_as_the_last() {
    let b = "body = { head = 2, eye = 4, ear = 2, mouth = 2, nose = 2 }\ninjuries = [{ part = 'head', count = 3 }]";
    // Its two eyes, ear, mouth, nose and itself.
    ends(
        blow(DEADLY, b, &at("head"), "15"),
        "B",
        &[("injuries_at(head_0)", 4), ("dead", 0), ("parts_lost", 6), ("blinded", 0)],
    );
}

// INJ-137, INJ-138, R-18
#[test]
fn an_injured_heart_stuns_or_not_and_sickens_in_any_case() {
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'attack' }}]\nparts = [{{ part = 'ear' }}]\n", at("heart"));
    // 15 and 10 are just enough: the check comes before the sickness. Then B attacks with two less.
    let mut play = duel(FATAL, "con = 10", &rest, "15   15   12");
    play.rounds(1);
    seen(&play, "A", &[("strain", 0)]);
    ends(play, "B", &[("injuries_at(heart_0)", 1), ("sickened", 1), ("strain", 5)]);
    let mut play = duel(FATAL, "con = 10", &rest, "15   14");
    play.rounds(1);
    ends(play, "B", &[("injuries_at(heart_0)", 1), ("sickened", 1), ("reactions", 0)]);
    let mut play = duel(FATAL, "con = 10", &format!("{rest}[book.sickened]\npenalty = 0"), "15   15   11");
    play.rounds(1);
    ends(play, "A", &[("strain", 1)]);
}

// INJ-139, INJ-140
#[test]
fn the_second_injury_destroys_a_heart_and_the_last_heart_kills() {
    let b = "injuries = [{ part = 'heart' }]";
    ends(blow(FATAL, b, &at("heart"), "attack 15"), "B", &[("injuries_at(heart_0)", 2), ("dead", 1)]);
    let rest = format!("{}[book.heart]\ndies_without = false", at("heart"));
    ends(blow(FATAL, b, &rest, "15"), "B", &[("injuries_at(heart_0)", 2), ("dead", 0), ("parts_lost", 1)]);
    ends(
        blow(FATAL, &format!("{b}\nbody = {{ heart = 2 }}"), &at("heart"), "15"),
        "B",
        &[("injuries_at(heart_0)", 2), ("dead", 0)],
    );
}

// INJ-135, INJ-136, R-27
#[test]
fn hearts_of_other_kinds_have_to_be_known() {
    let meets = |a: &str, rules: &str, dice: &str, knows: i64| {
        let text = format!(
            "{SOLDIER}\n{rules}\n[[side]]\nname = 'one'\n[[side.combatant]]\nlike = 'soldier'\nname = 'A'\nskills = {{ lore = 6 }}\n{a}\n\
             [[side.combatant]]\nlike = 'soldier'\nname = 'C'\nknows_heart = ['ogre']\n[[side]]\nname = 'two'\n[[side.combatant]]\nlike = 'soldier'\nname = 'B'\nkind = 'ogre'\n\
             base_level = 4\nknows_heart = ['human']\n"
        );
        let play = play(&text, &format!("{dice}   20 19 18"));
        assert_eq!(play.see("A", "knows") > 1, knows == 1, "{a} {rules} {dice}");
    };
    // 15 and the level of 4.
    meets("", "", "13", 1);
    meets("", "", "12", 0);
    meets("", "[book.heart]\nlore_dc_base = 14", "12", 1);
    meets("knows_heart = ['ogre']", "", "", 1);
    meets("kind = 'ogre'", "", "", 0);
    meets("", "[rulings]\nheart_lore = 'known'", "", 1);
    meets("", "[rulings]\nheart_lore = 'unknown'", "", 0);
}

// INJ-135, R-27
#[test]
fn nobody_strikes_a_heart_that_is_not_known() {
    let parts = super::stage::plan_at("{ do = 'attack' }", "{ part = 'heart' }, { part = 'ear' }");
    let rest = format!("{parts}[rulings]\nheart_lore = 'unknown'");
    ends(blow(FATAL, "kind = 'ogre'\nlevel = 9", &rest, "15"), "B", &[("injuries_at(heart_0)", 0), ("injuries_at(ear_0)", 2)]);
    ends(blow(FATAL, "level = 9", &rest, "15   20"), "B", &[("injuries_at(heart_0)", 1), ("injuries_at(ear_0)", 0)]);
    let shared = format!("{parts}[book.heart]\nlore_shared_by_side = true");
    // Both roll for the other kind: 16 and 18 are needed.
    let text = format!(
        "{SOLDIER}\n{shared}\n[[side]]\nname = 'one'\n[[side.combatant]]\nlike = 'soldier'\nname = 'A'\n[[side.combatant]]\nlike = 'soldier'\nname = 'C'\n\
         [[side]]\nname = 'two'\n[[side.combatant]]\nlike = 'soldier'\nname = 'B'\nkind = 'ogre'\nknows_heart = ['human']\n"
    );
    let play = play(&text, "18   20 19 18");
    assert_eq!((play.see("A", "knows"), play.see("C", "knows")), (2, 2));
}

// INJ-040, R-13
#[test]
fn without_constitution_nobody_is_ever_unconscious() {
    let golem = "without_con = true\ndestroyed_at = 99\nstrain = 50\ninjuries = [{ part = 'head', count = 2 }]";
    let play = blow(DEADLY, golem, &at("head"), "1   15   d4=3");
    ends(play, "B", &[("injuries_at(head_0)", 3), ("unconscious", 0), ("coma", 0), ("prone", 0), ("strain", 55)]);
}

//
#[test]
fn without_constitution_checks_are_plain_dice_or_no_matter() {
    let golem = "without_con = true\ndestroyed_at = 99\nkind = 'human'";
    let rest =
        |more: &str| format!("{}[policy.b]\nplan = [{{ do = 'attack' }}]\nparts = [{{ part = 'ear' }}]\n{more}", at("heart"));
    let after = |more: &str, dice: &str, sickened: i64| {
        ends(blow(FATAL, golem, &rest(more), dice), "B", &[("injuries_at(heart_0)", 1), ("sickened", sickened)]);
    };
    after("", "15   20", 1);
    after("[book.no_con]\ncheck_mod = 5", "15   20   13", 1);
    after("[book.no_con]\ncheck_mod = 5", "15   19", 1);
    after("[rulings]\nno_con_checks = 'immune'", "15   11", 0);
}

/// B, unconscious with an injured leg, is struck at its ear by A.
#[track_caller]
fn save(b: &str, rulings: &str, dice: &str, values: &[(&str, i64)]) {
    let b = format!("stamina = 0\nexhaustion = 0\ninjuries = [{{ part = 'leg' }}]\n{b}");
    ends(blow("", &b, &format!("[rulings]\nend_out = 'dead'\n{rulings}"), &format!("9 12   {dice}")), "B", values);
}

// INJ-034, INJ-036, INJ-037, INJ-039, R-10
#[test]
fn the_save_is_against_the_values_of_all_injuries() {
    // 3 for the leg and 1 for the ear; Constitution adds 2.
    save("", "", "death save 2", &[("dead", 0), ("unconscious", 1), ("injuries_at(ear_0)", 1)]);
    save("con = 0", "", "death save 4", &[("dead", 0)]);
    save("con = 0", "", "death save 3", &[("dead", 1)]);
    save("con = 0\nsave_bonus = 1", "", "3", &[("dead", 0)]);
    save("con = 0", "injury_value = 'one'", "2", &[("dead", 0)]);
    save("con = -1", "injury_value = 'one'", "2", &[("dead", 1)]);
    save("con = 0", "save_counts_new_injury = 'no'", "3", &[("dead", 0)]);
    save("con = 0", "save_counts_new_injury = 'no'", "2", &[("dead", 1)]);
}

// INJ-038, INJ-039, R-11
#[test]
fn what_a_critical_save_is_and_what_a_natural_1() {
    let woken = [("unconscious", 0), ("exhaustion", 12)];
    save("", "", "20", &woken);
    save("", "", "death save 19", &[("unconscious", 1)]);
    save("", "critical_save = 'margin'", "12", &woken);
    save("", "critical_save = 'margin'", "death save 11", &[("unconscious", 1)]);
    save("", "critical_save = 'either'", "12", &woken);
    save("", "critical_save = 'either'", "20", &woken);
    save("", "critical_save = 'margin'\n[book.save]\ncritical_margin = 5", "7", &woken);
    save("con = 9", "", "1", &[("dead", 1)]);
    save("con = 9", "save_nat1_fails = 'no'", "1", &[("dead", 0), ("unconscious", 1)]);
}

// INJ-034, R-10
#[test]
fn when_an_injury_asks_for_the_save() {
    let falls = |rulings: &str, dice: &str, values: &[(&str, i64)]| {
        let b = "stamina = 1\nexhaustion = 0\nlevel = 1";
        ends(blow("", b, &format!("[rulings]\nend_out = 'dead'\n{rulings}"), dice), "B", values);
    };
    falls("", "11", &[("unconscious", 1), ("dead", 0)]);
    falls("death_save_scope = 'also_when_falling'", "11   1", &[("dead", 1)]);
    falls("death_save_scope = 'always'", "11   1", &[("dead", 1)]);
    let stands = |rulings: &str, dice: &str| ends(blow("", "", &format!("[rulings]\n{rulings}"), dice), "B", &[("strain", 1)]);
    stands("death_save_scope = 'also_when_falling'", "11");
    stands("death_save_scope = 'always'", "11   15");
}

//
#[test]
fn a_critical_save_ends_being_knocked_out_but_a_coma_only_by_ruling() {
    let b = "con = 10\ninjuries = [{ part = 'head', count = 2 }]";
    let policy = "[policy.a]\nplan = [{ do = 'attack', when = 'round == 1' }, { do = 'attack', when = 'round == 1' }]\nparts = [{ part = 'head', below = 3 }, { part = 'ear' }]\n";
    // The first blow brings the coma; the second, with a disadvantage and an advantage, meets two dice of a save.
    let after = |ruling: &str, wakes: i64, dice: &str| {
        let rest = format!("{policy}[rulings]\nend_out = 'dead'\n{ruling}");
        let mut play = duel(DEADLY, b, &rest, &format!("1   15   1 1   5   20 20 {dice}"));
        play.rounds(1);
        ends(play, "B", &[("injuries_at(head_0)", 3), ("unconscious", 1 - wakes), ("coma", 1 - wakes)]);
    };
    after("", 0, "");
    after("critical_save_ends_coma = 'yes'", 1, "d4=2");
}
