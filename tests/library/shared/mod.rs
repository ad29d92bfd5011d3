//! Proofs about the frame that need rules which are really played: those of the systems.

mod along;
mod compare;
mod days;
mod late;
mod plans;
