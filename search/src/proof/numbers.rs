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
    /// The largest `all`.
    pub(crate) most: u32,
    /// Children that are open: whose `all` is not 0.
    pub(crate) open: u32,
}

impl Family {
    /// The numbers of children, each with `one` and `all`.
    pub(crate) fn of(children: impl Iterator<Item = (u32, (u32, u32))>) -> Self {
        let mut family = Self { best: None, least: NEVER, second: NEVER, sum: 0, most: 0, open: 0 };
        for (child, (one, all)) in children {
            family.most = family.most.max(all);
            family.open += u32::from(all > 0);
            family.sum = family.sum.saturating_add(all).min(NEVER);
            if one < family.least {
                (family.best, family.second, family.least) = (Some(child), family.least, one);
            } else {
                family.second = family.second.min(one);
            }
        }
        family
    }

    /// The largest `all`, and one for each other open child (weak proof numbers: Ueda and others 2008). Where the proofs of
    /// children share most of their positions, it is closer to the work that is left than the sum.
    pub(crate) fn weak_sum(&self) -> u32 {
        self.most.saturating_add(self.open.saturating_sub(1)).min(NEVER)
    }
}

/// The limit of a child whose best rival has this number. It is a little more than the number, so that the search does not flip
/// between the two (Pawlewicz and Lew 2007).
pub(crate) const fn patience(second: u32) -> u32 {
    second.saturating_add(1 + second / 4)
}
