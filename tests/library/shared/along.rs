//! What is followed along a day, played by real systems.

use cairn_ap::CairnAp;
use frame::fight::ABSENT;
use frame::rules::testing::load;
use frame::sim::{Layout, Worker};
use vogt::Vogt;

#[test]
fn the_first_death_is_told_of_days_on_which_nobody_was_dead_before() {
    let fight = "{ fight = ['us', 'rats'], fresh = ['rats'] }";
    let loaded = load::<CairnAp>(&format!(
        "on_defeat = 'go on'
        day = [{fight}, {fight}, {fight}]
        side = [
            {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 6 }}, {{ name = 'Bo', hp_max = 4 }}] }},
            {{ name = 'rats', combatant = [{{ name = 'rat', count = 2, hp_max = 2 }}] }},
        ]"
    ));
    let mut layout = Layout::new(&loaded);
    layout.follow(&loaded);
    let at = |key: String| layout.catalogue.index(&key).unwrap_or_else(|| panic!("no {key}"));
    let of = |what: &str| [1, 2, 3].map(|fight| at(format!("fight{fight}.us.{what}")));
    let (dead, first) = (of("members_dead"), of("first_death"));
    let mut worker = Worker::new(&loaded, &layout, 1);
    let (mut died, mut later) = (0, 0);
    for number in 0..500 {
        let values = worker.play(number);
        let mut whole = true;
        for (dead, first) in dead.into_iter().zip(first) {
            let due = if whole && values[dead] != ABSENT { i64::from(values[dead] > 0) } else { ABSENT };
            assert_eq!(values[first], due, "day {number}");
            (died, later) = (died + u64::from(due == 1), later + u64::from(!whole));
            whole &= values[dead] == 0;
        }
    }
    assert!(died > 20 && later > 20, "{died}, {later}");
}

#[test]
fn what_is_followed_changes_no_other_number_and_tells_what_is_brought_into_a_fight() {
    let club = "weapons = [{ name = 'club', die = '1d6' }]";
    let fight = "{ fight = ['us', 'rats'], fresh = ['rats'] }";
    let loaded = load::<Vogt>(&format!(
        "day = [{fight}, {fight}, {{ rest = 'full_rest' }}, {fight}]
        side = [
            {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 12, {club} }}, {{ name = 'Bo', hp_max = 10, {club} }}] }},
            {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 14, {club} }}] }},
        ]"
    ));
    let plain = Layout::new(&loaded);
    let mut followed = Layout::new(&loaded);
    followed.follow(&loaded);
    assert_eq!(followed.followed_from, Some(plain.catalogue.metrics.len()));
    let at = |key: &str| followed.catalogue.index(key).unwrap_or_else(|| panic!("no {key}"));
    let [after, second, third, both, winner] =
        ["fight1.us.hp", "before2.us.hp", "before3.us.hp", "fight2.us.hp_brought_and_not_won", "fight2.winner"].map(at);
    let (mut one, mut other) = (Worker::new(&loaded, &plain, 1), Worker::new(&loaded, &followed, 1));
    let (mut fought, mut lost, mut rested) = (0, 0, 0);
    for number in 0..500 {
        let values = other.play(number);
        assert_eq!(one.play(number), &values[..plain.catalogue.metrics.len()]);
        if values[winner] == ABSENT {
            assert_eq!([values[second], values[both]], [ABSENT; 2]);
            continue;
        }
        fought += 1;
        lost += u64::from(values[winner] != 0);
        assert_eq!(values[second], values[after], "nothing lies between the first two fights");
        assert_eq!([values[both] / 2, values[both] % 2], [values[second], i64::from(values[winner] != 0)]);
        rested += u64::from(values[third] > values[at("fight2.us.hp")] && values[third] != ABSENT);
    }
    assert!(fought > 100 && lost > 10 && rested > 10, "{fought}, {lost}, {rested}");
}
