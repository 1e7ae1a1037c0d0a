//! Judgement of moves: loss of win rate, marks and missed wins.

use engine::{Color, Move};
use search::Score;

use records::tree::Quality;

/// Losses of win rate from which a move is marked, the worst first: `??` from 30 percent on, `?` from 20, `?!` from 10.
pub(crate) const MARKS: [(f64, Quality); 3] =
    [(0.30, Quality::VeryBad), (0.20, Quality::Bad), (0.10, Quality::Doubtful)];

/// The least gain of win rate over the expectation that makes a move interesting.
const SURPRISE: f64 = 0.05;

/// The least length of a forced win, in plies, whose first move is marked as good: shorter wins are obvious.
const LONG_WIN: u32 = 5;

/// The value of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The colour of the side to move.
    pub to_move: Color,
    /// The value for the player who has that side now.
    pub score: Score,
    /// The value for that colour, also after an exchange of colours.
    pub stones: Score,
    /// The best line; none when the game is over.
    pub line: Vec<Move>,
}

impl Evaluation {
    /// The value of a finished game for the side to move.
    #[must_use]
    pub fn finished(to_move: Color, winner: Option<Color>) -> Self {
        let score = match winner {
            None => Score::DRAW,
            Some(winner) if winner == to_move => Score::win_in(0),
            Some(_) => Score::loss_in(0),
        };
        Self { to_move, score, stones: score, line: Vec::new() }
    }

    /// The same position with another value and line.
    #[must_use]
    pub const fn with(&self, score: Score, line: Vec<Move>) -> Self {
        Self { to_move: self.to_move, score, stones: score, line }
    }

    /// Sets a proven value.
    fn settle(&mut self, score: Score) {
        (self.score, self.stones) = (score, score);
    }

    /// The probability that the player of `color` wins.
    fn rate(&self, color: Color) -> f64 {
        let rate = self.score.win_rate();
        if color == self.to_move { rate } else { 1.0 - rate }
    }

    /// The probability that Black wins.
    #[must_use]
    pub fn black(&self) -> f64 {
        let rate = self.stones.win_rate();
        if self.to_move == Color::Black { rate } else { 1.0 - rate }
    }
}

/// A move and its judgement.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// The colour that made it; of an exchange, the one that the player had before.
    pub color: Color,
    /// The probability that its player wins with the best move.
    pub before: f64,
    /// The probability that its player wins after the move.
    pub after: f64,
    /// The loss of win rate, 0 to 1.
    pub loss: f64,
    /// The mark.
    pub quality: Option<Quality>,
    /// The length of the win that was missed, in plies.
    pub missed: Option<u32>,
}

/// Propagates proven values and lines between the positions before and after a move; the later ones are settled already.
pub(crate) fn settle(mv: Move, now: &mut Evaluation, next: &mut Evaluation) {
    let placed = matches!(mv, Move::Place(_) | Move::Pass);
    let continued = |next: &Evaluation| std::iter::once(mv).chain(next.line.iter().copied()).collect();
    // A move after which the opponent has lost wins.
    let lost = if next.to_move == now.to_move { None } else { next.score.plies_to_loss() };
    if let (true, Some(plies)) = (placed, lost)
        && now.score.plies_to_win().is_none_or(|known| known > plies + 1)
    {
        now.settle(Score::win_in(plies + 1));
        now.line = continued(next);
    }
    // After the best move, the line of the next position is more reliable than the expected line.
    let best = now.line.first() == Some(&mv);
    if best && now.line.len() <= next.line.len() {
        now.line = continued(next);
    }
    // After the first move of a proven win the opponent has lost.
    if let (true, true, Some(plies)) = (placed, best, now.score.plies_to_win())
        && next.to_move != now.to_move
        && !next.score.is_proven()
        && !next.line.is_empty()
    {
        next.settle(Score::loss_in(plies.saturating_sub(1)));
    }
}

/// Judges move `ply` by the values of the positions, one more than there are moves. Those up to two plies before and after it
/// matter. `decides` is the side that may exchange colours.
pub(crate) fn judge(mv: Move, ply: usize, evaluations: &[Evaluation], decides: Option<Color>) -> Judged {
    let wins = |ply: usize| evaluations.get(ply).and_then(|evaluation| evaluation.score.plies_to_win());
    let (now, next) = (&evaluations[ply], &evaluations[ply + 1]);
    let (color, then) = match mv {
        Move::Swap => {
            let color = decides.unwrap_or(now.to_move);
            (color, !color)
        }
        Move::Place(_) | Move::Pass => (now.to_move, now.to_move),
    };
    let (before, after) = (now.rate(color), next.rate(then));
    let best = now.line.first() == Some(&mv);
    let loss = if best { 0.0 } else { (before - after).max(0.0) };
    let win = wins(ply).filter(|_| color == now.to_move);
    // A move that only delays the win has missed nothing.
    let delayed = wins(ply + 2).is_some() && after >= 0.5;
    let kept = best || next.score.plies_to_loss().is_some() || delayed;
    let missed = win.filter(|_| !kept);
    let begins = ply.checked_sub(2).is_none_or(|before| wins(before).is_none());
    let quality = MARKS.into_iter().find(|&(least, _)| loss >= least).map(|(_, quality)| quality);
    let quality = quality.or(match win {
        Some(plies) if best && begins && plies >= LONG_WIN => Some(Quality::Good),
        _ if !best && after - before >= SURPRISE => Some(Quality::Interesting),
        _ => None,
    });
    Judged { mv, color, before, after, loss, quality, missed }
}

/// The accuracy of a move, 0 to 100, by the formula of Lichess for a loss of win rate (lichess.org/page/accuracy).
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}
