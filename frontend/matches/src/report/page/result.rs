//! Results: the first section of a page.

use maud::{Markup, html};

use super::chart::marks;
use super::gathered::Gathered;
use super::parts::{counts, facts, wide};
use crate::report::summary::{Rank, Summary};
use crate::statistics::{Estimate, GameCounts, PairCounts};

fn percent(part: f64, whole: f64) -> String {
    if whole > 0.0 { format!("{:.1} %", 100.0 * part / whole) } else { "–".to_owned() }
}

fn signed(estimate: Option<Estimate>) -> String {
    estimate.map_or("–".to_owned(), |estimate| estimate.to_string().replace('-', "−"))
}

/// Returns scores, Elo and counts.
pub(super) fn result(summary: &Summary<'_>, gathered: &Gathered) -> Markup {
    let tally = &summary.tally;
    let mut lines = Vec::new();
    if let [meeting] = &tally.meetings[..] {
        let games = meeting.games;
        lines.push(("Score", format!("{} – {}", games.points(), games.swapped().points())));
        lines.push(("Games", format!("{}, {}", counts(&games), percent(games.points(), games.games() as f64))));
        if let Some(score) = meeting.score() {
            lines.push(("Elo", score.elo().map_or("all pairs ended alike".to_owned(), |elo| signed(Some(elo)))));
            lines.push(("Normalised Elo", signed(score.normalized_elo())));
            lines.push(("Likelihood of superiority", format!("{:.1} %", 100.0 * score.los())));
        }
        if let Some((test, now)) = summary.plan.test().zip(tally.test) {
            let bounds = format!("{:.2} of {:.2} to {:.2}", now.llr, test.sprt.lower(), test.sprt.upper());
            lines.push(("LLR", bounds.replace('-', "−")));
        }
    } else {
        lines.push(("Games", format!("{}", tally.games)));
    }
    let colors = tally.colors;
    let share = percent(colors.points(), colors.games() as f64);
    lines.push(("First player", format!("{}, {share}", counts(&colors))));
    lines.push(("Moves a game", format!("{:.1}", tally.plies as f64 / tally.games.max(1) as f64)));
    lines.push(("Faults", gathered.faults.len().to_string()));
    lines.extend((tally.repeated > 0).then(|| ("Repeated games", tally.repeated.to_string())));
    lines.extend((tally.surplus > 0).then(|| ("Played after the decision, not counted", tally.surplus.to_string())));
    facts(&lines)
}

/// Returns the ranking with the cross table.
pub(super) fn cross_table(summary: &Summary<'_>) -> Markup {
    let ranking = summary.ranking();
    let cell = |rank: &Rank<'_>, other: &Rank<'_>| match summary.meeting(rank.player, other.player) {
        Some(meeting) => {
            html! { td title=(counts(&meeting.games)) { (meeting.games.points()) "/" (meeting.games.games()) } }
        }
        None => html! { td.none { "–" } },
    };
    let table = html! {
        table {
            thead { tr {
                th scope="col" { "#" } th.name scope="col" { "Engine" } th scope="col" { "Rating" }
                th scope="col" { "Games" } th scope="col" { "Score" } th scope="col" { "+ = −" } th scope="col" { "Faults" }
                @for (place, other) in (1..).zip(&ranking) { th scope="col" title=(other.name) { (place) } }
            } }
            tbody { @for (place, rank) in (1..).zip(&ranking) { tr {
                td { (place) } th.name scope="row" { (rank.name) } td { (rank.rating_text(summary.anchor).replace('-', "−")) } td { (rank.games.games()) }
                td { (percent(rank.games.points(), rank.games.games() as f64)) } td { (counts(&rank.games)) } td { (rank.faults) }
                @for other in &ranking { (cell(rank, other)) }
            } } }
        }
    };
    wide("Cross table", &table)
}

/// Returns a graph of the ratings with their intervals.
pub(super) fn ratings(summary: &Summary<'_>) -> Markup {
    const ROW: f64 = 34.0;
    const WIDTH: f64 = 480.0;
    let ranking = summary.ranking();
    let rated: Vec<(&str, Estimate)> = ranking.iter().filter_map(|rank| Some((rank.name, rank.rating?))).collect();
    let reach = |estimate: &Estimate| if estimate.margin.is_finite() { estimate.margin } else { 0.0 };
    let low = rated.iter().map(|(_, rating)| rating.value - reach(rating)).fold(f64::INFINITY, f64::min);
    let high = rated.iter().map(|(_, rating)| rating.value + reach(rating)).fold(f64::NEG_INFINITY, f64::max);
    if rated.len() < 3 || high - low < 1e-9 {
        return html! {};
    }
    let at = |rating: f64| 14.0 + (WIDTH - 28.0) * (rating - low) / (high - low);
    let height = ROW * rated.len() as f64 + 26.0;
    let summary: Vec<String> = rated.iter().map(|(name, rating)| format!("{name} {rating}")).collect();
    html! {
        figure {
            figcaption { "Ratings with 95 % intervals" }
            svg viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-label=(format!("Ratings: {}", summary.join(", "))) {
                @for mark in marks((low, high)) {
                    path.grid d=(format!("M{:.1} 4V{:.1}", at(mark), height - 22.0)) {}
                    text.middle x=(format!("{:.1}", at(mark))) y=(height - 6.0) { (mark.to_string().replace('-', "−")) }
                }
                @for (row, (name, rating)) in rated.iter().enumerate() {
                    @let y = ROW * row as f64 + 24.0;
                    @let anchor = if at(rating.value) < WIDTH / 2.0 { "start" } else { "end" };
                    @let x = if anchor == "start" { at(rating.value - reach(rating)) } else { at(rating.value + reach(rating)) };
                    text.over x=(format!("{x:.1}")) y=(y - 8.0) text-anchor=(anchor) { (short(name)) }
                    path.line.c0 d=(format!("M{:.1} {y}H{:.1}", at(rating.value - reach(rating)), at(rating.value + reach(rating)))) {}
                    circle.dot.c0 cx=(format!("{:.1}", at(rating.value))) cy=(y) r="5" {}
                }
            }
        }
    }
}

/// Shortens a name for a graph.
fn short(name: &str) -> String {
    match name.char_indices().nth(26) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name.to_owned(),
    }
}

/// Returns a bar chart of the pairs by their points.
pub(super) fn pentanomial(name: &str, pairs: &PairCounts) -> Markup {
    const NAMES: [&str; 5] = ["0", "½", "1", "1½", "2"];
    let counts = pairs.by_points();
    let most = counts.into_iter().max().unwrap_or(0).max(1) as f64;
    if pairs.pairs() == 0 {
        return html! {};
    }
    let summary: Vec<String> = NAMES.iter().zip(counts).map(|(name, count)| format!("{count} with {name}")).collect();
    html! {
        figure {
            figcaption { "Pairs by the points of " (name) " (pentanomial)" }
            svg viewBox="0 0 480 214" role="img" aria-label=(format!("Pairs by points: {}", summary.join(", "))) {
                @for (index, count) in counts.into_iter().enumerate() {
                    @let (x, height) = (24.0 + 88.0 * index as f64, 150.0 * count as f64 / most);
                    rect.bar x=(x) y=(format!("{:.1}", 182.0 - height)) width="78" height=(format!("{height:.1}")) {}
                    text.middle x=(x + 39.0) y=(format!("{:.1}", 174.0 - height)) { (count) }
                    text.middle x=(x + 39.0) y="201" { (NAMES[index]) }
                }
                path.grid d="M16 182H464" {}
            }
            p.note { "Of the pairs with 1 point, " (pairs.wl) " are a win and a loss, " (pairs.dd) " two draws." }
        }
    }
}

/// Returns the shares of Black and White, and the reasons of ends.
pub(super) fn first_player(gathered: &Gathered) -> Markup {
    let all: GameCounts = gathered.reasons.values().copied().sum();
    let whole = all.games().max(1) as f64;
    let parts = [("Black", all.wins, "x"), ("draws", all.draws, "d"), ("White", all.losses, "o")];
    let table = html! {
        table {
            thead { tr { th.name scope="col" { "Games ended by" } th scope="col" { "Black won" } th scope="col" { "Drawn" } th scope="col" { "White won" } } }
            tbody { @for (reason, games) in &gathered.reasons { tr {
                th.name scope="row" { (reason) } td { (games.wins) } td { (games.draws) } td { (games.losses) }
            } } }
        }
    };
    html! {
        h3 { "Black and White" }
        div.share role="img" aria-label=(format!("Black won {}, {} were drawn, White won {}", all.wins, all.draws, all.losses)) {
            @for (name, games, class) in parts { @if games > 0 {
                span class=(class) style=(format!("flex:{games}")) { (name) " " (games) ", " (percent(games as f64, whole)) }
            } }
        }
        (wide("How games ended", &table))
    }
}
