//! One game.

use std::sync::atomic::AtomicBool;

use engine::rules::Capture;
use engine::{Color, Game, Move, Rules};
use random::Dice;
use search::{Resources, Score};

use crate::data::{Ending, Line, Ply, SavedGame, Searched};
use crate::selfplay::opening::{self, Balance};
use crate::selfplay::plan;
use crate::selfplay::session::Session;

/// How games are played.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Play {
    /// Another seed, other games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Nodes of a search, times a random factor from 0.7 to 1.3; twice as many where several lines are wanted
    #[arg(long, default_value_t = 1500)]
    nodes: u64,

    /// The share of positions that are searched for several lines
    #[arg(long, default_value_t = 0.1)]
    policy_share: f64,

    /// How many lines those are
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..))]
    lines: u8,

    /// The share of games that begin with 20 to 120 stones of balanced play, where the board has room; half of it where stones are
    /// captured, and then with fewer than 61
    #[arg(long, default_value_t = 0.3)]
    long_share: f64,

    /// How far either side may be ahead after the opening, in hundredths of a point
    #[arg(long, default_value_t = 150)]
    window: i32,

    /// The probability that the first move after the opening is chosen among the best lines; it is halved every 12 moves
    #[arg(long, default_value_t = 0.3)]
    variety: f64,

    /// How far such a line may be behind the best one, in hundredths of a point
    #[arg(long, default_value_t = 60)]
    margin: i32,

    /// The share of moves that are any near other stones
    #[arg(long, default_value_t = 0.01)]
    slip_share: f64,

    /// Positions of search trees for each game, instead of a game that is played to the end: after some moves a position is
    /// searched, then one of the tree of that search, and so on
    #[arg(long, default_value_t = 0)]
    tree_positions: usize,

    /// The sizes of boards [default: all of each game]
    #[arg(long, value_delimiter = ',')]
    sizes: Vec<usize>,
}

impl Play {
    /// The settings as text, without the seed: `nodes=1500 …`.
    pub(crate) fn text(&self) -> String {
        let Self { nodes, policy_share, lines, long_share, window, variety, margin, slip_share, sizes, .. } = self;
        let mut text = format!(
            "nodes={nodes} policy-share={policy_share} lines={lines} long-share={long_share} window={window} \
             variety={variety} margin={margin} slip-share={slip_share}"
        );
        if self.tree_positions > 0 {
            text += &format!(" tree-positions={}", self.tree_positions);
        }
        if !sizes.is_empty() {
            let sizes: Vec<_> = sizes.iter().map(usize::to_string).collect();
            text += &format!(" sizes={}", sizes.join(","));
        }
        text
    }

    /// Whether `rules` allow one of the sizes.
    pub(crate) fn has_board(&self, rules: &Rules) -> bool {
        plan::board(rules, &self.sizes, &mut Dice::new(0, 0, 0)).is_some()
    }
}

/// Nodes of a search for a number of `lines`.
fn nodes_for(dice: &mut Dice, nodes: u64, lines: usize) -> u64 {
    let nodes = nodes as f64 * (0.7 + 0.6 * dice.share());
    if lines > 1 { 2 * nodes as u64 } else { nodes as u64 }
}

/// Moves after which the variety is halved.
const HALF_LIFE: usize = 12;

/// Tries before a long opening becomes a short one, and before any is accepted; the divisor by which the window grows
/// with each try.
const LONG_TRIES: usize = 8;
const TRIES: usize = 60;
const PARTS: i32 = 10;

/// The most plies of a game for each point of the board.
const PLIES_PER_POINT: usize = 2;

/// Game `number` of `rules`, the same every time. `None` if `stop` is set before it is over, or
/// there is no board.
pub(crate) fn play(
    rules: &Rules,
    number: u64,
    settings: &Play,
    resources: &mut Resources,
    stop: &AtomicBool,
) -> Option<SavedGame> {
    let mut dice = Dice::new(settings.seed, number, crc32fast::hash(rules.name.as_bytes()).into());
    let game = plan::board(rules, &settings.sizes, &mut dice)?;
    let part = if rules.capture == Capture::None { 1.0 } else { 0.5 };
    let long = dice.share() < part * settings.long_share && opening::has_room(game.grid().points().count());
    let mut session = Session::new(game, dice, std::mem::take(resources), stop);
    let long_opening = open(&mut session, long, settings)?;
    let opening = session.record().moves();
    let mut plies: Vec<Ply> = opening.iter().map(|&mv| Ply { mv, random: true, searched: None }).collect();
    let (winner, ending) = match settings.tree_positions {
        0 => finish(&mut session, game, &mut plies, settings)?,
        _ => {
            walk_through_trees(&mut session, &mut plies, settings)?;
            (None, Ending::Open)
        }
    };
    *resources = session.release();
    Some(SavedGame { game, number, winner, ending, long_opening, opening: opening.len(), plies })
}

/// The most moves before the first position of a tree, and the nodes of the search for each.
const LEAD: usize = 16;
const LEAD_NODES: u64 = 200;

/// The positions picked from a tree; some may be pending.
const SAMPLES: usize = 4;

/// Plays some moves, and searches: first the position then, and from then on one of the tree of the search before.
fn walk_through_trees(session: &mut Session<'_>, plies: &mut Vec<Ply>, settings: &Play) -> Option<()> {
    for played in 0..session.dice.below(LEAD + 1) {
        if session.record().outcome().is_some() {
            break;
        }
        let ply = search_and_choose(session, played, LEAD_NODES, settings)?;
        if ply.searched.as_ref().is_some_and(|searched| searched.score.is_proven()) {
            break;
        }
        session.play(ply.mv)?;
        plies.push(Ply { searched: None, ..ply });
    }
    let mut proven = false;
    for _ in 0..settings.tree_positions {
        if proven || session.record().outcome().is_some() {
            break;
        }
        let nodes = nodes_for(&mut session.dice, settings.nodes, 1);
        let (searched, paths) = session.search_and_sample(nodes, 1, SAMPLES)?;
        proven = searched.score.is_proven();
        let best = searched.best;
        let path = paths.into_iter().find(|path| session.leads_to_calm(path)).unwrap_or_else(|| vec![best]);
        let mut searched = Some(searched);
        for mv in path {
            session.play(mv)?;
            plies.push(Ply { mv, random: mv != best || searched.is_none(), searched: searched.take() });
        }
    }
    Some(())
}

/// Plays an opening, and tells whether it is a long one.
fn open(session: &mut Session<'_>, long: bool, settings: &Play) -> Option<bool> {
    for tries in 0usize.. {
        if session.is_stopped() {
            break;
        }
        while session.take_back().is_some() {}
        let long = long && tries < LONG_TRIES;
        let window = settings.window + settings.window / PARTS * tries as i32;
        let nodes = if settings.tree_positions > 0 { LEAD_NODES } else { settings.nodes };
        let balance = Balance { nodes, window };
        let opened = match tries {
            _ if long => opening::long(session, balance),
            ..TRIES => opening::short(session, balance),
            _ => opening::any(session),
        };
        if opened.is_some() {
            return Some(long);
        }
    }
    None
}

/// Plays to the end: the winner, and why it is the end.
fn finish(
    session: &mut Session<'_>,
    game: &Game,
    plies: &mut Vec<Ply>,
    settings: &Play,
) -> Option<(Option<Color>, Ending)> {
    let (opening, most) = (plies.len(), PLIES_PER_POINT * game.grid().points().count());
    loop {
        if let Some(outcome) = session.record().outcome() {
            return Some((outcome.winner, Ending::Rules));
        }
        if plies.len() >= most {
            return Some((None, Ending::TooLong));
        }
        let to_move = session.record().to_move();
        let ply = search_and_choose(session, plies.len() - opening, settings.nodes, settings)?;
        let (mv, score) = (ply.mv, ply.searched.as_ref().map(|searched| searched.score));
        plies.push(ply);
        match score {
            Some(score) if score.is_proven() => {
                let winner = if score > Score::DRAW { to_move } else { !to_move };
                return Some((Some(winner), Ending::Proven));
            }
            _ => session.play(mv)?,
        }
    }
}

/// The move after `played` moves since the opening, searched with about `nodes` nodes.
fn search_and_choose(session: &mut Session<'_>, played: usize, nodes: u64, settings: &Play) -> Option<Ply> {
    let varied = session.dice.share() < settings.variety / 2f64.powi((played / HALF_LIFE) as i32);
    let slips = session.dice.share() < settings.slip_share;
    let lines = if varied || session.dice.share() < settings.policy_share { settings.lines.into() } else { 1 };
    let nodes = nodes_for(&mut session.dice, nodes, lines);
    let searched = session.search(nodes, lines)?;
    let slip = if slips && !searched.score.is_proven() { session.near_move() } else { None };
    let other = match slip {
        None if varied => among_the_best(session, &searched, settings.margin),
        slip => slip,
    };
    let mv = other.unwrap_or(searched.best);
    Some(Ply { mv, random: mv != searched.best, searched: Some(searched) })
}

/// A move that is not proven to win or lose, and at most `margin` behind the best one.
fn among_the_best(session: &mut Session<'_>, searched: &Searched, margin: i32) -> Option<Move> {
    let best = searched.lines.first().filter(|_| !searched.score.is_proven())?;
    let is_near = |line: &&Line| !line.score.is_proven() && line.score.value() >= best.score.value() - margin;
    let near: Vec<Move> = searched.lines.iter().filter(is_near).map(|line| line.mv).collect();
    session.dice.pick(&near)
}
