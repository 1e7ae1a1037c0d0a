//! Results as text.

use std::io::{self, Write};

use super::summary::{Rank, Summary};
use crate::results::tally::Meeting;
use crate::spec::conditions;
use crate::spec::schedule::Format;
use crate::statistics::{Estimate, Verdict};

/// Writes the results as text.
pub(super) fn write(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let tally = &summary.tally;
    writeln!(out, "{}, {} games", summary.plan.game_text(), tally.games)?;
    for (names, conditions) in conditions::summary(&summary.plan.conditions()) {
        line(out, "conditions", &format!("{names}: {conditions}"))?;
    }
    match &tally.meetings[..] {
        [meeting] => two(summary, meeting, out)?,
        _ => many(summary, out)?,
    }
    let colors = tally.colors;
    let each = tally.plies as f64 / tally.games.max(1) as f64;
    line(
        out,
        "first player",
        &format!("+{} ={} -{}, {each:.1} moves a game", colors.wins, colors.draws, colors.losses),
    )?;
    faults(summary, out)?;
    idle(summary, out)?;
    if tally.attempts > 0 {
        line(out, "played again", &format!("{} attempts at games that ended by a fault do not count", tally.attempts))?;
    }
    if tally.repeated > 0 {
        line(
            out,
            "repeated",
            &format!("{} games are like earlier ones, move by move: they show nothing new", tally.repeated),
        )?;
    }
    if tally.surplus > 0 {
        line(out, "not counted", &format!("{} games that ended after the decision", tally.surplus))?;
    }
    line(out, "verdict", &summary.verdict())
}

fn line(out: &mut dyn Write, key: &str, value: &str) -> io::Result<()> {
    writeln!(out, "{key:<16}{value}")
}

/// Writes the results of two engines.
fn two(summary: &Summary<'_>, meeting: &Meeting, out: &mut dyn Write) -> io::Result<()> {
    let games = meeting.games;
    line(out, "match", &format!("{} - {}", summary.name(0), summary.name(1)))?;
    let percent = 100.0 * games.points() / games.games().max(1) as f64;
    let (points, lost) = (games.points(), games.swapped().points());
    line(
        out,
        "result",
        &format!("+{} ={} -{}, {points} - {lost}, {percent:.1} %", games.wins, games.draws, games.losses),
    )?;
    let pairs = meeting.pairs;
    let kinds =
        [("LL", pairs.ll), ("LD", pairs.ld), ("WL", pairs.wl), ("DD", pairs.dd), ("WD", pairs.wd), ("WW", pairs.ww)];
    let kinds = kinds.map(|(name, count)| format!("{name} {count}")).join("  ");
    line(out, "pairs", &format!("{}: {kinds}", pairs.pairs()))?;
    if let Some(score) = meeting.score() {
        let text =
            |estimate: Option<Estimate>| estimate.map_or("all pairs ended alike".to_owned(), |elo| elo.to_string());
        line(out, "Elo", &text(score.elo()))?;
        line(out, "normalised Elo", &text(score.normalized_elo()))?;
        line(out, "LOS", &format!("{:.1} %", 100.0 * score.los()))?;
    }
    if let (Some(test), Some(now)) = (summary.plan.test(), summary.tally.test) {
        let (sprt, parameters) = (&test.sprt, test.sprt.parameters());
        let count = if test.trinomial { "games" } else { "pairs" };
        let (elo0, elo1, model) = (parameters.elo0, parameters.elo1, parameters.model);
        line(out, "SPRT", &format!("{elo0} against {elo1} Elo, {model}, by {count}"))?;
        let state = if now.verdict == Verdict::Continue { "no decision".to_owned() } else { now.verdict.to_string() };
        line(out, "LLR", &format!("{:.2} ({:.2} to {:.2}): {state}", now.llr, sprt.lower(), sprt.upper()))?;
    }
    Ok(())
}

/// Writes a ranking and the cross table.
fn many(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let ranking = summary.ranking();
    let width = ranking.iter().map(|rank| rank.name.chars().count()).max().unwrap_or(0).max(6);
    writeln!(
        out,
        "\n  # {:width$}  {:>16}  {:>6}  {:>6}  {:>18}  faults",
        "engine", "rating", "games", "score", "+ = -"
    )?;
    for (place, rank) in (1..).zip(&ranking) {
        let games = rank.games;
        let rating = rank.rating_text(summary.anchor);
        let percent = 100.0 * games.points() / games.games().max(1) as f64;
        let counts = format!("+{} ={} -{}", games.wins, games.draws, games.losses);
        let (name, count, faults) = (rank.name, games.games(), rank.faults);
        writeln!(out, "{place:>3} {name:width$}  {rating:>16}  {count:>6}  {percent:>4.1} %  {counts:>18}  {faults}")?;
    }
    writeln!(out)?;
    cross_table(summary, &ranking, width, out)
}

/// Writes the results of each engine against the others, or against the seeds of a gauntlet.
fn cross_table(summary: &Summary<'_>, ranking: &[Rank<'_>], width: usize, out: &mut dyn Write) -> io::Result<()> {
    let cell = |meeting: Option<Meeting>| match meeting {
        Some(meeting) => format!("{}/{}", meeting.games.points(), meeting.games.games()),
        None => "-".to_owned(),
    };
    let columns: Vec<_> = match summary.plan.tournament.format {
        Format::Gauntlet => (0..summary.plan.seeds()).collect(),
        Format::RoundRobin => ranking.iter().map(|rank| rank.player).collect(),
    };
    write!(out, "    {:width$}", "")?;
    for &player in &columns {
        let place = ranking.iter().position(|rank| rank.player == player).map_or(0, |place| place + 1);
        write!(out, "  {place:>10}")?;
    }
    writeln!(out)?;
    for (place, rank) in (1..).zip(ranking) {
        write!(out, "{place:>3} {:width$}", rank.name)?;
        for &player in &columns {
            write!(out, "  {:>10}", cell(summary.meeting(rank.player, player)))?;
        }
        writeln!(out)?;
    }
    writeln!(out)
}

/// Writes the faults of each engine.
fn faults(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    for (player, faults) in summary.tally.faults.iter().enumerate() {
        if !faults.is_empty() {
            let kinds: Vec<String> = faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect();
            let machine = match summary.tally.by_machine[player] {
                0 => String::new(),
                games => format!(" ({games} by the machine's doing)"),
            };
            line(out, "faults", &format!("{}: {}{machine}", summary.name(player), kinds.join(", ")))?;
        }
    }
    Ok(())
}

/// Writes the engines that used processor time during their opponents' turns, by pondering or by busy waits.
fn idle(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    for (player, &ms) in summary.tally.idle_cpu.iter().enumerate().filter(|&(_, &ms)| ms > 0) {
        let (name, seconds) = (summary.name(player), ms as f64 / 1000.0);
        line(out, "not idle", &format!("{name}: {seconds:.1} s of processor time while the opponent thought"))?;
    }
    Ok(())
}
