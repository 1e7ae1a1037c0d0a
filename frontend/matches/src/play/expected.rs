//! Expected answers.

use protocol::Reply;

/// An expected answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    /// `OK` or a refusal.
    Ok,
    /// The answer to `ABOUT` or a refusal.
    About,
    /// The answer to `ABOUT` of an engine that has answered it before.
    Echo,
    /// A move or a pass.
    Move,
    /// `SWAP` or `STAY`.
    Decision,
    /// A step of the swap-2 opening after this number of stones.
    Stones(usize),
}

impl Expected {
    /// Whether a reply is the expected answer or refuses it.
    pub(super) fn accepts(self, reply: &Reply) -> bool {
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

    /// Whether a move or decision is expected.
    pub(super) const fn is_play(self) -> bool {
        matches!(self, Self::Move | Self::Decision | Self::Stones(_))
    }
}
