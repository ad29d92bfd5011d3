//! Sides: who is allied to whom, and who is neutral, by their names.
//!
//! Owns what can be wrong with that; what follows from it is in [`Relations`]. Start at [`relations`].

use super::complaint::Complaints;
use super::day::side_named;
use super::document::{Document, Format};
use super::enlist::SIDES_MOST;
use super::words;
use crate::fight::day::Sides;
use crate::fight::{Relations, Side};

/// The relations between the sides of a document. What is wrong goes to `complaints`; then they are of no use.
pub fn relations<F: Format>(document: &Document<F>, complaints: &mut Complaints) -> Relations {
    let count = document.side.len().min(SIDES_MOST);
    let mut relations = Relations::all_hostile(count);
    for (index, text) in document.side.iter().enumerate().take(count) {
        let own = Side(index as u8);
        if text.neutral && !text.allies.is_empty() {
            complaints
                .error(format!("side[{index}].allies"), format!("`{}` is neutral, and has allies", text.name))
                .help("a neutral side keeps out of every fight: leave one of both out");
        }
        for (place, name) in text.allies.iter().enumerate() {
            let path = format!("side[{index}].allies[{place}]");
            match side_named(document, name) {
                Some(side) if side == own => {
                    complaints.error(path, "a side is always its own ally").help("name another side");
                }
                Some(side) if document.side[side.index()].neutral => {
                    complaints
                        .error(path, format!("`{name}` is neutral, and nobody's ally"))
                        .help("leave its `neutral` out, or do not name it here");
                }
                Some(side) => relations.ally(own, side),
                None => {
                    let known = document.side.iter().map(|side| side.name.as_str()).filter(|known| *known != text.name);
                    complaints.unknown(path, "side", name).help.extend(words::meant(name, known));
                }
            }
        }
    }
    let neutral = |side: &Side| document.side[side.index()].neutral;
    Sides::all(count).filter(neutral).for_each(|side| relations.keep_out(side));
    assailed(document, &mut relations, complaints);
    let bears = |side: &Side| document.side[side.index()].neutral && document.side[side.index()].fights_back;
    let bearing: Sides = Sides::all(count).filter(bears).collect();
    if relations.bear_grudges(bearing) > Relations::GRUDGES_MOST {
        let most = Relations::GRUDGES_MOST;
        complaints.error("side", "too many neutral sides fight back, against too many others").help(format!(
            "at most {most} pairs of a neutral side with `fights_back` and an alliance that could strike it: put neutral sides together"
        ));
        return Relations::all_hostile(count);
    }
    if count > 1 && !relations.at_war(Sides::all(count)) {
        complaints.error("side", "nobody fights anybody here").help("at least two sides have to be hostile to each other");
    }
    relations.after(document.turned)
}

/// Lets sides attack the neutral ones that they name, and complains of `fights_back` where nobody is neutral.
fn assailed<F: Format>(document: &Document<F>, relations: &mut Relations, complaints: &mut Complaints) {
    for (index, text) in document.side.iter().enumerate().take(SIDES_MOST) {
        let own = Side(index as u8);
        if text.fights_back && !text.neutral {
            complaints
                .error(format!("side[{index}].fights_back"), format!("`{}` is not neutral, and fights anyway", text.name))
                .help("write `neutral = true` beside it, or leave it out");
        }
        for (place, name) in text.attacks.iter().enumerate() {
            let path = format!("side[{index}].attacks[{place}]");
            match side_named(document, name) {
                Some(side) if side != own && document.side[side.index()].neutral && !text.neutral => {
                    relations.assail(own, side);
                }
                Some(_) if text.neutral => {
                    complaints
                        .error(path, format!("`{}` is neutral, and attacks nobody", text.name))
                        .help("leave its `attacks` out; with `fights_back = true` it turns on its attacker");
                }
                Some(_) => {
                    complaints
                        .error(path, format!("`{name}` is not neutral"))
                        .help("`attacks` names neutral sides; all others are fought anyway, unless they are `allies`");
                }
                None => {
                    let known = document.side.iter().filter(|side| side.neutral).map(|side| side.name.as_str());
                    complaints.unknown(path, "side", name).help.extend(words::meant(name, known));
                }
            }
        }
    }
}
