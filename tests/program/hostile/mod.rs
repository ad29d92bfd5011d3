//! Inputs that hurt: files that somebody made to break the program, and shipped scenarios broken by chance.
//!
//! Whatever is read, the program ends by itself, within bounded time and memory, without a panic, with the code of a wrong file
//! or of success; and whoever wrote a file is told where in it what is wrong.

mod disk;
mod inputs;
mod limits;
mod mutants;
mod pages;
mod texts;
