//! The shorthand `slips.NAME=0.1` of sets: slips for all of a side, for a combatant, or in a policy.
//!
//! Owns whom the name means, and the policies of their own that these get where they share one with others. What a slip is stands in
//! [`policy`](crate::policy::Slips). Start at [`Pending::give`], then [`Pending::settle`].

use std::collections::BTreeMap;

use super::template;
use super::tree::{TreeEntry, TreeNode, TreeTable, Value};
use crate::error::Place;

/// The first step of the shorthand, and the key of a policy that it sets.
pub(super) const SLIPS: &str = "slips";

/// Where a combatant stands: its side and its place there.
type At = (usize, usize);

/// The chance of somebody, as long as it follows the policy that it followed when it was given.
struct Given {
    policy: Option<String>,
    /// The name by which it was meant.
    who: String,
    chance: TreeNode,
}

/// Chances that were given, until all sets are made: a set that comes later may change the policy itself, and who follows it.
#[derive(Default)]
pub(super) struct Pending {
    given: BTreeMap<At, Given>,
}

impl Pending {
    /// Gives a chance to all whom a name means: those of the side, else those who are called so, else all who follow the policy of that
    /// name. None where it is nobody's name, with the names that there are.
    pub fn give(&mut self, root: &mut TreeNode, who: &str, chance: &TreeNode) -> Result<(), Vec<String>> {
        let all = Members::of(root);
        let side = |member: &&Member| member.side == who;
        let own = |member: &&Member| member.name == who;
        let of_side: Vec<&Member> = all.0.iter().filter(side).collect();
        let meant = if of_side.is_empty() { all.0.iter().filter(own).collect() } else { of_side };
        for member in &meant {
            let given = Given { policy: member.policy.clone(), who: who.to_owned(), chance: chance.clone() };
            self.given.insert(member.at, given);
        }
        if !meant.is_empty() || slip(root, who, chance) {
            return Ok(());
        }
        let names = all.0.into_iter().flat_map(|member| [member.side, member.name]);
        let policies = root.get("policy").and_then(TreeNode::table).into_iter().flat_map(TreeTable::keys).cloned();
        let mut known: Vec<String> = Vec::new();
        for name in names.chain(policies).filter(|name| !name.is_empty()) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        Err(known)
    }

    /// Writes the chances into the policies of those who got them. Whoever follows another one by now keeps that as it is.
    pub fn settle(self, root: &mut TreeNode) {
        let all = Members::of(root);
        let mut groups: Vec<(Given, Vec<At>)> = Vec::new();
        for (at, given) in self.given {
            if !all.0.iter().any(|member| member.at == at && member.policy == given.policy) {
                continue;
            }
            let same = |(other, _): &&mut (Given, Vec<At>)| {
                (&other.policy, &other.who, &other.chance.value) == (&given.policy, &given.who, &given.chance.value)
            };
            match groups.iter_mut().find(same) {
                Some((_, members)) => members.push(at),
                None => groups.push((given, vec![at])),
            }
        }
        for (given, members) in groups {
            let follows = |member: &&Member| member.policy.is_some() && member.policy == given.policy;
            let shared = all.0.iter().filter(follows).any(|member| !members.contains(&member.at));
            match &given.policy {
                Some(policy) if !shared => drop(slip(root, policy, &given.chance)),
                policy => apart(root, &given, policy.as_deref(), &members),
            }
        }
    }
}

/// Sets the chance of a policy; false where there is none of this name.
fn slip(root: &mut TreeNode, policy: &str, chance: &TreeNode) -> bool {
    let policies = root.table_mut().and_then(|root| root.get_mut("policy")).and_then(|entry| entry.node.table_mut());
    let Some(policy) = policies.and_then(|policies| policies.get_mut(policy)).and_then(|entry| entry.node.table_mut()) else {
        return false;
    };
    policy.insert(SLIPS.to_owned(), TreeEntry { key: chance.place.clone(), node: chance.clone() });
    true
}

/// Gives these a policy of their own: the one that they followed, if any, with the chance.
fn apart(root: &mut TreeNode, given: &Given, policy: Option<&str>, members: &[At]) {
    let place = &given.chance.place;
    let Some(policies) = inside(root, "policy", place) else { return };
    let node = match policy.map(|name| policies.get(name)) {
        // That there is no such policy is told where it is named.
        Some(None) => return,
        Some(Some(entry)) => entry.node.clone(),
        None => TreeNode::empty(place.clone()),
    };
    let wanted = format!("{} of {}", policy.unwrap_or(SLIPS), given.who);
    let mut names = std::iter::once(wanted.clone()).chain((2..).map(|number| format!("{wanted} {number}")));
    let Some(name) = names.find(|name| !policies.contains_key(name)) else { return };
    policies.insert(name.clone(), TreeEntry { key: place.clone(), node });
    slip(root, &name, &given.chance);
    let Some(sides) = root.table_mut().and_then(|root| root.get_mut("side")) else { return };
    for &(side, at) in members {
        let side = sides.node.elements_mut().get_mut(side).and_then(TreeNode::table_mut);
        let members = side.and_then(|side| side.get_mut("combatant")).map(|entry| entry.node.elements_mut());
        if let Some(member) = members.and_then(|members| members.get_mut(at)).and_then(TreeNode::table_mut) {
            let node = TreeNode { value: Value::Text(name.clone()), place: place.clone() };
            member.insert("policy".to_owned(), TreeEntry { key: place.clone(), node });
        }
    }
}

/// The table below a key, made if it is missing.
fn inside<'n>(root: &'n mut TreeNode, key: &str, place: &Place) -> Option<&'n mut TreeTable> {
    let made = || TreeEntry { key: place.clone(), node: TreeNode::empty(place.clone()) };
    root.table_mut()?.entry(key.to_owned()).or_insert_with(made).node.table_mut()
}

/// A combatant of a side.
struct Member {
    at: At,
    side: String,
    name: String,
    policy: Option<String>,
}

/// All combatants of all sides.
struct Members(Vec<Member>);

impl Members {
    /// The combatants of a document whose templates are not resolved yet.
    fn of(root: &TreeNode) -> Members {
        let none = TreeTable::new();
        let templates = root.get("combatant").and_then(TreeNode::table).unwrap_or(&none);
        let mut all = Vec::new();
        for (number, side) in root.get("side").map_or(&[][..], TreeNode::elements).iter().enumerate() {
            for (place, member) in side.get("combatant").map_or(&[][..], TreeNode::elements).iter().enumerate() {
                all.push(Member {
                    at: (number, place),
                    side: side.get("name").and_then(TreeNode::text).unwrap_or_default().to_owned(),
                    name: template::called(member, templates).unwrap_or_default().to_owned(),
                    policy: template::inherited(member, "policy", templates).and_then(TreeNode::text).map(str::to_owned),
                });
            }
        }
        Members(all)
    }
}
