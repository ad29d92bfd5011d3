//! The things that are followed along a day for its pages: amounts that a day wears down, harm that lasts, and what a side
//! brings into each fight.
//!
//! Owns which sums over sides these are and which pictures are made of them. They are asked for by whoever draws a page and stand
//! behind everything else: no other number changes, and baselines do not hold them. Start at [`Layout::follow`].

use super::Layout;
use crate::fight::causes::HarmSource;
use crate::fight::{Catalogue, Metric, Picture, PictureKind, Scale, Side, Subject};
use crate::sim::{Engine, FightQuestion, Quantity};

/// Columns of a map of harm at the most.
const COLUMNS_MOST: usize = 6;
/// Columns of a map of causes at the most.
const CAUSES_MOST: usize = 8;
/// Rows of how days stand after so many fights at the most.
const FATES_MOST: usize = 10;
/// Members of a side of whom each has a level of its own, at the most.
const MEMBERS_MOST: usize = 4;

/// A side that is followed, with the fights that it meets, from 0.
struct Followed {
    side: Side,
    name: String,
    fights: Vec<usize>,
    /// The side in whose name it wins each of them.
    victors: Vec<String>,
}

impl Layout {
    /// Adds what is seen along a day of the sides that last; nothing to a single fight.
    pub fn follow(&mut self, loaded: &dyn Engine) {
        let Some(day) = &self.day else { return };
        self.followed_from = Some(self.catalogue.metrics.len());
        let of_side = |side: Side| {
            let meets = |&fight: &usize| day.met[fight].has(side);
            let fights: Vec<usize> = (0..day.met.len()).filter(meets).collect();
            let victor = |&fight: &usize| loaded.sides()[loaded.relations().victor(side, day.met[fight]).index()].clone();
            Followed { side, name: loaded.sides()[side.index()].clone(), victors: fights.iter().map(victor).collect(), fights }
        };
        let followed: Vec<Followed> = day.along.map(of_side).filter(|one| one.fights.len() > 1).collect();
        let block = loaded.catalogue();
        let mut pictures = Vec::new();
        for one in &followed {
            self.first_deaths(one);
            let mut fans = Vec::new();
            let mut brought = Vec::new();
            for family in &block.carried {
                fans.extend(self.fans(one, family));
                brought.extend(self.brought(one, family));
            }
            // The pictures that tell most stand first: one of each kind, then the rest.
            let mut fans = fans.into_iter();
            let mut brought = brought.into_iter();
            pictures.extend(self.fates(one, loaded.combatants().iter().filter(|member| member.side == one.side).count()));
            pictures.extend(brought.next());
            pictures.extend(fans.next());
            pictures.extend(self.marks(one, block));
            pictures.extend(self.causes(one));
            pictures.extend(fans.chain(brought));
        }
        self.catalogue.pictures.splice(0..0, pictures);
    }

    /// The spread of an amount of a side after each of its fights.
    fn fans(&mut self, one: &Followed, family: &str) -> Option<Picture> {
        let mut families = Vec::new();
        for fight in &one.fights {
            let key = format!("fight{}.{}.{family}", fight + 1, one.name);
            self.index_or_sum(&key)?;
            families.push((key, (fight + 1).to_string()));
        }
        let title = format!("The {}, fight by fight: {}", one.name, self.label(family)?);
        Some(Picture { title, families, kind: PictureKind::Fans("after fight".into()) })
    }

    /// The heading of a family of the core's catalogue.
    fn label(&self, family: &str) -> Option<String> {
        let block = &self.day.as_ref()?.block;
        block.family(family).next().map(|(_, metric)| metric.label.clone())
    }

    /// The amount that a side brings into each fight but its first one, with whether it does not win it, where it has won all
    /// before.
    fn brought(&mut self, one: &Followed, family: &str) -> Option<Picture> {
        let mut families = Vec::new();
        let mut earlier = Vec::new();
        for (&fight, victor) in one.fights.iter().zip(&one.victors) {
            let number = fight + 1;
            let key = format!("fight{number}.{}.not_won", one.name);
            let lost = match self.catalogue.index(&key) {
                Some(lost) => lost,
                None => {
                    let text = format!("not fight{number}.winner == \"{victor}\"");
                    let question = FightQuestion::new(&text, self).ok()?;
                    self.ask(key, question)
                }
            };
            let before = earlier.clone();
            earlier.push(lost);
            // Into the first fight the file itself says what is brought.
            if before.is_empty() {
                continue;
            }
            let brought = self.index_or_sum(&format!("before{number}.{}.{family}", one.name))?;
            let key = format!("fight{number}.{}.{family}_brought_and_not_won", one.name);
            let metric = Metric {
                label: self.label(family)?,
                family: key.clone(),
                key: key.clone(),
                subject: Subject::Side(one.side),
                scale: Scale::Amount("cases"),
            };
            // Twice what is brought, and one more where the fight is not won: both can be read off it. Of days on which an earlier
            // fight went wrong it says nothing: it is the first one that counts.
            self.define(metric, Quantity::First { sum: vec![brought, brought, lost], unless: before });
            families.push((key, number.to_string()));
        }
        let title = format!("What the {} brings into the first fight that goes wrong: {}", one.name, self.label(family)?);
        Some(Picture { title, families, kind: PictureKind::Brought })
    }

    /// Tells in which of its fights somebody of a side dies first, where a lost fight ends no day: known of the days on which nobody of it
    /// was dead before.
    fn first_deaths(&mut self, one: &Followed) -> Option<()> {
        if self.catalogue.index(&format!("day.{}.fight_lost", one.name)).is_some() {
            return None;
        }
        let mut earlier = Vec::new();
        for fight in &one.fights {
            let number = fight + 1;
            let text = format!("\"fight{number}.{}\".members_dead > 0", one.name);
            let question = FightQuestion::new(&text, self).ok()?;
            let dead = self.ask(format!("fight{number}.{}.somebody_dead", one.name), question);
            let key = format!("fight{number}.{}.first_death", one.name);
            let metric = Metric {
                label: "the first death".to_owned(),
                family: key.clone(),
                key,
                subject: Subject::Side(one.side),
                scale: Scale::Flag,
            };
            self.define(metric, Quantity::First { sum: vec![dead], unless: earlier.clone() });
            earlier.push(dead);
        }
        Some(())
    }

    /// The standing of the days of a side with so many members after some of its fights.
    fn fates(&self, one: &Followed, members: usize) -> Option<Picture> {
        let some = spread(one.fights.len(), FATES_MOST);
        let key = |place: usize| format!("fight{}.{}.members_dead", one.fights[place] + 1, one.name);
        let families: Vec<_> = some.into_iter().map(|place| (key(place), (one.fights[place] + 1).to_string())).collect();
        families.iter().try_for_each(|(family, _)| self.catalogue.index(family).map(|_| ()))?;
        let single = members.min(MEMBERS_MOST);
        let level = |dead: usize| match dead {
            0 => "nobody dead".to_owned(),
            _ if dead == members => format!("all {dead} dead"),
            _ if dead == single => format!("{dead} or more dead"),
            _ => format!("{dead} dead"),
        };
        let levels = (0..=single).map(level).chain(["over before".to_owned()]).collect();
        Some(Picture { title: format!("The {} after so many fights", one.name), families, kind: PictureKind::Fates(levels) })
    }

    /// Returns maps of the harm of a side over the whole day: by whom it came, and with which weapon.
    fn causes(&mut self, one: &Followed) -> Vec<Picture> {
        let all: Vec<(String, HarmSource)> =
            self.caused.sources(one.side).map(|(name, source)| (name.to_owned(), source.clone())).collect();
        let names = |kept: &dyn Fn(&HarmSource) -> bool| -> Vec<String> {
            all.iter().filter(|(_, source)| kept(source)).map(|(name, _)| name.clone()).collect()
        };
        // Many enemies are told of side by side.
        let rosters = &self.catalogue.rosters;
        let is_side = |name: &String| rosters.iter().any(|roster| roster.name == *name);
        let (sides, each): (Vec<String>, Vec<String>) =
            names(&|source| matches!(source, HarmSource::Those(_))).into_iter().partition(is_side);
        let whom = if each.len() <= CAUSES_MOST / 2 { each } else { sides };
        let apart = names(&|source| matches!(source, HarmSource::Part(_) | HarmSource::Hazards(_)));
        let whom = whom.into_iter().chain(apart).collect();
        let means = names(&|source| matches!(source, HarmSource::Means(_)));
        let titles = ["who or what it came by", "the weapon it came by"];
        let maps = titles.into_iter().zip([whom, means]);
        maps.filter_map(|(title, names)| self.map_of_causes(one, title, names)).collect()
    }

    /// Returns the picture of what has harmed one combatant, by its most frequent causes.
    fn map_of_causes(&mut self, one: &Followed, title: &str, mut names: Vec<String>) -> Option<Picture> {
        names.truncate(CAUSES_MOST);
        let mut families = Vec::new();
        for harm in self.caused.harms().to_vec() {
            let keys = names.iter().map(|name| format!("day.{}.{}.by.{name}", one.name, harm.family));
            let keys: Vec<String> = keys.filter(|key| self.index_or_sum(key).is_some()).collect();
            if keys.len() == names.len() {
                families.extend(keys.into_iter().map(|key| (key, harm.label.to_owned())));
            }
        }
        let title = format!("Harm of the {}: {title}", one.name);
        (!families.is_empty()).then_some(Picture { title, families, kind: PictureKind::Causes(names) })
    }

    /// The lasting harm, and the amount that a side has after some of its fights: of what is counted fight by fight all of it
    /// so far.
    fn marks(&mut self, one: &Followed, block: &Catalogue) -> Option<Picture> {
        let columns = spread(one.fights.len(), COLUMNS_MOST);
        let mut families = Vec::new();
        for family in block.marks.iter().filter(|family| !block.carried.contains(family)) {
            let Some(row) = self.label(family) else { continue };
            let mut sums = Vec::new();
            for fight in &one.fights {
                sums.extend(self.index_or_sum(&format!("fight{}.{}.{family}", fight + 1, one.name)));
            }
            if sums.len() < one.fights.len() {
                continue;
            }
            let day = self.day.as_ref()?;
            let of_state =
                day.block.side_sum(&format!("{}.{family}", one.name))?.metrics.iter().all(|&metric| metric < day.of_state);
            for &column in &columns {
                let metric = &self.catalogue.metrics[sums[column]];
                if of_state {
                    families.push((metric.key.clone(), row.clone()));
                    continue;
                }
                let key = format!("{}_so_far", metric.key);
                let metric = Metric { key: key.clone(), family: key.clone(), ..metric.clone() };
                self.define(metric, Quantity::SoFar(sums[..=column].to_vec()));
                families.push((key, row.clone()));
            }
        }
        let names = columns.iter().map(|&column| (one.fights[column] + 1).to_string()).collect();
        let title = format!("Lasting harm of the {}, fight by fight", one.name);
        (!families.is_empty()).then_some(Picture { title, families, kind: PictureKind::Grid(names) })
    }
}

/// At most so many of these places, evenly spread, the first and the last among them.
fn spread(places: usize, most: usize) -> Vec<usize> {
    if places <= most {
        return (0..places).collect();
    }
    (0..most).map(|number| (number * (places - 1) + (most - 1) / 2) / (most - 1)).collect()
}
