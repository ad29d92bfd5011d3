//! Tests of the tally file: what is written is read back, and whatever is no tally says why.

use super::*;
use crate::fight::{ABSENT, Metric, RatioOfTotals, Subject};

fn catalogue() -> Catalogue {
    let metric = |key: &str, family: &str, scale| Metric {
        key: key.into(),
        family: family.into(),
        label: key.into(),
        subject: Subject::Fight,
        scale,
    };
    let labels = ["the north", "a flag"].map(str::to_owned).to_vec();
    Catalogue {
        metrics: vec![
            metric("winner", "winner", Scale::Category(labels)),
            metric("goblin 1.hp", "hp", Scale::Amount("hit points")),
            metric("rounds", "rounds", Scale::Amount("rounds")),
            metric("Ada.dead", "dead", Scale::Flag),
            metric("never", "never", Scale::Moment),
        ],
        ratios: vec![RatioOfTotals { family: "r".into(), label: "r".into(), over: "hp".into(), under: "rounds".into() }],
        ..Catalogue::default()
    }
}

fn header() -> Header {
    Header {
        tool: "0.1.0".into(),
        system: "vogt".into(),
        scheme: "pcg64mcg/key1".into(),
        seed: 7,
        from: 100,
        digest: "ab".repeat(32),
        title: "Two\nlines".into(),
    }
}

fn text() -> String {
    let catalogue = catalogue();
    let mut tally = Tally::new(&catalogue, 0);
    for values in [[0, -3, 4, 1, ABSENT], [1, 5000, 2, 0, ABSENT], [1, 0, 2, 0, ABSENT]] {
        tally.record(&values);
    }
    write(&header(), &catalogue, &tally)
}

/// The text with one piece exchanged and a checksum that fits.
fn changed(from: &str, to: &str) -> String {
    let text = text();
    let (body, _) = text.rsplit_once("\nchecksum").expect("there is a checksum");
    assert!(body.contains(from), "{from} is not in {body}");
    sealed(body.replacen(from, to, 1))
}

#[test]
fn what_is_written_is_read_back_to_the_same_bytes() {
    let recorded = Recorded::read(&text()).expect("a tally");
    assert_eq!(recorded.text(), text());
    assert_eq!((recorded.fights.clone(), recorded.header.seed, recorded.header.from), (100..103, 7, 100));
    assert_eq!(recorded.header.title, "Two lines");
    let metric = |key: &str| recorded.metric(key).expect("it is there");
    assert_eq!(metric("goblin 1.hp").counts, [(-3, 1), (0, 1), (5000, 1)]);
    assert_eq!(metric("goblin 1.hp").kind, "amount(hit points)");
    assert_eq!(metric("winner").kind, "category(the north|a flag)");
    assert_eq!((metric("Ada.dead").kind.as_str(), metric("Ada.dead").counts.as_slice()), ("flag", &[(0, 2), (1, 1)][..]));
    assert!(metric("never").counts.is_empty());
    assert_eq!(recorded.products, [("goblin 1.hp".to_owned(), "rounds".to_owned(), 9988)]);
}

#[test]
fn every_truncated_file_is_refused() {
    let text = text();
    for length in 0..text.len() - 1 {
        let read = Recorded::read(&text[..length]);
        assert!(read.is_err(), "{length} of {} bytes are read as {read:?}", text.len());
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    let text = text();
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
        let damaged = String::from_utf8(bytes).expect("ASCII");
        assert!(Recorded::read(&damaged).is_err(), "byte {at}: {damaged}");
    }
}

#[test]
fn each_defect_has_its_own_message() {
    let cases = [
        (String::new(), "it is empty"),
        ("format = 1\n".to_owned(), "does not begin with `sparring tally 1`"),
        (changed("tally 1", "tally 0"), "line 1: it has an older format, tally 0; this sparring reads tally 1"),
        (changed("tally 1", "tally 9"), "a newer format, tally 9"),
        (changed("tally 1", "tally one"), "`one` is no version"),
        (text().replace("seed 7", "seed 8"), "checksum does not fit"),
        (text().split("checksum").next().unwrap_or_default().to_owned(), "ends too soon"),
        (changed("seed 7", "seed x"), "line 5: the seed"),
        (changed("seed 7\n", ""), "here should stand `seed ...`"),
        (changed("100..103", "103..100"), "no range"),
        (changed("sha256:", "md5:"), "should begin with `sha256:`"),
        (changed("Ada.dead flag", "Ada.dead"), "here should stand a metric"),
        (changed("0:2 1:1", "0:2 1:x"), "`1:x` is no `value:count`"),
        (changed("0:2 1:1", "1:1 0:2"), "`0:2` is out of order"),
        (changed("0:2 1:1", "0:3 1:1"), "Ada.dead has more counts than there are fights"),
        (changed("0:2 1:1", "0:18446744073709551615 1:1"), "more counts"),
        (changed(" = 9988", ""), "a product reads"),
    ];
    for (text, message) in cases {
        let said = Recorded::read(&text).expect_err(message).to_string();
        assert!(said.contains(message), "{said} does not say {message}");
    }
}
