use super::Vogt;
use crate::rules::testing::Play;
#[test]
fn smoke() {
    let s = r#"
[[side]]
name = "a"
[[side.combatant]]
name = "A"
hp_max = 10
weapons = [{name="club", die="1d6"}]
[[side]]
name = "b"
[[side.combatant]]
name = "B"
hp_max = 10
weapons = [{name="club", die="1d6"}]
"#;
    let t = std::time::Instant::now();
    let e = Play::<Vogt>::exact(s);
    println!("{:?} win {} mean {} sd {} le3 {} le4 {} le5 {} unres {}", t.elapsed(), e.chance("winner",0), e.mean("rounds"), e.sd("rounds"), e.at_most("rounds",3), e.at_most("rounds",4), e.at_most("rounds",5), e.unresolved());
    let t = std::time::Instant::now();
    let m = Play::<Vogt>::sampled(s, 200_000, 1);
    println!("{:?} win {} mean {} sd {}", t.elapsed(), m.chance("winner",0), m.mean("rounds"), m.sd("rounds"));
}
