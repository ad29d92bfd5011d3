//! Statistics: pure functions that turn exact counts into estimates with intervals.
//!
//! Owns every formula of uncertainty in the program; each names its paper. Input is integers (how many fights had which
//! value) and a [`Level`]; output is an [`Interval`] or a verdict on whether more fights are needed. Must not know fights,
//! metrics, files or charts, must not draw random numbers, and takes only the normal and the chi-square distribution from
//! `statrs`, whose beta, binomial, hypergeometric and Student functions are wrong at our sizes (a test keeps them out).
//!
//! | question | file |
//! | --- | --- |
//! | what is an interval, at which confidence | [`interval`] |
//! | how often does it happen | [`proportion`] |
//! | how much on average | [`sample`] |
//! | how much per round | [`mean`] |
//! | what is the median, the 90th percentile | [`quantile`] |
//! | how many are left after each of several dangers | [`survival`](mod@survival) |
//! | where does the whole distribution lie | [`band`] |
//! | what is known of a part without error, and sampled in the rest | [`mixed`] |
//! | have we fought enough, and if not, how many more | [`looks`] |
//! | what did a change do, fight by fight | [`paired`] |
//! | would a table notice it | [`notice`] |
//! | did two samples with luck of their own come from the same rules | [`contrast`], [`homogeneity`] |
//! | which of many differences are no luck | [`verdict`] |
//! | how much of what varies comes from some of the dice | [`sobol`] |
//! | how far do chances move that are estimates themselves | [`noise`] |
//! | which of several numbers is the largest, on which side of a height one lies | [`apart`] |
//! | how did the fights between two end, draws as half | [`score`] |
//! | which of several entries is never better than another one, which go round in a circle, what is each worth | [`rank`] |
//! | what should each of two mix, and what is it worth then | [`zero_sum`] |
//!
//! Intervals on one page are each at their level; they are not simultaneous. Start at [`proportion::proportion`].

pub mod apart;
pub mod band;
pub mod contrast;
pub mod controls;
mod gamma;
pub mod homogeneity;
pub mod interval;
pub mod looks;
pub mod mean;
pub mod mixed;
pub mod noise;
pub mod notice;
pub mod paired;
pub mod proportion;
pub mod quantile;
pub mod rank;
pub mod sample;
pub mod score;
pub mod sobol;
pub mod spread;
pub mod survival;
pub mod verdict;
pub mod zero_sum;

#[cfg(test)]
mod enumeration;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use interval::{Interval, Level};

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

    use super::Level;

    /// All that may be named in a path or an import that starts at `statrs`.
    const TRUSTED: [&str; 5] = ["statrs", "distribution", "ChiSquared", "ContinuousCDF", "Normal"];

    /// The names in statements of `text` that mention `statrs` as a path and are not trusted.
    fn distrusted(text: &str) -> Vec<String> {
        let statements = text.match_indices("statrs::").map(|(start, _)| text[start..].split(';').next().unwrap_or_default());
        let names = statements.flat_map(|statement| statement.split(|c: char| !c.is_alphanumeric() && c != '_'));
        names.filter(|name| !name.is_empty() && !TRUSTED.contains(name)).map(str::to_owned).collect()
    }

    fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the sources can be listed") {
            let path = entry.expect("the sources can be listed").path();
            if path.is_dir() {
                rust_files(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }

    #[test]
    fn only_the_trusted_distributions_of_statrs_are_imported() {
        let mut files = Vec::new();
        rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        let mut users = 0;
        for file in files.iter().filter(|file| !file.ends_with("stats/mod.rs")) {
            let text = std::fs::read_to_string(file).expect("a source can be read");
            assert!(!text.contains("use statrs as"), "{}: statrs must not be renamed", file.display());
            assert_eq!(distrusted(&text), Vec::<String>::new(), "{}", file.display());
            users += usize::from(text.contains("use statrs::"));
        }
        assert!(users > 0, "the search finds the imports that are there");
    }

    #[test]
    fn the_search_for_distrusted_items_would_find_them() {
        let forbidden = ["Binomial", "Hypergeometric", "Beta", "StudentsT"];
        for name in forbidden {
            assert_eq!(distrusted(&format!("use statrs::distribution::{{Normal,\n    {name}}};")), [name]);
        }
        assert_eq!(distrusted("use statrs::stats_tests::fishers_exact;"), ["stats_tests", "fishers_exact"]);
        assert!(distrusted("use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};").is_empty());
    }

    #[test]
    fn normal_quantiles_have_the_digits_of_the_tables() {
        let normal = Normal::standard();
        let table = [
            (0.05, -1.644_853_626_951),
            (0.025, -1.959_963_984_540),
            (0.005, -2.575_829_303_549),
            (0.000_5, -3.290_526_731_492),
            (0.000_000_5, -4.891_638_475_699),
        ];
        for (probability, quantile) in table {
            let ours = normal.inverse_cdf(probability);
            assert!((ours - quantile).abs() < 1e-11, "{probability}: {ours}");
        }
        assert!((Level::default().z() - 1.959_963_984_540).abs() < 1e-11);
    }

    #[test]
    fn chi_square_quantiles_have_the_digits_of_the_tables() {
        let table = [
            (0.975, 2.0, 7.377_758_908_228),
            (0.025, 2.0, 0.050_635_615_968_580),
            (0.975, 22.0, 36.780_712_084_036),
            (0.025, 20.0, 9.590_777_392_265),
            (0.995, 12.0, 28.299_518_822_046),
            (0.025, 58.0, 38.843_510_275_096),
            (0.975, 60.0, 83.297_674_877_173),
        ];
        for (probability, freedom, quantile) in table {
            let ours = ChiSquared::new(freedom).expect("positive degrees of freedom").inverse_cdf(probability);
            assert!((ours / quantile - 1.0).abs() < 1e-9, "{probability}, {freedom}: {ours}");
        }
    }
}
