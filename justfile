# List all recipes.
default:
    @just --list --unsorted

# Everything that has to hold before a change lands.
check:
    .ci/run

# All tests.
test:
    cargo test --workspace --locked

# The tests whose name contains FILTER.
t filter:
    cargo test --workspace --locked {{filter}}

# The tests of one system, without building another: just system vogt
system name:
    cargo test --locked -p sparring-{{name}}

# A rule by its id: its line in the ledger, and every function, number, ruling and test that cites it, alone or in a range: just rule VOG-033, just rule R-01 heimr
rule id core='':
    #!/bin/sh
    id={{quote(id)}} core={{quote(core)}}
    kind=$(echo "$id" | sed 's/[0-9]*[a-z]*$//')
    grep -rnE --include='*.rs' --include='*.txt' --include=README.md "$kind[0-9]" "systems/$core" |
        awk -v id="$id" -v kind="$kind" '{
            hit = $0 ~ ("(^|[^A-Za-z0-9-])" id "([^A-Za-z0-9]|$)")
            rest = $0
            while (!hit && match(rest, kind "[0-9]+ to " kind "[0-9]+")) {
                split(substr(rest, RSTART, RLENGTH), ends, " to ")
                number = substr(id, length(kind) + 1) + 0
                hit = substr(ends[1], length(kind) + 1) + 0 <= number && number <= substr(ends[2], length(kind) + 1) + 0
                rest = substr(rest, RSTART + RLENGTH)
            }
            if (hit) print
        }'

# Formatting and lints.
lint:
    cargo fmt --all --check && cargo clippy --workspace --locked --all-targets -- -D warnings

# The documentation of all crates; a broken link is an error.
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --locked --no-deps

# Speed, each workload with its checksum.
bench:
    cargo bench --locked

# The simulations of the statistics in their long form, and the tables of docs/statistics.md: just trust 400 for other numbers of seeds.
trust seeds="long":
    date -u +%F && TRUST={{seeds}} cargo test --locked --release --test library trust -- --nocapture --test-threads 1

# The tests that compare with golden files.
golden:
    INSTA_UPDATE=no cargo test --workspace --locked

# Accept what the program prints now as golden; read the difference before you commit it.
update-golden:
    INSTA_UPDATE=always cargo test --workspace --locked && git diff --stat

# Run a scenario: just run scenarios/vogt/mirror-duel.toml --fights 1e6
run *arguments:
    cargo run --locked --release -- run {{arguments}}

# A report of every scenario, below reports/.
reports fights="100000":
    cargo build --locked --release && for file in scenarios/*/*.toml; do case $file in scenarios/bestiary/*) ;; *) target/release/sparring run "$file" --fights {{fights}} || exit 1 ;; esac; done

# Which scenarios are solved exactly within so many seconds, and how far the others are known: just exact 60
exact seconds="10":
    #!/bin/sh
    cargo build --locked --release && out=$(mktemp -d) || exit 1
    for file in scenarios/*/*.toml; do
        case $file in scenarios/bestiary/*) continue ;; esac
        began=$(date +%s)
        answer=$(target/release/sparring run "$file" --exact --time {{seconds}}s --out "$out" 2>/dev/null | head -n 1)
        echo "$file: $(($(date +%s) - began)) s: ${answer:-too large}"
    done

# Whether outcomes are as their baselines have them and as they should be; the same as in .ci/run.
outcomes *arguments:
    cargo run --locked --release -- check scenarios {{arguments}}

# Take what every scenario does now as its baseline: just bless "why"
bless because:
    cargo run --locked --release -- bless scenarios --because {{quote(because)}}

# Shipped scenarios with changes made by chance, for so many minutes: none may break anything.
fuzz minutes="10":
    SPARRING_FUZZ_MINUTES={{minutes}} cargo test --locked --release --test program no_mutant -- --nocapture

# Before a release: a clean tree, all checks, speed, what the package holds. The version, the tag and publishing stay with you.
release-check:
    test -z "$(git status --porcelain)" && .ci/run && cargo bench --locked && cargo package --workspace --locked --list
