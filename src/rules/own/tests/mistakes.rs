//! Mistakes in pages, and what is said about them.

use super::bench::{BRAWL, told_of};

#[test]
fn a_right_page_has_nothing_to_say() {
    assert_eq!(told_of(BRAWL), "");
}
