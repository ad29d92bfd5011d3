//! The program: parse, run, print one error, exit with its code. Everything else is in the library.

use std::process::ExitCode;

/// Runs the program with the arguments of its process.
fn main() -> ExitCode {
    sparring::cli::main()
}
