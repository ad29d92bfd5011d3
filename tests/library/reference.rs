//! The reference pages of the systems are what the code says: `UPDATE_REFERENCE=1 cargo test --test library reference` writes them anew.

use std::fs;
use std::path::PathBuf;

use sparring::systems;

#[test]
fn every_reference_page_is_what_the_code_says() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/reference");
    let update = std::env::var_os("UPDATE_REFERENCE").is_some();
    for system in systems().all() {
        let made = program::cli::reference(system).expect("the starter is valid");
        let path = folder.join(format!("{}.md", system.name()));
        if update {
            fs::create_dir_all(&folder).expect("the folder can be made");
            fs::write(&path, &made).expect("the page can be written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let line = kept.lines().zip(made.lines()).position(|(kept, made)| kept != made);
        assert!(
            kept == made,
            "{} is not what the code says (line {line:?}): UPDATE_REFERENCE=1 writes it anew",
            path.display()
        );
    }
}

#[test]
fn every_word_that_a_policy_can_do_is_explained() {
    for system in systems().all() {
        let made = program::cli::reference(system).expect("the starter is valid");
        let policies = made.split("## What a policy can do").nth(1).expect("the chapter is there");
        let policies = policies.split("## What a condition can ask").next().expect("the next chapter is there");
        assert!(policies.contains("| `do` |"), "{}: {policies}", system.name());
        assert!(policies.matches("<br>`attack`: ").count() >= 1, "{}: attacking is not explained", system.name());
    }
}
