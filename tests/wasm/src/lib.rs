//! The libraries without an operating system: a module for WebAssembly (`run.mjs` is its host) that writes a report, and the
//! same report on this machine (the program `report`). `tests/targets.sh` compares them.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host;

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use analysis::Analyst;
use engine::{Game, Rules, notation};
use pictures::{Decorations, diagram, png, raster, svg, text};
use records::{Choice, Format, Replayed};
use search::exact::Table;
use search::proof::{Answer, Certificate, Effort, solve_game};
use search::{Limits, Player, player, signature};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Uses every library a little, and reports the results line by line: the same lines on every machine.
///
/// # Errors
/// The first error of a library.
pub fn report(say: &mut dyn FnMut(&str)) -> Result<(), Box<dyn Error>> {
    say(&moves_by_nodes()?);
    say(&a_move_in_time()?);
    say(&analysis()?);
    say(&proof()?);
    say(&solved_board()?);
    say(&record_and_pictures()?);
    for rules in Rules::ALL {
        let (expected, found) = (signature::expected(&rules), signature::measure(&rules).nodes);
        let verdict = if expected == Some(found) { "as it should be" } else { "differs" };
        say(&format!("signature {} {found} {verdict}", rules.name));
    }
    Ok(())
}

/// A player of `rules` after `moves`, with little memory.
fn after(rules: Rules, moves: &str) -> Result<Box<dyn Player>, Box<dyn Error>> {
    let mut player = player(Game::new(rules, None, None)?, None)?;
    player.set_memory(1 << 20);
    for name in moves.split(' ') {
        let mv = notation::parse_move(player.record().game().grid(), name).map_err(|error| error.to_string())?;
        player.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(player)
}

fn moves_by_nodes() -> Result<String, Box<dyn Error>> {
    let mut player = after(Rules::NINUKI, "K10 L9 N10")?;
    let limits = Limits { nodes: Some(5_000), threads: 4, ..Limits::none() };
    let found = player.think(&limits, &NEVER, &mut |_| ()).ok_or("no move")?;
    let best = notation::move_text(player.record().game().grid(), found.best);
    Ok(format!("move {best}, score {}, depth {}, nodes {}", found.score, found.depth, found.nodes))
}

fn a_move_in_time() -> Result<String, Box<dyn Error>> {
    let mut player = after(Rules::FREESTYLE, "h8 i9 g9")?;
    let limits = Limits { turn: Some(Duration::from_millis(300)), ..Limits::none() };
    let found = player.think(&limits, &NEVER, &mut |_| ()).ok_or("no move")?;
    let in_time = (Duration::from_millis(290)..Duration::from_secs(3)).contains(&found.time);
    let end = found.end.ok_or("no end")?;
    Ok(format!("end of a move: {end}, in time: {in_time}"))
}

fn analysis() -> Result<String, Box<dyn Error>> {
    let choice = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
    let game = Replayed::new(Ok(choice.entry("h8 i9 g9 i7 i8")?));
    let mut analyst = Analyst::new(game.record.as_ref(), None, 1, 1 << 20);
    let effort = analysis::Effort { depth: Some(5), ..analysis::Effort::default() };
    let found = analyst.think(effort, 3, &NEVER, &mut |_| ());
    let scores: Vec<String> = found.lines.iter().map(|line| line.score.to_string()).collect();
    let brief = analysis::Effort { time: Some(Duration::from_millis(100)), ..effort };
    let ended = analyst.think(analysis::Effort { depth: None, ..brief }, 1, &NEVER, &mut |_| ()).end.ok_or("no end")?;
    Ok(format!("lines {}, nodes {}, then {ended}", scores.join(" "), found.nodes))
}

fn proof() -> Result<String, Box<dyn Error>> {
    let game = Game::new(Rules::FREESTYLE, None, None)?;
    let moves = bench::FOURS.lines().find_map(|line| line.strip_prefix("freestyle ")).ok_or("no problem")?;
    let moves = moves.split(' ').map(|name| notation::parse_move(game.grid(), name));
    let moves: Vec<_> = moves.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let effort = Effort { nodes: 100_000, time: Duration::from_secs(60), shortest: true };
    let solution = solve_game(game, None, &moves, effort, &NEVER)?;
    let Answer::Win { plies, .. } = solution.answer else { return Err("no win".into()) };
    let certificate = Certificate::parse(&solution.certificate.ok_or("no certificate")?)?;
    certificate.verify().map_err(|flaw| flaw.to_string())?;
    Ok(format!("win in {plies} plies, nodes {}, its certificate holds", solution.nodes))
}

fn solved_board() -> Result<String, Box<dyn Error>> {
    let shipped = Table::shipped(Game::new(Rules::NDENGROD, Some(3), Some(4))?);
    Ok(format!("tables are shipped: {}", shipped.is_some()))
}

fn record_and_pictures() -> Result<String, Box<dyn Error>> {
    let bytes = b"(;FF[4]GM[4]SZ[15];B[hh];W[gg];B[ig];W[gi])".to_vec();
    let choice = Choice { rules: Some("freestyle".to_owned()), ..Choice::default() };
    let entry = Format::SGF.read(bytes, &choice)?.next().ok_or("no game")?.map_err(|_| "unreadable")?;
    let written = String::from_utf8(Format::SGF.write(std::slice::from_ref(&entry)))?;
    let mut game = Replayed::new(Ok(entry));
    let scene = diagram(&mut game, &Decorations::default());
    let (drawn, pixels) = (svg(&scene, 400), png(&raster(&scene, 400)));
    let board = text(&mut game);
    Ok(format!("{}\n{board}SVG of {} bytes, PNG of {} bytes", written.trim_end(), drawn.len(), pixels.len()))
}
