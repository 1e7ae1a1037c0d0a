//! A report for browsers: one file, nothing to be loaded.

use std::io::{self, Write};

use super::{Rank, Report};
use crate::statistics::Estimate;
use crate::tournament::conditions::{Conditions, summary};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;\
background:#fff}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .7rem;border-bottom:1px solid #ddd;\
text-align:right}th:nth-child(2),td:nth-child(2){text-align:left}svg{max-width:100%}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#444}}";

/// Writes the report.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    let ranking = report.ranking();
    let title = escaped(&format!("{}, {} games", report.game(), report.tally.games));
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width\">\n<style>{STYLE}</style>\n<h1>{title}</h1>")?;
    writeln!(out, "<p>{}</p>", escaped(&report.verdict()))?;
    writeln!(out, "<h2>Conditions</h2>")?;
    for (names, conditions) in summary(&Conditions::of_all(report.contest)) {
        writeln!(out, "<p>{}: {}</p>", escaped(&names), escaped(&conditions))?;
    }
    writeln!(out, "<h2>Ratings</h2>")?;
    plot(&ranking, out)?;
    writeln!(out, "<h2>Cross table</h2>")?;
    cross_table(report, &ranking, out)?;
    let faulty = report.tally.faults.iter().enumerate().filter(|(_, faults)| !faults.is_empty());
    for (index, (player, faults)) in faulty.enumerate() {
        if index == 0 {
            writeln!(out, "<h2>Faults</h2>")?;
        }
        let kinds: Vec<String> = faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect();
        writeln!(out, "<p>{}: {}</p>", escaped(report.name(player)), kinds.join(", "))?;
    }
    writeln!(out, "</html>")
}

/// The ratings with their intervals.
fn plot(ranking: &[Rank<'_>], out: &mut impl Write) -> io::Result<()> {
    const LEFT: f64 = 180.0;
    const WIDTH: f64 = 520.0;
    const ROW: f64 = 28.0;
    let rated: Vec<(&str, Estimate)> = ranking.iter().filter_map(|rank| Some((rank.name, rank.rating?))).collect();
    let reach = |estimate: &Estimate| if estimate.margin.is_finite() { estimate.margin } else { 0.0 };
    let low = rated.iter().map(|(_, rating)| rating.value - reach(rating)).fold(f64::INFINITY, f64::min);
    let high = rated.iter().map(|(_, rating)| rating.value + reach(rating)).fold(f64::NEG_INFINITY, f64::max);
    if rated.is_empty() {
        return writeln!(out, "<p>None yet.</p>");
    }
    let span = (high - low).max(1.0);
    let at = |rating: f64| LEFT + WIDTH * (rating - low) / span;
    let height = ROW * (rated.len() as f64 + 1.5);
    writeln!(
        out,
        "<svg viewBox=\"0 0 {} {height}\" width=\"760\" font-size=\"14\" fill=\"currentColor\">",
        LEFT + WIDTH + 60.0
    )?;
    let step = step(span);
    let mut mark = (low / step).ceil() * step;
    while mark <= high {
        let x = at(mark);
        writeln!(out, "<path d=\"M{x:.1} 4V{:.1}\" stroke=\"#8884\"/>", height - ROW)?;
        writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{mark:.0}</text>", height - 8.0)?;
        mark += step;
    }
    for (row, (name, rating)) in rated.iter().enumerate() {
        let y = ROW * (row as f64 + 0.7);
        let (from, to) = (at(rating.value - reach(rating)), at(rating.value + reach(rating)));
        let name = escaped(name);
        writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>", LEFT - 12.0, y + 5.0)?;
        writeln!(out, "<path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"#48c\" stroke-width=\"3\"/>")?;
        let title = format!("{name}: {rating}");
        writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#48c\"><title>{title}</title></circle>",
            at(rating.value)
        )?;
    }
    writeln!(out, "</svg>")
}

/// A round distance of marks.
fn step(span: f64) -> f64 {
    let power = 10_f64.powf((span / 6.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| span / step <= 8.0);
    step.unwrap_or(10.0 * power).max(1.0)
}

fn cross_table(report: &Report<'_>, ranking: &[Rank<'_>], out: &mut impl Write) -> io::Result<()> {
    write!(out, "<table>\n<tr><th>#<th>engine<th>rating<th>games<th>score")?;
    (1..=ranking.len()).try_for_each(|place| write!(out, "<th>{place}"))?;
    writeln!(out)?;
    for (place, rank) in (1..).zip(ranking) {
        let rating = rank.rating.map_or("-".to_owned(), |rating| rating.to_string());
        let games = rank.games;
        let percent = 100.0 * games.points() / games.games().max(1) as f64;
        write!(out, "<tr><td>{place}<td>{}<td>{rating}<td>{}<td>{percent:.1} %", escaped(rank.name), games.games())?;
        for other in ranking {
            match report.meeting(rank.player, other.player) {
                Some(meeting) => {
                    let games = meeting.games;
                    let counts = format!("+{} ={} -{}", games.wins, games.draws, games.losses);
                    write!(out, "<td title=\"{counts}\">{}/{}", games.points(), games.games())?;
                }
                None => write!(out, "<td>")?,
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "</table>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
