//! Cross table in CSV.

use std::io::{self, Write};

use super::summary::Summary;

/// Writes a line for each engine, the best first: rating, games, points, and the points against each engine.
pub(super) fn write(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let ranking = summary.ranking();
    let mut header = ["rank", "engine", "rating", "margin", "games", "wins", "draws", "losses", "points", "faults"]
        .map(str::to_owned)
        .to_vec();
    header.extend(ranking.iter().map(|rank| quoted(rank.name)));
    writeln!(out, "{}", header.join(","))?;
    for (place, rank) in (1..).zip(&ranking) {
        let (rating, margin) = rank.rating.map_or((String::new(), String::new()), |rating| {
            (format!("{:.1}", rating.value), format!("{:.1}", rating.margin))
        });
        let games = rank.games;
        let mut cells = vec![
            place.to_string(),
            quoted(rank.name),
            rating,
            margin,
            games.games().to_string(),
            games.wins.to_string(),
            games.draws.to_string(),
            games.losses.to_string(),
            games.points().to_string(),
            rank.faults.to_string(),
        ];
        cells.extend(ranking.iter().map(|other| {
            summary
                .meeting(rank.player, other.player)
                .map_or(String::new(), |meeting| meeting.games.points().to_string())
        }));
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
