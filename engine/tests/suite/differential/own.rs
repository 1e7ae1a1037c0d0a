//! Random custom games: engine and referee agree on them, and their files read back the same.

use engine::{Game, Rules};

use super::games::{TASTES, play};
use referee::dice::{Dice, rounds};
use referee::duel::Duel;
use referee::scene::Setting;

/// Keys that decide something on the board, with values for it.
const CHANGES: [(&str, &[&str]); 29] = [
    ("line.length", &["3", "4", "5"]),
    ("line.exact", &["true", "false"]),
    ("line.open", &["true", "false"]),
    ("black.exact", &["true", "false"]),
    ("white.exact", &["true", "false"]),
    ("capture.longest", &["none", "2", "3"]),
    ("capture.target", &["none", "3", "6", "12"]),
    ("capture.poof", &["true", "false"]),
    ("third-axis", &["3-4", "4-5"]),
    ("first-centre", &["true", "false"]),
    ("breakable-fives", &["true", "false"]),
    ("ban.binds", &["none", "black", "both"]),
    ("ban.breaks-five", &["always", "last-resort", "never"]),
    ("ban.stops-four", &["always", "last-resort", "never"]),
    ("ban.captures", &["true", "false"]),
    ("fouls", &["true", "false"]),
    ("opening.first-centre", &["true", "false"]),
    ("opening.second-within", &["none", "2"]),
    ("opening.third-beyond", &["none", "2", "4"]),
    ("swap.after", &["none", "2", "5"]),
    ("repetition", &["true", "false"]),
    ("fifth", &["five", "captures", "draw"]),
    ("fifth-answers", &["true", "false"]),
    ("fifth-33", &["true", "false"]),
    ("recursion", &["true", "false"]),
    ("double-four", &["true", "false"]),
    ("suicide", &["true", "false"]),
    ("stuck", &["draw", "pass"]),
    ("caro-exact", &["true", "false"]),
];

/// Whether `key` is a flag of the built-in game `base`.
fn flag_of(base: &str, key: &str) -> bool {
    Rules::named(base).is_ok_and(|rules| rules.flags().any(|(flag, _)| flag.name == key))
}

/// Random consistent custom rules, and the setting in which they are played.
fn own(dice: &mut Dice) -> Option<(Rules, Setting)> {
    let base = if dice.chance(20) { "ndengrod" } else { Rules::ALL[dice.below(Rules::ALL.len())].name };
    let mut changes = match base {
        "ndengrod" => vec![("sizes", "3 4 5"), ("default-size", "4")],
        _ => vec![("sizes", "9 13"), ("default-size", "9")],
    };
    for _ in 0..1 + dice.below(6) {
        // A flag of one game alone would seldom be met with its game.
        let flags: Vec<_> = CHANGES.iter().filter(|(key, _)| flag_of(base, key)).copied().collect();
        let (key, values) = if dice.chance(20) && !flags.is_empty() { dice.pick(&flags) } else { dice.pick(&CHANGES) };
        if changes.iter().all(|(known, _)| *known != key) {
            changes.push((key, dice.pick(values)));
        }
    }
    let rules = Rules::own("mine", base, &changes).ok()?;
    let size = if dice.chance(20) { rules.sizes.iter().nth(1).expect("two sizes") } else { rules.default_size };
    let setting = Setting { base: Some(base), length: rules.line[0].length, ..Setting::new("mine", size) };
    Some((rules, setting.flags(Box::leak(changes.into_boxed_slice()))))
}

#[test]
fn random_games_of_ones_own() {
    let mut changed = Vec::new();
    let mut games = 0;
    for seed in 12_000_000.. {
        // The number of games in a process is limited; later rounds play the same ones with other moves.
        let mut dice = Dice::new(seed % (Game::MOST as u64 / 2));
        let Some((rules, setting)) = own(&mut dice) else { continue };
        let line = variants::line(&rules).expect("rules of one's own");
        assert_eq!(variants::parse(&line).expect("its own line"), rules, "{line}");
        changed.extend(setting.flags.iter().map(|(key, _)| *key));
        play(Duel::start(setting), TASTES[games % TASTES.len()], seed);
        games += 1;
        if games == rounds(240) {
            break;
        }
    }
    let unseen: Vec<_> = CHANGES.iter().filter(|(key, _)| !changed.contains(key)).collect();
    assert!(games < 240 || unseen.is_empty(), "{unseen:?}");
}
