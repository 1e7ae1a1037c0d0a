//! Proof and disproof numbers.

/// More than any count.
pub(crate) const NEVER: u32 = u32::MAX / 2;

/// The numbers of the children of a node. Of the two numbers of a child, `one` is that of which one child is enough, `all` that which
/// adds up over all children.
pub(crate) struct Family {
    /// The child with the least `one`, the first of several.
    pub(crate) best: Option<u32>,
    /// Its number.
    pub(crate) least: u32,
    /// The number of its best rival.
    pub(crate) second: u32,
    /// The sum of `all`, at most [`NEVER`].
    pub(crate) sum: u32,
}

impl Family {
    /// The numbers of children, each with `one` and `all`.
    pub(crate) fn of(children: impl Iterator<Item = (u32, (u32, u32))>) -> Self {
        let mut family = Self { best: None, least: NEVER, second: NEVER, sum: 0 };
        for (child, (one, all)) in children {
            family.sum = family.sum.saturating_add(all).min(NEVER);
            if one < family.least {
                (family.best, family.second, family.least) = (Some(child), family.least, one);
            } else {
                family.second = family.second.min(one);
            }
        }
        family
    }
}

/// The limit of a child whose best rival has this number. It is a little more than the number, so that the search does not flip
/// between the two (Pawlewicz and Lew 2007).
pub(crate) const fn patience(second: u32) -> u32 {
    second.saturating_add(1 + second / 4)
}
