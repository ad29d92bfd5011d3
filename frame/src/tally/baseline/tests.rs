//! Tests of the baseline file: what is written is read back, older files keep each count, and what is no baseline says why.

use super::*;
use crate::tally::Header;

fn header() -> Header {
    Header {
        tool: "0.1.0".into(),
        system: "vogt".into(),
        scheme: "pcg64mcg/key1".into(),
        seed: 1,
        from: 0,
        digest: "cd".repeat(32),
        title: "A duel".into(),
    }
}

fn metric(key: &str, kind: &str, counts: &[(i64, u64)]) -> RecordedMetric {
    RecordedMetric { key: key.into(), kind: kind.into(), counts: counts.to_vec() }
}

/// A day's worth of kinds: what varies and what does not stand between each other, as in a catalogue.
fn metrics(fights: u64) -> Vec<RecordedMetric> {
    let half = fights / 2;
    vec![
        metric("winner", "category(the left|right||draw|timeout)", &[(0, half), (1, fights - half)]),
        metric("fought", "flag", &[(1, fights)]),
        metric("rounds", "amount(rounds)", &[(3, 1), (5, fights - 1)]),
        metric("Sir: Col, 2 = two.dead", "flag", &[(0, fights)]),
        metric("Sir: Col, 2 = two.fled", "flag", &[(0, fights)]),
        metric("Sir: Col, 2 = two.out", "flag", &[(0, half), (1, fights - half)]),
        metric("Sir: Col, 2 = two.gold", "amount(half points)", &[(-7, fights)]),
        metric("Sir: Col, 2 = two.hp", "amount(HP)", &[]),
        metric("amount(x.dead", "moment", &[(0, half)]),
        metric("a.b.c 1.arm lost", "flag", &[(0, fights)]),
        metric("fight2.winner", "category(a|b)", &[(1, half)]),
        metric("Sir: Col, 2 = two.dead late", "flag", &[]),
        metric("fled", "flag", &[(0, fights)]),
    ]
}

fn digests(fights: u64) -> Vec<u32> {
    (0..fights as u32).map(|number| number.wrapping_mul(0x9E37_79B9)).collect()
}

fn baseline(fights: u64) -> Baseline {
    let recorded = Recorded { header: header(), fights: 0..fights, metrics: metrics(fights), products: vec![] };
    Baseline::new(recorded, "a first\nbaseline ", &digests(fights))
}

/// The file of version 1 of the same counts: digests first, all metrics in the order of the catalogue.
fn version_1(fights: u64) -> String {
    let mut text = "sparring baseline 1\n".to_owned();
    let recorded = Recorded { header: header(), fights: 0..fights, metrics: vec![], products: vec![] };
    recorded.write_header(&mut text);
    let _ = writeln!(text, "because a first baseline");
    let digests = digests(fights);
    write_digests(&mut text, "digests of fights", &digests[..digests.len().min(200)]);
    write_digests(&mut text, "digests of stretches", &stretches(&digests));
    metrics(fights).iter().for_each(|metric| metric.write(&mut text));
    text.push_str("\n\n");
    sealed(text)
}

#[test]
fn what_is_written_is_read_back_to_the_same_bytes() {
    for fights in [2, 199, 200, 201, 999, 1000, 2500] {
        let written = baseline(fights);
        let read = Baseline::read(&written.text()).unwrap_or_else(|error| panic!("{error}\n{}", written.text()));
        assert_eq!(read, written);
        assert_eq!(read.text(), written.text());
        assert_eq!((read.records.len() as u64, read.stretches.len() as u64), (fights.min(200), fights.div_ceil(1000)));
    }
    assert_eq!(baseline(5).because, "a first baseline");
}

#[test]
fn a_file_of_version_1_keeps_each_count_each_digest_and_the_order_of_its_metrics() {
    for fights in [2, 200, 2500] {
        let old = Baseline::read(&version_1(fights)).expect("a baseline");
        assert_eq!(old.version, 1);
        assert_eq!(old.recorded.metrics.len(), metrics(fights).len());
        for metric in metrics(fights) {
            assert_eq!(old.recorded.metric(&metric.key), Some(&metric));
        }
        // Written in the format of today and read again, it is what would have been blessed today.
        let converted = Baseline::read(&old.text()).expect("a baseline");
        assert_eq!(converted, baseline(fights));
        assert_eq!(converted, Baseline { version: BASELINE_VERSION, ..old });
    }
}

#[test]
fn a_file_begins_with_rates_and_ends_with_digests_and_what_never_varies_is_one_block() {
    let text = baseline(2000).text();
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what} in {text}"));
    let places = ["because a first", "\noutcomes\n", "\nwinner category", "\nconstants\n", "\norder ", "\ndigests of fights"];
    assert!(places.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{text}");
    let block = "outcomes\n  win(\"the left\") 50.0 %\n  win(right) 50.0 %\n  mean(rounds) 5.00\n  \
                 chance(\"Sir: Col, 2 = two\".out) 50.0 %\n  chance(fight2.winner == b) 100.0 %\n";
    assert!(text.contains(block), "{text}");
    let block = "constants\n  flag 1:2000 = fought\n  Sir: Col, 2 = two flag 0:2000 = dead fled\n  \
                 Sir: Col, 2 = two amount(half points) -7:2000 = gold\n  Sir: Col, 2 = two amount(HP) = hp\n  \
                 amount(x moment 0:1000 = dead\n  fight2 category(a|b) 1:1000 = winner\n  flag 0:2000 = fled\n\norder ";
    assert!(text.contains(block), "{text}");
}

#[test]
fn shares_are_told_from_never_and_always() {
    assert_eq!([percent(387, 1000), percent(1000, 1000), percent(1, 1000)], ["38.7 %", "100.0 %", "0.100 %"]);
    assert_eq!([percent(99_999, 100_000), percent(1, 100_000)], ["99.999 %", "0.001 %"]);
}

#[test]
fn the_order_of_metrics_is_part_of_what_digests_say() {
    let mut turned = baseline(300).recorded;
    turned.metrics.reverse();
    let turned = Baseline::new(turned, "", &digests(300));
    assert_ne!(turned.order, baseline(300).order);
    assert_eq!(order(["ab", "c"].into_iter()), order(["ab", "c"].into_iter()));
    assert_ne!(order(["ab", "c"].into_iter()), order(["a", "bc"].into_iter()));
}

#[test]
fn a_stretch_tells_its_fights_and_their_order_apart() {
    let plain: Vec<u32> = (0..2500).collect();
    let mut swapped = plain.clone();
    swapped.swap(1001, 1002);
    let mut changed = plain.clone();
    changed[2499] ^= 1;
    let differing = |other: &[u32]| {
        let pairs: Vec<bool> = stretches(&plain).iter().zip(stretches(other)).map(|(one, two)| *one != two).collect();
        pairs
    };
    assert_eq!(differing(&swapped), [false, true, false]);
    assert_eq!(differing(&changed), [false, false, true]);
}

#[test]
fn a_tally_is_no_baseline_and_every_block_has_to_be_there() {
    let text = baseline(300).text();
    let tally = baseline(300).recorded.text();
    let said = Baseline::read(&tally).expect_err("a tally").to_string();
    assert!(said.contains("does not begin with `sparring baseline 2`"), "{said}");
    let (body, _) = text.rsplit_once("\nchecksum").expect("there is a checksum");
    for (from, to, message) in [
        (" 9e3779b9", "", "there are 199 digests of fights, and there should be 200"),
        (" 9e3779b9", " 9e3779bx", "`9e3779bx` is no digest"),
        ("digests of stretches", "stretches", "here should stand `digests of stretches`"),
        ("because a first baseline\n", "", "here should stand `because ...`"),
        ("\noutcomes\n", "\nincomes\n", "here should stand `outcomes`"),
        ("\nconstants\n", "\n", "here should stand a metric and its kind"),
        ("0:300 = dead", "0:300 dead", "a constant reads"),
        ("0:300 = dead", "0:301 = dead", "has more counts than there are fights"),
        ("\norder ", "\norder x", "is no digest"),
    ] {
        let said = Baseline::read(&sealed(body.replacen(from, to, 1))).expect_err(message).to_string();
        assert!(said.contains(message), "{said} does not say {message}");
    }
    let three = sealed(body.replacen("baseline 2", "baseline 3", 1));
    assert!(Baseline::read(&three).expect_err("newer").to_string().contains("a newer format, baseline 3"));
}
