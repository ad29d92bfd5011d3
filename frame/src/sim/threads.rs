//! Threads: work that is divided among all cores. The only user of rayon.
//!
//! Owns that nothing of a result shows how many threads there were: what parts come to is put together in the order of the parts. Without
//! the feature `threads`, as in a browser, one part is done after the other. Start at [`ThreadPool`].

use crate::error::Failure;

/// Threads that work together.
pub(super) struct ThreadPool {
    #[cfg(feature = "threads")]
    pool: rayon::ThreadPool,
}

#[cfg(feature = "threads")]
impl ThreadPool {
    /// So many threads; without a number, one per core.
    ///
    /// # Errors
    /// More threads than can be started.
    pub(super) fn new(threads: Option<u16>) -> Result<Self, Failure> {
        let threads = threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(ThreadPool { pool: pool.map_err(|error| Failure::Usage(format!("{threads} threads: {error}")))? })
    }

    /// Does something whose parts are divided among these threads.
    pub(super) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }
}

#[cfg(not(feature = "threads"))]
impl ThreadPool {
    /// The one thread that there is, however many are asked for.
    #[expect(clippy::unnecessary_wraps, reason = "threads can be too many elsewhere")]
    pub(super) fn new(_threads: Option<u16>) -> Result<Self, Failure> {
        Ok(ThreadPool {})
    }

    /// Does something.
    #[expect(clippy::unused_self, reason = "threads do it elsewhere")]
    pub(super) fn install<T>(&self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

/// Does something with each part. Returns what comes of it, in the order of the parts.
pub(super) fn map<T: Send, U: Send>(parts: Vec<T>, work: impl Fn(T) -> U + Sync + Send) -> Vec<U> {
    #[cfg(feature = "threads")]
    {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        parts.into_par_iter().map(work).collect()
    }
    #[cfg(not(feature = "threads"))]
    parts.into_iter().map(work).collect()
}

/// Adds each part to the sum of its thread, which begins as `empty`, and puts these together in the order of the parts.
pub(super) fn sum<T: Send, S: Send>(
    parts: Vec<T>,
    empty: impl Fn() -> S + Sync + Send,
    add: impl Fn(S, T) -> S + Sync + Send,
    merge: impl Fn(S, S) -> S + Sync + Send,
) -> S {
    #[cfg(feature = "threads")]
    {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        parts.into_par_iter().fold(&empty, add).reduce_with(merge).unwrap_or_else(&empty)
    }
    #[cfg(not(feature = "threads"))]
    {
        let _ = merge;
        parts.into_iter().fold(empty(), add)
    }
}
