//! Goals: ratios and seconds that should be small.
//!
//! Owns the answer to whether anything is timed at all: `cargo bench` does, `cargo test` only compares results with the known ones.

/// True if `cargo bench` asks, and not `cargo test`.
pub fn measures() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

/// Prints a ratio that should be small.
pub fn at_most(what: &str, ratio: f64, goal: f64) {
    println!("{what}: {ratio:.2} (goal: at most {goal:.2}, {})", if ratio <= goal { "met" } else { "missed" });
}
