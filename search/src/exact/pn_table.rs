//! The transposition table of the proof search.

use crate::buckets::{self, Bucket};

/// How far a node is from being solved (Nagai's φ and δ): the number of positions that would have to go well, at least, to
/// show that the side to move reaches its goal, and that it does not. At an OR node these are proof and disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

/// The proof number of a disproved goal.
pub(super) const INFINITE: u32 = (1 << 23) - 1;

impl ProofNumbers {
    /// The goal is reached.
    pub(super) const PROVED: Self = Self { phi: 0, delta: INFINITE };
    /// It is not.
    pub(super) const DISPROVED: Self = Self { phi: INFINITE, delta: 0 };
    /// More than any that are not settled.
    pub(super) const UNLIMITED: Self = Self { phi: INFINITE, delta: INFINITE };

    pub(super) const fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// A node of the search: the number of its position, and whether the side to move is the one that attacks (an OR node), in
/// one word that is not 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Node(u64);

impl Node {
    #[inline]
    pub(super) const fn new(code: u64, or_node: bool) -> Self {
        Self((code << 1 | or_node as u64) + 1)
    }

    pub(super) const fn code(self) -> u64 {
        (self.0 - 1) >> 1
    }

    /// Whether the side to move wants to win; else it wants not to lose.
    pub(super) const fn is_or_node(self) -> bool {
        (self.0 - 1) & 1 != 0
    }

    /// A number that looks random.
    pub(super) const fn hash(self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The entry of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) numbers: ProofNumbers,
    /// Of a win, in plies, the length of the longest line of the proof.
    pub(super) rank: u32,
    /// The number of positions that were looked at for it.
    pub(super) work: u64,
}

/// An [`Entry`] in one word: 23 bits for each number, 11 for the rank, 7 for the work, rounded down to three digits.
#[derive(Clone, Copy, Debug)]
struct Packed(u64);

/// The longest line that can be remembered.
pub(super) const LONGEST: u32 = (1 << 11) - 1;

impl Packed {
    fn new(known: Entry) -> Self {
        let work = round(known.work);
        let rank = u64::from(known.rank.min(LONGEST));
        Self(u64::from(known.numbers.phi) | u64::from(known.numbers.delta) << 23 | rank << 46 | work << 57)
    }

    const fn known(self) -> Entry {
        let numbers = ProofNumbers { phi: self.0 as u32 & INFINITE, delta: (self.0 >> 23) as u32 & INFINITE };
        Entry { numbers, rank: (self.0 >> 46) as u32 & LONGEST, work: unround(self.0 >> 57) }
    }

    /// The replacement priority: proved entries first, then those that took more work.
    const fn worth(self) -> u64 {
        let known = self.known();
        (known.rank > 0) as u64 * (1 << 40) + known.work
    }

    /// How sure it is: more than what is open a hint, and more than that a proof.
    const fn certainty(self) -> u32 {
        let known = self.known();
        known.numbers.is_solved() as u32 + (known.rank > 0) as u32
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

    fn group(&self, node: Node) -> &Bucket {
        buckets::bucket(self.buckets, node.hash())
    }

    #[inline]
    pub(super) fn get(&self, node: Node) -> Option<Entry> {
        self.group(node).find(node.0, is_filled).map(|(_, packed)| Packed(packed).known())
    }

    /// Reads what will be needed next, all at once: one by one, each would be waited for.
    #[inline]
    pub(super) fn prefetch(&self, nodes: impl Iterator<Item = Node>) {
        let words = nodes.map(|node| self.group(node).0[0].data());
        std::hint::black_box(words.fold(0, |all, word| all ^ word));
    }

    /// Remembers, in place of what is worth least; but what is sure stays if another thread has made it so.
    pub(super) fn put(&self, node: Node, known: Entry) {
        let packed = Packed::new(known);
        let group = self.group(node);
        let slot = match group.find(node.0, is_filled) {
            Some((_, old)) if Packed(old).certainty() > packed.certainty() => return,
            Some((slot, _)) => slot,
            None => group.0.iter().min_by_key(|slot| Packed(slot.data()).worth()).expect("a group has slots"),
        };
        slot.write(node.0, packed.0);
    }

    /// Forgets a node.
    pub(super) fn forget(&self, node: Node) {
        if let Some((slot, _)) = self.group(node).find(node.0, is_filled) {
            slot.write(0, 0);
        }
    }

    /// All that is known.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Node, Entry)> {
        let filled = self.buckets.iter().flat_map(|group| &group.0).filter(|slot| slot.data() != 0);
        filled.map(|slot| (Node(slot.key()), Packed(slot.data()).known()))
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
        let known = |phi, rank, work| Entry { numbers: ProofNumbers { phi, delta: 7 }, rank, work };
        let node = |code| Node::new(code, code % 2 == 0);
        for code in 0..10_000 {
            memory.put(node(code), known(3, 0, 1));
            if code < 50 {
                memory.put(node(code), known(0, 31, 1 << 20));
            }
        }
        memory.put(node(9999), known(5, 0, 1 << 30));
        assert_eq!(memory.get(node(9999)).map(|known| known.numbers.phi), Some(5));
        memory.put(node(9999), known(0, 0, 1));
        memory.put(node(9999), known(6, 0, 1 << 30));
        assert_eq!(memory.get(node(9999)), Some(known(0, 0, 1)), "an answer stays");
        let kept = (0..50).filter(|&code| memory.get(node(code)) == Some(known(0, 31, 1 << 20))).count();
        assert!(kept >= 45, "{kept}");
        assert_eq!(memory.get(Node::new(1, true)), None);
        assert_eq!((node(5).code(), node(5).is_or_node(), node(4).is_or_node()), (5, false, true));
        assert_eq!(memory.iter().count(), 256);
        memory.forget(node(9999));
        assert_eq!(memory.get(node(9999)), None);
    }
}
