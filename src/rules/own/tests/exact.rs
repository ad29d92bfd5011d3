//! Exact against sampled.

use super::bench::{BRAWL, agree, duel, load};

#[test]
fn a_duel_is_solved_as_it_is_played() {
    let loaded = load(BRAWL, &duel("weapons = [{ to_hit = 2 }]", "armor_class = 14\nweapons = [{ damage = \"2d4+1\" }]"));
    agree(&loaded, 40_000);
}
