//! The report as an HTML page: one file with all games that loads nothing else.

use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::format::moment;
use super::gathered::Gathered;
use super::{course, parts, result, settings};
use crate::report::summary::Summary;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A page without its games.
pub(crate) struct Page<'p> {
    pub(crate) summary: &'p Summary<'p>,
    /// Time after which the page reloads; `None` for a finished tournament.
    pub(crate) refresh: Option<Duration>,
}

impl Page<'_> {
    /// Writes the page.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(crate) fn write(&self, gathered: &mut Gathered, out: &mut dyn Write) -> io::Result<()> {
        let index = gathered.viewer.packed_index(self.summary.plan.game, &gathered.names)?;
        let head = self.head(gathered).into_string();
        writeln!(out, "{head}\n<script type=\"text/plain\" id=\"index\">{index}</script>")?;
        for (number, block) in gathered.viewer.packed_blocks()? {
            writeln!(out, "<script type=\"text/plain\" id=\"block-{number}\">{block}</script>")?;
        }
        writeln!(out, "<script>{SCRIPT}</script>\n</body>\n</html>")
    }

    /// Returns the names of two engines, or the number of more.
    fn title(&self) -> String {
        let names: Vec<&str> = (0..self.summary.players()).map(|player| self.summary.name(player)).collect();
        match names[..] {
            [one, other] => format!("{one} – {other}"),
            _ => format!("{} engines", names.len()),
        }
    }

    /// Returns the page up to its data.
    fn head(&self, gathered: &Gathered) -> Markup {
        let (summary, title) = (self.summary, self.title());
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let refresh = self.refresh.map(|refresh| refresh.as_secs());
        html! {
            (DOCTYPE)
            (PreEscaped("<html lang=\"en\">"))
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
                title { (title) ", " (summary.plan.game_text()) }
                style { (PreEscaped(STYLE)) }
            }
            (PreEscaped("<body>"))
            header data-refresh=[refresh] data-written=(now) {
                h1 { (title) }
                p { (summary.plan.game_text()) ", " (summary.tally.games) " games, " (moment(now)) }
                @if refresh.is_some() {
                    p.live {
                        strong { "The match is running. " } span #news {}
                        label { input type="checkbox" id="refresh" checked; " Keep this page up to date" }
                    }
                }
                nav aria-label="Parts of the report" {
                    @for (id, name) in PARTS { a href=(format!("#{id}")) { (name) } }
                }
            }
            main {
                section id=(PARTS[0].0) {
                    h2 { (PARTS[0].1) }
                    p.verdict { (summary.verdict()) }
                    (result::result(summary, gathered))
                    div.charts {
                        @for chart in course::charts(summary, &gathered.results) { (chart.draw()) }
                        @if let [meeting] = &summary.tally.meetings[..] { (result::pentanomial(summary.name(0), &meeting.pairs)) }
                        (result::ratings(summary))
                    }
                    h3 { "Cross table" }
                    (result::cross_table(summary))
                    (result::first_player(gathered))
                }
                section id=(PARTS[1].0) { h2 { (PARTS[1].1) } (viewer()) }
                section id=(PARTS[2].0) { h2 { (PARTS[2].1) } (parts::usage(gathered)) }
                section id=(PARTS[3].0) { h2 { (PARTS[3].1) } (parts::faults(summary, gathered)) }
                section id=(PARTS[4].0) {
                    h2 { (PARTS[4].1) }
                    (settings::settings(summary, gathered))
                    h3 { "Openings" }
                    (settings::openings(gathered))
                }
            }
        }
    }
}

/// Sections of a page: identifier and title.
const PARTS: [(&str, &str); 5] = [
    ("result", "Result"),
    ("games", "Games"),
    ("time", "Time, depth and nodes"),
    ("faults", "Faults"),
    ("settings", "Settings and machines"),
];

/// Returns the elements in which the script shows the games.
fn viewer() -> Markup {
    let button = |id: &str, label: &str, text: &str| html! { button type="button" id=(id) aria-label=(label) title=(label) { (text) } };
    html! {
        p #loading { "The games are shown by a script, which has to be allowed." }
        div #viewer hidden {
            div #list {
                div.filters {
                    label { "Engine " select id="engine" {} }
                    label { "Result " select id="outcome" {} }
                }
                table {
                    caption #range {}
                    thead { tr { th scope="col" { "#" } th.name scope="col" { "Black – White" } th scope="col" { "Result" } th.name scope="col" { "By" } th scope="col" { "Moves" } } }
                    tbody #rows {}
                }
                div.pages { (button("newer", "Earlier games", "‹")) (button("older", "Later games", "›")) }
            }
            div #shown {
                h3 #game-title {}
                p #game-end {}
                div #stage { svg #board role="img" {} }
                div.steps {
                    (button("first", "To the start", "«")) (button("back", "One move back", "‹"))
                    input type="range" id="ply" min="0" aria-label="Move";
                    (button("on", "One move on", "›")) (button("last", "To the end", "»"))
                }
                p #said aria-live="polite" {}
                div #graph aria-hidden="true" {
                    svg #scores viewBox="0 0 480 80" preserveAspectRatio="none" {}
                    p.note { span.key.c0 {} "Black's score, " span.key.c1 {} "White's; above the middle is good for Black" }
                }
                p.options {
                    label { input type="checkbox" id="numbers"; " Numbers" }
                    (button("previous-game", "Previous game", "Previous game")) (button("next-game", "Next game", "Next game"))
                }
                pre #words hidden tabindex="0" {}
            }
            div #moves-part { h4 { "Moves" } ol #moves {} p.note { "Arrow keys step through the game, and from game to game." } }
        }
    }
}
