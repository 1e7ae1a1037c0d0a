//! The state of a proof as an HTML page that loads nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use pictures::{Decorations, Key, Mark, Part, Rgb, diagram, svg};
use records::Replayed;

use crate::status::{Reply, Status};
use crate::task::name;
use crate::tree::State;

/// The width of the board, in pixels.
const WIDTH: usize = 720;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}\
svg{max-width:100%;height:auto}table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .8rem .2rem 0}\
td.n{text-align:right;font-variant-numeric:tabular-nums}";

/// States with their colours.
const STATES: [(State, Rgb); 3] =
    [(State::Proved, Rgb::GREEN), (State::Open, Rgb::YELLOW), (State::Lost, Rgb::VERMILION)];

/// Returns the page of a proof: a board with the state of each reply, and tables. `game` is the position.
#[must_use]
pub fn page(game: &mut Replayed, status: &Status) -> String {
    let title = format!("{} of {} replies proved", status.proved(), status.replies.len());
    let rules = game.record.game();
    let board = svg(&diagram(game, &decorations(status)), WIDTH as u32);
    let text = game.record.position_text();
    let page: Markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) ", " (rules.rules().name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p { (rules.rules().name) " " code { (text) } }
                (PreEscaped(board))
                (totals(status))
                h2 { "Replies" }
                table {
                    tr { th { "reply" } th { "images" } th { "state" } th { "nodes" } }
                    @for reply in &status.replies {
                        tr {
                            td { (reply.points.first().map_or(String::new(), |&at| name(rules, at))) }
                            td.n { (reply.points.len()) }
                            td { (word(reply)) }
                            td.n { (reply.nodes) }
                        }
                    }
                }
            }
        }
    };
    page.into_string()
}

fn totals(status: &Status) -> Markup {
    html! {
        table {
            tr { th { "positions" } td.n { (status.positions) } }
            tr { th { "certificates" } td.n { (status.proofs) } }
            tr { th { "nodes" } td.n { (status.nodes) } }
            tr { th { "hours" } td.n { (format!("{:.2}", status.ms as f64 / 3_600_000.0)) } }
            tr { th { "bytes" } td.n { (status.bytes) } }
        }
    }
}

/// The state of a reply in words.
fn word(reply: &Reply) -> &'static str {
    if reply.by_pass { "proved by the win after a pass" } else { reply.state.name() }
}

/// A coloured cell for each reply, and their meanings.
fn decorations(status: &Status) -> Decorations {
    let color = |state| STATES.iter().find(|(known, _)| *known == state).map_or(Rgb::GREY, |&(_, fill)| fill);
    let mark = |reply: &Reply| {
        let fill = color(reply.state);
        let cell =
            move |&point| Mark { point, part: Part::Whole, fill, label: String::new(), spot: None, framed: false };
        reply.points.iter().map(cell).collect::<Vec<_>>()
    };
    let legend = STATES.map(|(state, fill)| Key { fill: Some(fill), text: state.name().to_owned() });
    Decorations { numbers: None, marks: status.replies.iter().flat_map(mark).collect(), legend: legend.into() }
}
