//! Turns by a clock that the tests move.

use std::sync::atomic::AtomicBool;

use super::*;

#[derive(Default)]
struct Holds(AtomicBool);

impl Wakes for Holds {
    fn wake(&self, holds: bool) {
        self.0.store(holds, Relaxed);
    }
}

/// A plan with a clock that a test moves.
struct Model {
    plan: Plan,
    now: Duration,
    /// Working and waiting work, with the looks at which it had its turn.
    work: Vec<(u64, Arc<Holds>, u32)>,
}

/// The time between two looks at the clock.
const LOOK: Duration = Duration::from_millis(1);

impl Model {
    fn new(processors: usize) -> Self {
        Self { plan: Plan::new(processors), now: Duration::ZERO, work: Vec::new() }
    }

    /// Adds work that asks for its turn, and returns its index.
    fn begin(&mut self, account: &Arc<Account>, threads: usize, is_short: bool) -> usize {
        let holds = Arc::new(Holds::default());
        let number = self.plan.add(Arc::clone(account), threads, is_short, Arc::clone(&holds) as Arc<_>);
        self.plan.ask(number, self.now);
        self.work.push((number, holds, 0));
        self.work.len() - 1
    }

    fn holds(&self, index: usize) -> bool {
        self.work[index].1.0.load(Relaxed)
    }

    /// All that have their turn look at the clock. Returns the number of working threads.
    fn look(&mut self) -> usize {
        self.now += LOOK;
        for (number, holds, looks) in &mut self.work {
            if holds.0.load(Relaxed) {
                *looks += 1;
                self.plan.yields(*number, self.now);
            }
        }
        self.plan.working
    }

    fn end(&mut self, index: usize) {
        self.plan.remove(self.work[index].0, self.now);
    }
}

fn accounts(count: usize) -> Vec<Arc<Account>> {
    (0..count).map(|_| Arc::default()).collect()
}

#[test]
fn sixty_boards_leave_room_for_a_short_query() {
    let mut model = Model::new(2);
    for board in accounts(60) {
        model.begin(&board, 1, false);
        model.begin(&board, 1, false);
    }
    let visitor = Arc::default();
    for round in 0..24 {
        for _ in 0..37 {
            assert_eq!(model.look(), 2);
        }
        let query = model.begin(&visitor, 1, true);
        model.look();
        for look in 0..100 {
            assert!(model.holds(query), "round {round}, look {look}");
            model.look();
        }
        model.end(query);
    }
}

#[test]
fn boards_take_turns_whatever_the_number_of_their_searches() {
    let mut model = Model::new(2);
    let boards = accounts(6);
    for (index, board) in boards.iter().enumerate() {
        for _ in 0..=index {
            model.begin(board, 1, false);
        }
    }
    for _ in 0..6000 {
        model.look();
    }
    for board in &boards {
        let used = board.used();
        assert!((Duration::from_millis(1900)..Duration::from_millis(2100)).contains(&used), "{used:?}");
    }
    let all: Vec<u32> = model.work[15..].iter().map(|work| work.2).collect();
    assert!(all.iter().all(|looks| looks.abs_diff(all[0]) <= 2 * 20), "searches of a board take turns, too: {all:?}");
}

#[test]
fn a_client_that_comes_late_has_no_more_than_the_others() {
    let mut model = Model::new(1);
    let [first, late] = [Arc::default(), Arc::default()];
    model.begin(&first, 1, false);
    for _ in 0..10_000 {
        model.look();
    }
    model.begin(&first, 1, false);
    model.begin(&late, 1, false);
    for _ in 0..1000 {
        model.look();
    }
    assert!(late.used().abs_diff(first.used()) <= 2 * TURN, "{:?} {:?}", late.used(), first.used());
}

#[test]
fn short_queries_without_an_end_leave_a_share_to_long_ones() {
    let mut model = Model::new(1);
    let [long, flood] = [Arc::default(), Arc::default()];
    let search = model.begin(&long, 1, false);
    for _ in 0..200 {
        let query = model.begin(&flood, 1, true);
        for _ in 0..100 {
            model.look();
        }
        model.end(query);
    }
    let looks = model.work[search].2;
    assert!((7000..10_000).contains(&looks), "{looks} of 20,000, after 5 seconds ahead");
}

#[test]
fn short_work_that_lasts_is_long_work() {
    let mut model = Model::new(1);
    let [first, other] = [Arc::default(), Arc::default()];
    let liar = model.begin(&first, 1, true);
    model.begin(&other, 1, false);
    for _ in 0..200 {
        assert!(model.holds(liar));
        model.look();
    }
    for _ in 0..800 {
        model.look();
    }
    assert!((400..=600).contains(&model.work[liar].2), "{}", model.work[liar].2);
}

#[test]
fn work_of_several_threads_waits_for_as_many_and_is_not_passed_by() {
    let mut model = Model::new(4);
    let boards = accounts(3);
    let [one, all, other] =
        [model.begin(&boards[0], 1, false), model.begin(&boards[1], 9, false), model.begin(&boards[2], 1, false)];
    assert_eq!([one, all, other].map(|index| model.holds(index)), [true, false, false]);
    for _ in 0..20 {
        model.look();
    }
    assert_eq!([one, all, other].map(|index| model.holds(index)), [false, true, false]);
    model.end(all);
    assert_eq!([one, all, other].map(|index| model.holds(index)), [true, false, true]);
}

#[test]
fn work_that_waits_for_its_client_takes_no_place() {
    let mut model = Model::new(1);
    let boards = accounts(2);
    let [unread, other] = [model.begin(&boards[0], 1, false), model.begin(&boards[1], 1, false)];
    model.plan.release(model.work[unread].0, model.now);
    assert!(model.holds(other) && !model.holds(unread));
    model.plan.give_up(model.work[unread].0);
    model.plan.ask(model.work[unread].0, model.now);
    model.end(other);
    assert!(model.holds(unread));
}
