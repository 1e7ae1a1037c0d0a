//! What counts as an answer.

use protocol::Reply;

/// What is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expected {
    /// `OK`, or a refusal.
    Ok,
    /// Who the engine is, or that it does not say so.
    About,
    /// Who the engine is, which it has said before.
    Echo,
    /// A move or a pass.
    Move,
    /// `SWAP` or `STAY`.
    Decision,
    /// A step of the swap-2 opening after so many stones.
    Stones(usize),
}

impl Expected {
    /// Whether this is what is waited for, or says that it will not come.
    pub(crate) fn accepts(self, reply: &Reply) -> bool {
        let refusal = matches!(reply, Reply::Error(_) | Reply::Unknown(_));
        match self {
            Self::Ok => refusal || *reply == Reply::Ok,
            Self::About => refusal || matches!(reply, Reply::About(_)),
            Self::Echo => matches!(reply, Reply::About(_)),
            Self::Move => matches!(reply, Reply::Move(_) | Reply::Pass),
            Self::Decision => matches!(reply, Reply::Swap | Reply::Stay),
            Self::Stones(placed) => match reply {
                Reply::Moves(cells) => cells.len() == if placed == 0 { 3 } else { 2 } && placed < 5,
                Reply::Move(_) | Reply::Swap => placed > 0,
                _ => false,
            },
        }
    }

    /// Whether the engine is asked to play.
    pub(crate) const fn is_play(self) -> bool {
        matches!(self, Self::Move | Self::Decision | Self::Stones(_))
    }
}
