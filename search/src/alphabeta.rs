//! Principal variation search: the value of a position, by looking ahead.
//!
//! Wins and losses that it reports are proven: a loss counts as one only if every legal reply was looked at. Whatever
//! leaves moves out or looks at them less deeply does so only where the result is an estimate.

use engine::{Color, Move, Outcome, Point, PointSet, Position, Urgency};
use eval::Features;
use smallvec::SmallVec;

use crate::Score;
use crate::history::{self, Memory};
use crate::picker::{Pick, Picker};
use crate::proof::Verdict;
use crate::table::{Bound, Entry};
use crate::tuned::{self, PLY};
use crate::worker::{MAX_PLY, Worker};

/// So far beyond the nominal depth, series of replies to threats end.
const DEEPEST: i32 = -8;

/// What a position is searched for.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// The value is exact between `alpha` and `beta`, else a bound.
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// In plies; from 0 on only forcing lines are followed.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: u32,
    /// Whether some move is expected to reach `beta`.
    pub(crate) cut: bool,
}

impl Node {
    /// Whether the exact value is asked for.
    fn is_exact(&self) -> bool {
        self.beta > self.alpha.next()
    }
}

/// What one node decided about its moves.
struct Best {
    score: Score,
    point: Option<Point>,
    tried: SmallVec<[Point; 64]>,
}

/// What looking at the moves came to, or the value without looking at them.
type Found = Result<Best, Score>;

/// What is known before moves are tried where nothing is forced.
struct Outlook<S> {
    /// Moves that force something, or answer what the opponent threatens.
    forcing: S,
    /// Whether the opponent threatens a straight or double four.
    threatened: bool,
    /// The estimate, corrected by what the table knows.
    value: Score,
    /// Whether the estimate is better than it was before the last two moves.
    improving: bool,
    /// How much deeper than the others the table's move is searched.
    extension: i32,
    first: Option<Point>,
}

impl Worker<'_> {
    /// The value of `position` for the side to move. Meaningless once the worker is stopped.
    pub(crate) fn search<P: Position>(&mut self, position: &P, mut node: Node) -> Score {
        let ply = node.ply;
        self.frames[ply as usize].line.clear();
        self.visit();
        if self.stopped {
            return Score::DRAW;
        }
        self.deepest = self.deepest.max(ply);

        // 1. The game is over.
        if let Some(outcome) = position.outcome() {
            return result(outcome, position.to_move(), ply);
        }

        // 2. Where positions may recur, the same one again leads nowhere.
        if ply > 0 && self.repeats(position) {
            return Score::DRAW;
        }

        // 3. An offered swap: whoever decides takes the better side.
        if position.swap_offered() {
            let all = Node { alpha: -Score::INFINITE, beta: Score::INFINITE, ..node };
            let value = self.search(&position.make_swap(), all);
            let decides = position.game().rules().swap.is_some_and(|swap| swap.by == position.to_move());
            let better = value.max(-value);
            return if decides { better } else { -better };
        }

        // 4. No line is better than a win on the next move, or worse than a loss by the reply.
        node.alpha = node.alpha.max(Score::loss_in(ply));
        node.beta = node.beta.min(Score::win_in(ply + 1));
        if node.alpha >= node.beta {
            return node.alpha;
        }

        // 5. An earlier visit may have answered already.
        let key = position.key();
        let left_out = self.frames[ply as usize].left_out;
        let known = self.shared.table.probe(key, ply);
        if let Some(entry) = known
            && ply > 0
            && left_out.is_none()
            && (entry.depth >= node.depth.max(0) || entry.score.is_proven())
            && entry.settles(node.alpha, node.beta)
        {
            return entry.score;
        }

        if ply >= MAX_PLY {
            return estimate(&Features::of(position, &position.threats()));
        }
        let found = match position.urgency() {
            // 6. A win at once.
            Urgency::Wins => {
                let point = position.winning().first();
                self.frames[ply as usize].line.extend(point.map(Move::Place));
                return Score::win_in(ply + 1);
            }
            Urgency::Threatened(replies) => self.answer(position, node, replies, known),
            Urgency::Calm => self.choose(position, &mut node, known),
        };
        let best = match found {
            Ok(best) if !self.stopped => best,
            Ok(_) => return Score::DRAW,
            Err(score) => return score,
        };
        if left_out.is_some() {
            return best.score;
        }

        // 18. Remember.
        if let (Some(point), true) = (best.point, best.score >= node.beta) {
            let tried = &best.tried[..best.tried.len() - 1];
            let last = self.last_placed(ply);
            self.history.learn(position.to_move(), point, tried, node.depth.max(1), ply, last);
        }
        let bound = match best.score {
            score if score >= node.beta => Bound::Lower,
            score if score > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry { score: best.score, bound, depth: node.depth.max(0), best: best.point };
        self.shared.table.store(key, ply, entry);
        best.score
    }

    /// The opponent threatens to win at once.
    fn answer<P: Position>(&mut self, position: &P, node: Node, replies: P::Set, known: Option<Entry>) -> Found {
        self.frames[node.ply as usize].estimate = None;
        let features = Features::of(position, &position.threats());
        if position.legal().is_empty() {
            return Err(self.pass(position, node));
        }
        if node.depth <= DEEPEST {
            return Err(estimate(&features));
        }
        // 7. Only the replies that stop him are tried. A single one is forced, so it costs no depth. Without any, the game is
        // lost.
        let free = i32::from(replies.len() == 1 && node.depth > 0);
        let mut best = Best::none(node.ply);
        let moves = self.order(position, replies, known.and_then(|entry| entry.best), &features, node.ply);
        self.enter(position);
        self.try_moves(position, &mut best, moves, Node { depth: node.depth + free, ..node }, None);
        self.leave(position);
        Ok(best)
    }

    /// Nobody threatens to win at once.
    fn choose<P: Position>(&mut self, position: &P, node: &mut Node, known: Option<Entry>) -> Found {
        let ply = node.ply;
        let threats = position.threats();

        // 8. A win that shapes alone tell of.
        if let Some((point, plies)) = position.certain_win(&threats) {
            self.frames[ply as usize].line.push(Move::Place(point));
            return Err(Score::win_in(ply + plies));
        }

        let features = Features::of(position, &threats);
        let value = estimate(&features);
        self.frames[ply as usize].estimate = Some(value);

        // 9. The depth is used up.
        if node.depth <= 0 {
            return Err(self.settle(position, *node, known, &features, threats[0].capture));
        }
        let value = known.map_or(value, |entry| entry.corrects(value));
        let first = known.and_then(|entry| entry.best);
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply as usize].estimate);
        let improving = before.is_some_and(|before| value > before);
        let threatened = !(threats[1].straight_four | threats[1].double_four).is_empty();
        let mut outlook = Outlook { forcing: features.forcing(), threatened, value, improving, extension: 0, first };
        if self.frames[ply as usize].left_out.is_none()
            && let Some(score) = self.cut_early(position, node, &outlook)
        {
            return Err(score);
        }
        let legal = position.legal();
        if legal.is_empty() {
            return Err(self.pass(position, *node));
        }
        outlook.extension = self.singular(position, *node, known)?;

        // 14. The promising moves first; where the opponent threatens a straight four, those that may help against it.
        let remedies = position.remedies(&threats);
        outlook.forcing |= remedies.unwrap_or(P::Set::EMPTY);
        let near = remedies.unwrap_or_else(|| position.candidates());
        let mut best = Best::none(ply);
        self.enter(position);
        let moves = self.order(position, legal & near, first, &features, ply);
        self.try_moves(position, &mut best, moves, *node, Some(&outlook));
        // 15. The others only if all of those lose, for a loss must be proven: the ones that may help against a series of fours,
        // if that is what the opponent threatens.
        if best.score.plies_to_loss().is_some() && !self.stopped {
            let mut rest = legal & !near;
            if let Some((zone, fours)) = self.threat(position) {
                rest &= zone;
                best.score = best.score.max(Score::loss_in(ply + 2 * fours + 2));
            }
            let moves = self.order(position, rest, None, &features, ply);
            self.try_moves(position, &mut best, moves, *node, Some(&outlook));
        }
        self.leave(position);
        Ok(best)
    }

    /// The value where the depth is used up: an estimate, unless a series of fours wins, or `captures` make more of it.
    fn settle<P: Position>(
        &mut self,
        position: &P,
        node: Node,
        known: Option<Entry>,
        features: &Features<P::Set>,
        captures: P::Set,
    ) -> Score {
        let mut best = Best { score: estimate(features), ..Best::none(node.ply) };
        if best.score < node.beta {
            if let Some(win) = self.win_by_fours(position, node.ply) {
                best.score = win;
            } else if node.depth > DEEPEST && !captures.is_empty() {
                let moves = self.order(position, captures & position.legal(), None, features, node.ply);
                self.enter(position);
                self.try_moves(position, &mut best, moves, node, None);
                self.leave(position);
            }
        }
        if known.is_none_or(|known| known.depth == 0) && !self.stopped {
            // There may be a shorter win than the one that was found, and what was not tried may make more of it.
            let lower = best.score >= node.beta || best.score.is_proven();
            let bound = if lower { Bound::Lower } else { Bound::Exact };
            let point = best.point.or(known.and_then(|entry| entry.best));
            let entry = Entry { score: best.score, bound, depth: 0, best: point };
            self.shared.table.store(position.key(), node.ply, entry);
        }
        best.score
    }

    /// The value of a win by fours, if there is one that is soon found.
    fn win_by_fours<P: Position>(&mut self, position: &P, ply: u32) -> Option<Score> {
        if may_recur(position) {
            return None;
        }
        let mut budget = self.budget(tuned::FOURS_NODES);
        let verdict = self.fours.look(position, tuned::FOURS, &mut budget);
        self.charge(&budget);
        match verdict {
            Verdict::Win { first, fours } => {
                self.frames[ply as usize].line.push(Move::Place(first));
                self.deepest = self.deepest.max(ply + 2 * fours + 1);
                Some(Score::win_in(ply + 2 * fours + 1))
            }
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }

    /// What the opponent threatens by fours, and the points outside of which no move is of any use against it.
    fn threat<P: Position>(&mut self, position: &P) -> Option<(P::Set, u32)> {
        if may_recur(position) {
            return None;
        }
        let mut budget = self.budget(tuned::THREAT_NODES);
        let threat = self.fours.threat(position, &mut budget);
        self.charge(&budget);
        threat
    }

    /// The value of `position`, whose side to move has no legal placement.
    fn pass<P: Position>(&mut self, position: &P, node: Node) -> Score {
        self.frames[node.ply as usize].placed = None;
        self.enter(position);
        let score = -self.search(&position.make_pass(), node.child(node.alpha, node.beta, node.depth - 1));
        self.leave(position);
        self.extend_line(node.ply, Move::Pass);
        score
    }

    /// Where the estimate is far from what is asked for, it is trusted; elsewhere the depth may change.
    fn cut_early<P: Position>(&mut self, position: &P, node: &mut Node, outlook: &Outlook<P::Set>) -> Option<Score> {
        let Node { alpha, beta, depth, ply, cut } = *node;
        let value = outlook.value;
        if ply == 0 {
            return None;
        }
        if !node.is_exact() {
            // 10. Far below: only fours can help.
            if depth <= tuned::RAZOR_DEPTH && value.plus(tuned::razor(depth)) <= alpha {
                let score = self.search(position, Node { depth: 0, ..*node });
                if score <= alpha || self.stopped {
                    return Some(score);
                }
            }
            // 11. Far above: nothing will change that soon, unless the opponent is about to win.
            if depth <= tuned::FUTILITY_DEPTH
                && !outlook.threatened
                && value.plus(-tuned::futility(depth, outlook.improving)) >= beta
                && !beta.is_proven()
            {
                return Some(value);
            }
        }
        // 12. Where a cut-off is expected anyway, or nothing is known of the best move, less is enough.
        if cut && depth >= 3 && value >= beta.plus(tuned::FAIL_HIGH * depth) {
            node.depth -= 1;
        }
        if outlook.first.is_none() && depth >= tuned::UNKNOWN_DEPTH {
            node.depth -= 1;
        }
        None
    }

    /// By how many plies the table's move deserves a deeper search, or the value if other moves are as good.
    fn singular<P: Position>(&mut self, position: &P, node: Node, known: Option<Entry>) -> Result<i32, Score> {
        let Some(Entry { score, bound, depth, best: Some(first) }) = known else { return Ok(0) };
        if node.depth < tuned::SINGULAR_DEPTH
            || node.ply == 0
            || self.frames[node.ply as usize].left_out.is_some()
            || depth < node.depth - 3
            || bound == Bound::Upper
            || score.is_proven()
        {
            return Ok(0);
        }
        // 13. Without it, do the others come near?
        let limit = score.plus(-tuned::singular(node.depth));
        self.frames[node.ply as usize].left_out = Some(first);
        let without = Node { alpha: limit.plus(-1), beta: limit, depth: tuned::singular_depth(node.depth), ..node };
        let rest = self.search(position, without);
        self.frames[node.ply as usize].left_out = None;
        if self.stopped {
            Err(Score::DRAW)
        } else if rest < limit {
            let far = rest < limit.plus(-tuned::SINGULAR_TWICE) && node.ply < tuned::SINGULAR_TWICE_PLY;
            Ok(if far && !node.is_exact() { 2 } else { 1 })
        } else if limit >= node.beta {
            Err(limit)
        } else {
            Ok(if score >= node.beta { -1 } else { 0 })
        }
    }

    /// Tries moves until one is too good. With an outlook, late moves are searched less deeply first, or left out.
    fn try_moves<P: Position>(
        &mut self,
        position: &P,
        best: &mut Best,
        mut moves: Picker,
        node: Node,
        outlook: Option<&Outlook<P::Set>>,
    ) {
        let Node { alpha, beta, ply, .. } = node;
        let left_out = self.frames[ply as usize].left_out;
        let mut depth = node.depth - 1;
        while let Some(Pick { point, behind }) = moves.next() {
            if left_out == Some(point) {
                continue;
            }
            let count = best.tried.len() + 1;
            let mut reduction = 0;
            let mut extension = 0;
            if let Some(outlook) = outlook {
                if outlook.first == Some(point) {
                    extension = outlook.extension;
                }
                let quiet = !outlook.forcing.contains(point);
                // 16. Late moves are left out where little depth is left, those that force something only if they are very late.
                if ply > 0 && best.score.plies_to_loss().is_none() {
                    let enough = tuned::enough(depth, outlook.improving);
                    let hopeless =
                        depth <= tuned::HOPELESS_DEPTH && outlook.value.plus(tuned::hopeless(depth)) <= alpha;
                    if quiet && (count > enough || hopeless) {
                        moves.keep(outlook.forcing);
                        continue;
                    }
                    if count > 2 * enough {
                        break;
                    }
                }
                // 17. Late moves are searched less deeply at first.
                if count > 1 && depth >= 2 {
                    let mut parts = tuned::reduction(depth, count) + tuned::unlikely(behind);
                    parts -= tuned::REDUCTION_HISTORY * self.memory(position, ply).score(point) / history::LIMIT;
                    parts += if node.cut { tuned::REDUCTION_CUT } else { 0 };
                    parts -= if node.is_exact() { tuned::REDUCTION_EXACT } else { 0 };
                    parts -= if quiet { 0 } else { tuned::REDUCTION_FORCING };
                    reduction = (parts / PLY).clamp(0, depth);
                }
            }
            let floor = alpha.max(best.score);
            best.tried.push(point);
            let late = Late { first: count == 1, depth: depth + extension, reduction };
            let score = self.follow(position, point, node, floor, late);
            if self.stopped {
                return;
            }
            if score > best.score {
                best.score = score;
                best.point = Some(point);
                if score > alpha {
                    self.extend_line(ply, Move::Place(point));
                    // The others are not expected to do better still.
                    if outlook.is_some() && (2..12).contains(&depth) && score < beta {
                        depth -= 1;
                    }
                }
                if score >= beta {
                    return;
                }
            }
        }
    }

    /// The value of `point`, as far as it lies between `floor` and the `beta` of `node`.
    pub(crate) fn follow<P: Position>(
        &mut self,
        position: &P,
        point: Point,
        node: Node,
        floor: Score,
        late: Late,
    ) -> Score {
        let child = position.make(point);
        self.shared.table.prefetch(child.key());
        self.frames[node.ply as usize].placed = Some(point);
        let mut score = Score::INFINITE;
        if !late.first {
            // Expected to be no better than the first: a null window tells, and for late moves a shallower search.
            let narrow = node.child(floor, floor.next(), late.depth);
            score = -self.search(&child, Node { cut: true, depth: late.depth - late.reduction, ..narrow });
            if late.reduction > 0 && score > floor && !self.stopped {
                score = -self.search(&child, Node { cut: !node.cut, ..narrow });
            }
        }
        if late.first || (score > floor && score < node.beta && !self.stopped) {
            let cut = !node.is_exact() && !node.cut;
            score = -self.search(&child, Node { cut, ..node.child(floor, node.beta, late.depth) });
        }
        score
    }

    /// The points of `set`, the promising ones first.
    fn order<P: Position>(
        &self,
        position: &P,
        set: P::Set,
        first: Option<Point>,
        features: &Features<P::Set>,
        ply: u32,
    ) -> Picker {
        Picker::new(set, first, features, &self.memory(position, ply))
    }

    fn memory<P: Position>(&self, position: &P, ply: u32) -> Memory<'_> {
        self.history.of(position.to_move(), ply, self.last_placed(ply))
    }

    /// The move that led to the position at `ply`.
    fn last_placed(&self, ply: u32) -> Option<Point> {
        self.frames[ply.checked_sub(1)? as usize].placed
    }

    /// The best line found from `ply` on.
    pub(crate) fn line_from(&self, ply: u32) -> impl Iterator<Item = Move> {
        self.frames[ply as usize].line.iter().copied()
    }

    /// The best line of `ply` becomes `mv` and the best line below it.
    fn extend_line(&mut self, ply: u32, mv: Move) {
        let (above, below) = self.frames.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }
}

impl Node {
    /// The search of the next position, asked for values between `floor` and `beta` as seen from here.
    const fn child(&self, floor: Score, beta: Score, depth: i32) -> Self {
        Self { alpha: beta.negated(), beta: floor.negated(), depth, ply: self.ply + 1, cut: self.cut }
    }
}

/// How a move is searched.
pub(crate) struct Late {
    /// Nothing is known yet to compare it with.
    pub(crate) first: bool,
    /// Plies after it.
    pub(crate) depth: i32,
    /// By how many of these the first look is shallower.
    pub(crate) reduction: i32,
}

impl Best {
    /// Before any move was tried: a loss by the next reply.
    fn none(ply: u32) -> Self {
        Self { score: Score::loss_in(ply + 2), point: None, tried: SmallVec::new() }
    }
}

/// Whether captures may lead back to an earlier position, and so to a draw.
fn may_recur<P: Position>(position: &P) -> bool {
    position.game().rules().repetition && Color::ALL.iter().any(|&color| position.captured(color) > 0)
}

fn estimate<S: PointSet>(features: &Features<S>) -> Score {
    Score::estimate(features.value())
}

fn result(outcome: Outcome, to_move: Color, ply: u32) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == to_move => Score::win_in(ply),
        Some(_) => Score::loss_in(ply),
    }
}
