//! Wildcrafting: what can be brewed of gathered ingredients.
//!
//! Owns which ingredients go into which recipe. What a potion does is in [`night`](super::night). Start at [`brewed`].

use frame::scenario::Complaints;

use super::book::recovery::{Recipe, Recipes};
use super::rulings::RecipeMatch;
use super::sheet::IngredientText;
use super::{Words, Written};

/// The most kinds of ingredients that a combatant can have.
const KINDS_MAX: usize = 6;
/// The most of one kind that go into one mixture.
const OF_A_KIND_MAX: u8 = 8;

/// Returns the numbers of each kind of ingredient that go into a recipe, if they can make it: the fewest ingredients, of those
/// the lowest potency, of those the first kinds.
#[must_use]
pub fn mix(recipe: &Recipe, larder: &[IngredientText], recipes: &Recipes, matching: RecipeMatch) -> Option<Vec<u8>> {
    let mut best: Option<((u32, u32), Vec<u8>)> = None;
    let mut amounts = vec![0_u8; larder.len()];
    loop {
        if let Some(cost) = cost(recipe, larder, recipes, matching, &amounts)
            && best.as_ref().is_none_or(|(before, _)| cost < *before)
        {
            best = Some((cost, amounts.clone()));
        }
        // The next choice of amounts, like the next number of a counter; more of one kind than the potency is never needed.
        let most = |index: usize| larder[index].amount.min(recipe.potency).min(OF_A_KIND_MAX);
        let Some(place) = (0..larder.len()).rev().find(|&index| amounts[index] < most(index)) else { break };
        amounts[place] += 1;
        amounts[place + 1..].fill(0);
    }
    best.map(|(_, amounts)| amounts)
}

/// Ingredients and potency of a mixture, if it makes the recipe (BDP-113, BDP-115 to BDP-117, R-56).
fn cost(
    recipe: &Recipe,
    larder: &[IngredientText],
    recipes: &Recipes,
    matching: RecipeMatch,
    amounts: &[u8],
) -> Option<(u32, u32)> {
    let used = || larder.iter().zip(amounts).filter(|(_, amount)| **amount > 0);
    let count: u32 = amounts.iter().map(|&amount| u32::from(amount)).sum();
    let potency: u32 = used().map(|(one, &amount)| u32::from(recipes.potency(one.rarity)) * u32::from(amount)).sum();
    let regional: u32 = used().filter(|(one, _)| Some(one.region) == recipe.region).map(|(_, &amount)| u32::from(amount)).sum();
    let strong = match matching {
        RecipeMatch::AtLeast => potency >= u32::from(recipe.potency),
        RecipeMatch::Exact => potency == u32::from(recipe.potency),
    };
    let local = recipe.region.is_none() || regional >= u32::from(recipe.regional);
    let varied = used().count() >= usize::from(recipes.min_different);
    (strong && local && varied).then_some((count, potency))
}

/// The potions that a combatant brews of its ingredients, in the order of its wishes (BDP-110, BDP-111, BDP-114).
pub fn brewed(Written { sheet, path }: Written, Words { book, rulings }: Words, complaints: &mut Complaints) -> Vec<String> {
    let mut larder = sheet.ingredients.clone();
    if larder.len() > KINDS_MAX {
        complaints.too_many(format!("{path}.ingredients"), KINDS_MAX, "kinds of ingredients");
        return Vec::new();
    }
    let mut potions = Vec::new();
    for (index, name) in sheet.brews.iter().enumerate() {
        let path = format!("{path}.brews[{index}]");
        let Some(recipe) = book.recipe.list.get(name) else {
            complaints
                .error(path, format!("the book has no recipe `{name}`"))
                .near(name, book.recipe.list.keys().map(String::as_str));
            continue;
        };
        match mix(recipe, &larder, &book.recipe, rulings.recipe_match) {
            Some(amounts) => {
                larder.iter_mut().zip(amounts).for_each(|(one, amount)| one.amount -= amount);
                potions.push(name.clone());
            }
            None => {
                complaints.error(path, format!("there are not the ingredients for {}", name.replace('_', " "))).help(format!(
                    "it needs potency {} of at least {} different ingredients (BDP-115, BDP-116)",
                    recipe.potency, book.recipe.min_different
                ));
            }
        }
    }
    potions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Book;
    use crate::book::recovery::{Rarity, Region};

    fn ingredient(name: &str, rarity: Rarity, region: Region, amount: u8) -> IngredientText {
        IngredientText { name: name.to_owned(), rarity, region, amount }
    }

    fn mixed(recipe: &str, larder: &[IngredientText], matching: RecipeMatch) -> Option<Vec<u8>> {
        let book = Book::default();
        mix(&book.recipe.list[recipe], larder, &book.recipe, matching)
    }

    // BDP-112, BDP-115, BDP-116
    #[test]
    fn potency_is_met_by_at_least_two_different_ingredients() {
        let rare = ingredient("moonbloom", Rarity::Rare, Region::Forest, 3);
        let common = ingredient("moss", Rarity::Common, Region::Forest, 9);
        let uncommon = ingredient("bark", Rarity::Uncommon, Region::Plains, 1);
        assert_eq!(
            mixed("healing_salve", std::slice::from_ref(&rare), RecipeMatch::AtLeast),
            None,
            "one rare alone is not two"
        );
        assert_eq!(mixed("healing_salve", &[rare.clone(), common.clone()], RecipeMatch::AtLeast), Some(vec![1, 1]));
        assert_eq!(mixed("healing_salve", &[uncommon, common], RecipeMatch::AtLeast), Some(vec![1, 2]));
    }

    // BDP-117, R-56
    #[test]
    fn a_region_counts_ingredients_and_exact_potency_can_be_asked_for() {
        let moss = ingredient("moss", Rarity::Common, Region::Swamp, 1);
        let root = ingredient("root", Rarity::Rare, Region::Hills, 2);
        assert_eq!(mixed("herbal_antidote", &[moss.clone(), root.clone()], RecipeMatch::AtLeast), Some(vec![1, 1]));
        assert_eq!(mixed("herbal_antidote", &[moss.clone(), root.clone()], RecipeMatch::Exact), None);
        assert_eq!(mixed("ironroot_brew", &[moss, root], RecipeMatch::AtLeast), Some(vec![1, 2]), "hills 2+");
    }
}
