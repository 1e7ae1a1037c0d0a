//! Rules and boards: legal points, placements, threats, perft.

use std::hint::black_box;

use bench::{FREESTYLE_MIDDLE_GAME, NDENGROD_MIDDLE_GAME, NINUKI_MIDDLE_GAME, record};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::{HexPosition, Point, PointSet, Position, Rules, SquarePosition, Tactics, perft};

fn square(c: &mut Criterion) {
    let record = record::<SquarePosition>(Rules::NINUKI, NINUKI_MIDDLE_GAME);
    let position = record.position();
    let mut group = c.benchmark_group("ninuki 19x19 middle game");
    group.bench_function("legal points with the double-three ban", |b| b.iter(|| black_box(position).legal()));
    group.bench_function("wins at once", |b| b.iter(|| black_box(position).winning()));
    let points: Vec<Point> = position.legal().iter().collect();
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function("placements", |b| {
        b.iter(|| points.iter().fold(0, |keys, &point| keys ^ black_box(position).make(point).key()));
    });
    group.throughput(Throughput::Elements(perft(&record, 3)));
    group.sample_size(20);
    group.bench_function("perft 3, in leaves", |b| b.iter(|| perft(black_box(&record), 3)));
    group.finish();
}

/// All threat sets of both sides, with the vectors that `ENGINE_SIMD` asks for (`avx2`, `portable`; else the widest).
fn threats(c: &mut Criterion) {
    let simd = std::env::var("ENGINE_SIMD").unwrap_or_else(|_| "widest".into());
    let mut group = c.benchmark_group(format!("all threats of both sides, {simd} vectors"));
    let boards = [
        ("ninuki 19x19", Rules::NINUKI, NINUKI_MIDDLE_GAME),
        ("freestyle 15x15", Rules::FREESTYLE, FREESTYLE_MIDDLE_GAME),
    ];
    for (name, rules, moves) in boards {
        let position = *record::<SquarePosition>(rules, moves).position();
        // A reference to the result, for handing over the sets would take about as long as finding them.
        group.bench_function(name, |b| b.iter(|| _ = black_box(&black_box(&position).threats())));
    }
    group.finish();
}

fn hexagon(c: &mut Criterion) {
    let record = record::<HexPosition<u64>>(Rules::NDENGROD, NDENGROD_MIDDLE_GAME);
    let position = record.position();
    let mut group = c.benchmark_group("ndengrod side 5");
    group.bench_function("legal points", |b| b.iter(|| black_box(position).legal()));
    let points: Vec<Point> = position.legal().iter().collect();
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function("placements", |b| {
        b.iter(|| points.iter().fold(0, |keys, &point| keys ^ black_box(position).make(point).key()));
    });
    let game = position.game();
    let lengths: u64 = (0..64).map(|seed| playout(HexPosition::start(game), seed)).sum();
    group.throughput(Throughput::Elements(lengths));
    group.bench_function("random games, in moves", |b| {
        b.iter(|| (0..64).map(|seed| playout(HexPosition::start(game), black_box(seed))).sum::<u64>());
    });
    group.finish();
}

/// Plays random legal moves to the end and returns their number.
fn playout(mut position: HexPosition<u64>, seed: u64) -> u64 {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut moves = 0;
    while position.outcome().is_none() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        // The first legal point from a random one on, around the board.
        let empty = position.empty();
        let later = empty & (u64::MAX << (random % 61));
        let found = later.iter().chain(empty.iter()).find(|&point| position.check(point).is_ok());
        position = position.make(found.expect("a game that goes on has a legal move"));
        moves += 1;
    }
    moves
}

criterion_group!(benches, square, threats, hexagon);
criterion_main!(benches);
