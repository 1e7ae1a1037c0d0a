//! What the proof search remembers of positions.

use crate::buckets::{self, Bucket};

/// How far two opposite questions about a position are from being answered: the number of positions that would have to
/// go well, at least, to show that the side to move reaches its goal, and that it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Costs {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

/// What can never be shown.
pub(super) const NEVER: u32 = (1 << 23) - 1;

impl Costs {
    /// The goal is reached.
    pub(super) const REACHED: Self = Self { phi: 0, delta: NEVER };
    /// It is not.
    pub(super) const MISSED: Self = Self { phi: NEVER, delta: 0 };
    /// More than any that are not settled.
    pub(super) const NEITHER: Self = Self { phi: NEVER, delta: NEVER };

    pub(super) const fn is_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// A question about a position: its number, and whether the side to move is the one that attacks, in one word that is
/// not 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Question(u64);

impl Question {
    #[inline]
    pub(super) const fn new(code: u64, attacks: bool) -> Self {
        Self((code << 1 | attacks as u64) + 1)
    }

    pub(super) const fn code(self) -> u64 {
        (self.0 - 1) >> 1
    }

    /// Whether the side to move wants to win; else it wants not to lose.
    pub(super) const fn attacks(self) -> bool {
        (self.0 - 1) & 1 != 0
    }

    /// A number that looks random.
    pub(super) const fn hash(self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// What is known about a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) costs: Costs,
    /// Of a win, in plies, the length of the longest line of the proof.
    pub(super) rank: u32,
    /// The number of positions that were looked at for it.
    pub(super) work: u64,
}

/// A [`Known`] in one word: 23 bits for each cost, 11 for the rank, 7 for the work, rounded down to three digits.
#[derive(Clone, Copy, Debug)]
struct Packed(u64);

/// The longest line that can be remembered.
pub(super) const LONGEST: u32 = (1 << 11) - 1;

impl Packed {
    fn new(known: Known) -> Self {
        let work = round(known.work);
        let rank = u64::from(known.rank.min(LONGEST));
        Self(u64::from(known.costs.phi) | u64::from(known.costs.delta) << 23 | rank << 46 | work << 57)
    }

    const fn known(self) -> Known {
        let costs = Costs { phi: self.0 as u32 & NEVER, delta: (self.0 >> 23) as u32 & NEVER };
        Known { costs, rank: (self.0 >> 46) as u32 & LONGEST, work: unround(self.0 >> 57) }
    }

    /// What was proved is dearer than what was only looked at, and then what took more work.
    const fn worth(self) -> u64 {
        let known = self.known();
        (known.rank > 0) as u64 * (1 << 40) + known.work
    }

    /// How sure it is: more than what is open a hint, and more than that a proof.
    const fn sureness(self) -> u32 {
        let known = self.known();
        known.costs.is_settled() as u32 + (known.rank > 0) as u32
    }
}

/// The three highest binary digits of a number of positions below 2³³, and how many follow, in 7 bits.
fn round(work: u64) -> u64 {
    let work = work.min((1 << 33) - 1);
    let more = work.max(4).ilog2() - 2;
    4 * u64::from(more) + (work >> more)
}

/// The number that was rounded.
const fn unround(rounded: u64) -> u64 {
    let more = if rounded < 8 { 0 } else { rounded / 4 - 1 };
    (rounded - 4 * more) << more
}

/// Whether a slot with this data has an entry.
const fn is_filled(data: u64) -> bool {
    data != 0
}

/// A table of fixed size, shared by all threads.
#[derive(Clone, Copy)]
pub(super) struct PnTable<'m> {
    buckets: &'m [Bucket],
}

impl<'m> PnTable<'m> {
    /// A table of nothing.
    pub(super) fn new(slots: &'m mut buckets::Buckets) -> Self {
        Self { buckets: slots.buckets() }
    }

    fn group(&self, question: Question) -> &Bucket {
        buckets::bucket(self.buckets, question.hash())
    }

    #[inline]
    pub(super) fn get(&self, question: Question) -> Option<Known> {
        self.group(question).find(question.0, is_filled).map(|(_, packed)| Packed(packed).known())
    }

    /// Reads what will be asked for next, all at once: one by one, each answer would be waited for.
    #[inline]
    pub(super) fn fetch(&self, questions: impl Iterator<Item = Question>) {
        let words = questions.map(|question| self.group(question).0[0].data());
        std::hint::black_box(words.fold(0, |all, word| all ^ word));
    }

    /// Remembers, in place of what is worth least; but what is sure stays if another thread has made it so.
    pub(super) fn put(&self, question: Question, known: Known) {
        let packed = Packed::new(known);
        let group = self.group(question);
        let slot = match group.find(question.0, is_filled) {
            Some((_, old)) if Packed(old).sureness() > packed.sureness() => return,
            Some((slot, _)) => slot,
            None => group.0.iter().min_by_key(|slot| Packed(slot.data()).worth()).expect("a group has slots"),
        };
        slot.write(question.0, packed.0);
    }

    /// Forgets an answer.
    pub(super) fn forget(&self, question: Question) {
        if let Some((slot, _)) = self.group(question).find(question.0, is_filled) {
            slot.write(0, 0);
        }
    }

    /// All that is known.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Question, Known)> {
        let filled = self.buckets.iter().flat_map(|group| &group.0).filter(|slot| slot.data() != 0);
        filled.map(|slot| (Question(slot.key()), Packed(slot.data()).known()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_rounded_down_a_little() {
        for work in (0..1000).chain([1 << 20, (1 << 33) - 1]) {
            let rounded = unround(round(work));
            assert!(round(work) < 128 && rounded <= work && rounded + work / 4 >= work, "{work}: {rounded}");
        }
    }

    #[test]
    fn what_is_known_is_kept_and_proofs_longest() {
        let mut slots = buckets::Buckets::new(4096);
        let memory = PnTable::new(&mut slots);
        let known = |phi, rank, work| Known { costs: Costs { phi, delta: 7 }, rank, work };
        let question = |code| Question::new(code, code % 2 == 0);
        for code in 0..10_000 {
            memory.put(question(code), known(3, 0, 1));
            if code < 50 {
                memory.put(question(code), known(0, 31, 1 << 20));
            }
        }
        memory.put(question(9999), known(5, 0, 1 << 30));
        assert_eq!(memory.get(question(9999)).map(|known| known.costs.phi), Some(5));
        memory.put(question(9999), known(0, 0, 1));
        memory.put(question(9999), known(6, 0, 1 << 30));
        assert_eq!(memory.get(question(9999)), Some(known(0, 0, 1)), "an answer stays");
        let kept = (0..50).filter(|&code| memory.get(question(code)) == Some(known(0, 31, 1 << 20))).count();
        assert!(kept >= 45, "{kept}");
        assert_eq!(memory.get(Question::new(1, true)), None);
        assert_eq!((question(5).code(), question(5).attacks(), question(4).attacks()), (5, false, true));
        assert_eq!(memory.iter().count(), 256);
        memory.forget(question(9999));
        assert_eq!(memory.get(question(9999)), None);
    }
}
