//! Sets of points in vector registers, for every processor.
//!
//! A [`Kernel`] is written once, over any type of [`Bits`], and [`run`] takes the widest that the processor has; a
//! [`SidesKernel`] computes the sets of both sides at once. There is no floating point, so all of them give the same
//! results. All unsafe code of this crate is in `x86` and `wasm`.

mod kernel;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use self::kernel::{Bits, Kernel, Set, Sides, SidesKernel};
pub use self::kernel::{IntegerKernel, Products};
#[cfg(not(target_arch = "x86_64"))]
use self::portable::Twice;
use crate::Bitboard;

/// Prefetches `value`, on processors with such an instruction.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    x86::prefetch(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// The words of a [`Bitboard`].
const WORDS: usize = size_of::<Bitboard>() / size_of::<u64>();

/// The result of `kernel`, compiled for the widest vectors that this processor has.
#[inline]
pub fn dispatch<K: IntegerKernel>(kernel: K) -> K::Output {
    run(Plain(kernel), WORDS)
}

struct Plain<K>(K);

impl<K: IntegerKernel> Kernel for Plain<K> {
    type Output = K::Output;

    #[inline(always)]
    fn run<V: Set>(self) -> K::Output {
        self.0.compute::<V>()
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) use x86::transpose_on_every_level;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{run, run_sides, transpose};

/// One set, where there is but one kind of vector.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type One = wasm::Vector;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
type One = Bitboard;

/// Runs `kernel`.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn run<K: Kernel>(kernel: K, _words: usize) -> K::Output {
    kernel.run::<One>()
}

/// Runs `kernel`.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn run_sides<K: SidesKernel>(kernel: K, _words: usize) -> K::Output {
    kernel.run::<Twice<One>>()
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use crate::bytes::transpose;

#[cfg(test)]
mod tests {
    use super::portable::Twice;
    use super::*;
    use crate::{Point, PointSet};

    /// All operations on two boards. What passes the end of the board, the last one, is masked.
    struct Operations<'b>([&'b Bitboard; 3], u32);

    impl Kernel for Operations<'_> {
        type Output = (Vec<Bitboard>, [bool; 2]);

        #[inline(always)]
        fn run<V: Set>(self) -> Self::Output {
            let Self(boards, step) = self;
            let [a, b, all] = [V::load(boards[0]), V::load(boards[1]), V::load(boards[2])];
            let results = [a, a & b, a | b, a ^ b, !a, a.ahead(step), a.back(step), V::empty()];
            (results.map(|set| (set & all).store()).to_vec(), [a.is_empty(), (a & b).is_empty()])
        }
    }

    /// Under Miri, which is slow, the tests try one value in so many.
    const STRIDE: usize = if cfg!(miri) { 31 } else { 1 };

    /// The same for the words of a board: 1, 4 and 7 of 8, one for each kind of register.
    const WIDTHS: usize = if cfg!(miri) { 3 } else { 1 };

    /// Sums of products.
    struct Sums<'n>([i32; 16], &'n [[i16; 2]; 16], [i16; 2]);

    impl Kernel for Sums<'_> {
        type Output = [i32; 16];

        #[inline(always)]
        fn run<V: Set>(mut self) -> [i32; 16] {
            V::add_products(&mut self.0, self.1, self.2);
            self.0
        }
    }

    /// Rounded products.
    struct Rounded([[i16; 16]; 2]);

    impl Kernel for Rounded {
        type Output = [i16; 16];

        #[inline(always)]
        fn run<V: Set>(self) -> [i16; 16] {
            V::rounded_products(&self.0[0], &self.0[1])
        }
    }

    #[test]
    fn every_vector_rounds_products_alike() {
        let numbers = |step: i16| std::array::from_fn(|lane| if lane == 0 { i16::MAX } else { step * lane as i16 });
        for a in (0..2184).step_by(STRIDE * STRIDE) {
            for b in [0, 1, 7, 300, 1023, 2184] {
                let factors = [numbers(a), numbers(b)];
                let exact = |lane: usize| factors.iter().map(|factor| f64::from(factor[lane])).product::<f64>();
                let expected: [i16; 16] = std::array::from_fn(|lane| (exact(lane) / 32768.0 + 0.5).floor() as i16);
                for found in x86_or_portable(|| Rounded(factors), WORDS) {
                    assert_eq!(found, expected, "{factors:?}");
                }
                assert_eq!(Rounded(factors).run::<Bitboard>(), expected);
            }
        }
    }

    #[test]
    fn every_vector_adds_the_same_products() {
        let numbers = [0, 1, -1, 255, -256, 12_345, i16::MAX, i16::MIN];
        for first in numbers {
            for second in numbers {
                let pairs = std::array::from_fn(|lane| [numbers[lane % 8], numbers[(lane * 5 + lane / 8) % 8]]);
                let sums = std::array::from_fn(|lane| i32::MAX - 7919 * lane as i32);
                let expected: [i32; 16] = std::array::from_fn(|lane| {
                    let products =
                        [0, 1].map(|index| i64::from(pairs[lane][index]) * i64::from([first, second][index]));
                    (i64::from(sums[lane]) + products[0] + products[1]) as i32
                });
                for found in x86_or_portable(|| Sums(sums, &pairs, [first, second]), WORDS) {
                    assert_eq!(found, expected, "{first}, {second}");
                }
                assert_eq!(Sums(sums, &pairs, [first, second]).run::<Bitboard>(), expected);
            }
        }
    }

    /// All operations on two boards, with the sides both ways round.
    struct SidesOperations<'b>(Operations<'b>);

    impl SidesKernel for SidesOperations<'_> {
        type Output = (Vec<[Bitboard; 2]>, [bool; 2]);

        #[inline(always)]
        fn run<V: Sides>(self) -> Self::Output {
            let Operations([a, b, all], step) = self.0;
            let all = V::load([all; 2]);
            let (a, b) = (V::load([a, b]), V::load([b, a]));
            let results = [a, a & b, a | b, a ^ b, !a, a.ahead(step), a.back(step), V::empty(), a.swap()];
            (results.map(|set| (set & all).store()).to_vec(), [a.is_empty(), (a & b).is_empty()])
        }
    }

    /// A generator of boards with a given number of random stones below a given point.
    fn boards() -> impl FnMut(usize, usize) -> Bitboard {
        let mut random = 1u64;
        move |stones, points| {
            let mut board = Bitboard::EMPTY;
            for _ in 0..stones {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                board.insert(Point::new((random >> 33) as usize % points));
            }
            board
        }
    }

    #[test]
    fn every_vector_agrees_with_the_portable_words() {
        let mut board = boards();
        for words in (1..=WORDS).step_by(WIDTHS) {
            let all = full(words);
            for stones in [0, 1, 5, 12 * words, 60 * words] {
                for step in (1..64).step_by(STRIDE) {
                    let (a, b) = (board(stones, 64 * words), board(stones, 64 * words));
                    let kernel = || Operations([&a, &b, &all], step);
                    let expected = kernel().run::<Bitboard>();
                    assert_eq!(expected.0[5], shifted(a, -(step as isize)));
                    assert_eq!(expected.0[6], shifted(a, step as isize) & all);
                    for found in x86_or_portable(kernel, words) {
                        assert_eq!(found, expected, "step {step}, {words} words");
                    }
                }
            }
        }
    }

    /// All points of the first `words` words.
    fn full(words: usize) -> Bitboard {
        (0..64 * words).map(Point::new).fold(Bitboard::EMPTY, |all, point| all | Bitboard::of(point))
    }

    #[test]
    fn every_vector_of_two_sides_agrees_with_two_portable_boards() {
        let mut board = boards();
        for words in (1..=WORDS).step_by(WIDTHS) {
            let all = full(words);
            for stones in [0, 1, 5, 30 * words] {
                for step in (1..64).step_by(STRIDE) {
                    let (a, b) = (board(stones, 64 * words), board(stones, 64 * words));
                    let kernel = || SidesOperations(Operations([&a, &b, &all], step));
                    let expected = kernel().run::<Twice<Bitboard>>();
                    assert_eq!(expected.0[8], [b, a]);
                    for found in sides_x86_or_portable(kernel, words) {
                        assert_eq!(found, expected, "step {step}, {words} words");
                    }
                }
            }
        }
    }

    /// The set moved by `by`, point by point.
    fn shifted(set: Bitboard, by: isize) -> Bitboard {
        let mut moved = Bitboard::EMPTY;
        for index in set.iter().map(|point| point.index() as isize + by).filter(|index| (0..512).contains(index)) {
            moved.insert(Point::new(index as usize));
        }
        moved
    }

    fn x86_or_portable<K: Kernel>(kernel: impl Fn() -> K, words: usize) -> Vec<K::Output> {
        #[cfg(target_arch = "x86_64")]
        return x86::on_every_level(kernel, words);
        #[cfg(not(target_arch = "x86_64"))]
        vec![run(kernel(), words)]
    }

    fn sides_x86_or_portable<K: SidesKernel>(kernel: impl Fn() -> K, words: usize) -> Vec<K::Output> {
        #[cfg(target_arch = "x86_64")]
        return x86::sides_on_every_level(kernel, words);
        #[cfg(not(target_arch = "x86_64"))]
        vec![run_sides(kernel(), words)]
    }
}
