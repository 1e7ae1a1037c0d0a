//! An engine that plays random legal moves and speaks the protocol: `cargo run --example random_engine`.

// A program that depends on these packages needs no such lines.
extern crate engine as ninuki_engine;
extern crate random as ninuki_random;
extern crate search as ninuki_search;

use std::io::{self, BufReader, stdin, stdout};
use std::sync::atomic::AtomicBool;

use ninuki_engine::{AnyRecord, IllegalMove, Move, Point, record};
use ninuki_protocol::{About, Options, serve};
use ninuki_random::Dice;
use ninuki_search::{Limits, Player, Report, Score};

struct RandomEngine(Box<dyn AnyRecord>, Dice);

impl Player for RandomEngine {
    fn record(&self) -> &dyn AnyRecord {
        self.0.as_ref()
    }

    fn play(&mut self, mv: Move) -> Result<Vec<Point>, IllegalMove> {
        self.0.play(mv)
    }

    fn take_back(&mut self) -> Option<Move> {
        self.0.take_back()
    }

    fn think(&mut self, limits: &Limits, _: &AtomicBool, _: &mut dyn FnMut(&Report)) -> Option<Report> {
        let points: Vec<Point> = self.0.legal().into_iter().filter(|&point| limits.allows(point)).collect();
        Some(Report::new(self.1.pick(&points)?.into(), Score::DRAW))
    }

    fn set_memory(&mut self, _: usize) {}
}

fn main() -> io::Result<()> {
    let player = |game, setup: Option<&_>| {
        Ok(Box::new(RandomEngine(record(game, setup)?, Dice::new(1, 0, 0))) as Box<dyn Player>)
    };
    let about = About { name: "Random".to_owned(), network: String::new(), ..About::default() };
    serve(BufReader::new(stdin()), stdout(), &Options { player, about, ..Options::default() })
}
