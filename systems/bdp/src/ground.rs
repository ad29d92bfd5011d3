//! The ground: zones with what they are like, and how far apart they are.
//!
//! Owns what is worked out of the scene when a scenario is loaded. Start at [`Ground::new`].

use frame::scenario::Complaints;

use super::scene::{SceneText, ZoneText};

/// All zones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The zones; at least one.
    pub zones: Vec<ZoneText>,
    /// Steps from each zone to each other one, row by row; [`Ground::NEVER`] where there is no way.
    steps: Vec<u8>,
}

impl Ground {
    /// Farther than any zone.
    pub const NEVER: u8 = u8::MAX;
    /// The most zones.
    const ZONES_MAX: usize = 64;

    /// The zones of a scene; without any there is one.
    pub fn new(scene: Option<&SceneText>, complaints: &mut Complaints) -> Self {
        let texts = scene.map_or(&[][..], |scene| &scene.zones);
        if texts.len() > Self::ZONES_MAX {
            complaints.too_many("arena.zones", Self::ZONES_MAX, "zones");
        }
        let texts = &texts[..texts.len().min(Self::ZONES_MAX)];
        for (index, text) in texts.iter().enumerate() {
            if texts[..index].iter().any(|other| other.name == text.name) {
                complaints.twice(format!("arena.zones[{index}].name"), "zones", &text.name);
            }
        }
        let zones = if texts.is_empty() { vec![ZoneText::default()] } else { texts.to_vec() };
        let mut ground = Ground { steps: vec![Self::NEVER; zones.len() * zones.len()], zones };
        ground.measure(&links(texts, complaints));
        ground
    }

    /// Breadth first from every zone.
    fn measure(&mut self, links: &[(usize, usize)]) {
        let count = self.zones.len();
        for from in 0..count {
            self.steps[from * count + from] = 0;
            let mut open = vec![from];
            while !open.is_empty() {
                let mut next = Vec::new();
                for &zone in &open {
                    let steps = self.steps[from * count + zone] + 1;
                    let others = links.iter().filter_map(|&(one, other)| match zone {
                        zone if zone == one => Some(other),
                        zone if zone == other => Some(one),
                        _ => None,
                    });
                    for other in others {
                        if self.steps[from * count + other] == Self::NEVER {
                            self.steps[from * count + other] = steps;
                            next.push(other);
                        }
                    }
                }
                open = next;
            }
        }
    }

    /// True if there is one zone, in which nothing is special.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let zone = &self.zones[0];
        let special = zone.cover || zone.hazard.is_some() || zone.slow || zone.tight || zone.highground;
        self.zones.len() == 1 && !special
    }

    /// Steps between two zones.
    #[inline]
    #[must_use]
    pub fn steps(&self, one: u8, other: u8) -> u8 {
        self.steps[usize::from(one) * self.zones.len() + usize::from(other)]
    }

    /// A zone.
    #[inline]
    #[must_use]
    pub fn zone(&self, zone: u8) -> &ZoneText {
        &self.zones[usize::from(zone)]
    }

    /// Zones next to one, in their order.
    pub fn next_to(&self, zone: u8) -> impl Iterator<Item = u8> + '_ {
        (0..self.zones.len() as u8).filter(move |&other| self.steps(zone, other) == 1)
    }

    /// The zone of this name, the first one for an empty name.
    pub fn named(&self, name: &str, path: &str, complaints: &mut Complaints) -> u8 {
        if name.is_empty() {
            return 0;
        }
        let found = self.zones.iter().position(|zone| zone.name == name);
        if found.is_none() {
            complaints.unknown(path, "zone", name).near(name, self.zones.iter().map(|zone| zone.name.as_str()));
        }
        found.unwrap_or(0) as u8
    }
}

/// Returns the zones that are next to each other.
fn links(texts: &[ZoneText], complaints: &mut Complaints) -> Vec<(usize, usize)> {
    let mut links = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        if text.next_to.is_empty() && index > 0 {
            links.push((index - 1, index));
        }
        for (place, name) in text.next_to.iter().enumerate() {
            match texts.iter().position(|other| other.name == *name) {
                Some(other) => links.push((index, other)),
                None => {
                    complaints.unknown(format!("arena.zones[{index}].next_to[{place}]"), "zone", name);
                }
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(zones: &[(&str, &[&str])]) -> (Ground, usize) {
        let zone = |(name, next): &(&str, &[&str])| ZoneText {
            name: (*name).to_owned(),
            next_to: next.iter().map(|&name| name.to_owned()).collect(),
            ..ZoneText::default()
        };
        let scene = SceneText { zones: zones.iter().map(zone).collect(), ..SceneText::default() };
        let mut complaints = Complaints::default();
        let ground = Ground::new(Some(&scene), &mut complaints);
        (ground, complaints.into_list().len())
    }

    // BDP-217, BDP-225
    #[test]
    fn zones_stand_in_a_row_unless_they_say_otherwise() {
        let (row, _) = ground(&[("gate", &[]), ("yard", &[]), ("hall", &[]), ("tower", &["yard"])]);
        assert_eq!([row.steps(0, 0), row.steps(0, 1), row.steps(0, 2), row.steps(3, 0), row.steps(3, 2)], [0, 1, 2, 2, 2]);
        assert_eq!(row.next_to(1).collect::<Vec<_>>(), [0, 2, 3]);
        assert_eq!(Ground::new(None, &mut Complaints::default()).zones.len(), 1);
    }

    #[test]
    fn names_that_are_not_there_are_errors() {
        assert_eq!(ground(&[("gate", &[]), ("gate", &[]), ("hall", &["moon"])]).1, 2);
        let mut complaints = Complaints::default();
        let (row, _) = ground(&[("gate", &[]), ("yard", &[])]);
        assert_eq!((row.named("", "", &mut complaints), row.named("yard", "", &mut complaints)), (0, 1));
        row.named("yart", "", &mut complaints);
        assert_eq!(complaints.into_list()[0].help, ["did you mean `yard`?"]);
    }
}
