//! Visitors behind a reverse proxy, identified by their addresses.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use service::{Share, Turns};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The header to which a reverse proxy appends the address of its client.
const FORWARDED: &str = "x-forwarded-for";

/// The visitors that are connected or have taken something.
#[derive(Debug)]
pub(crate) struct Visitors {
    known: Mutex<HashMap<Visitor, Visit>>,
    /// The most boards of each.
    boards: usize,
    /// The processors that they share.
    turns: Option<Turns>,
}

/// The share of a visitor and its places, common to all its connections.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    share: Arc<Share>,
    places: Arc<Semaphore>,
    /// The visitor's turns on the processors.
    pub(crate) turns: Option<Turns>,
}

impl Visit {
    /// The share and a place for a board; `None` if the visitor has all of its boards open.
    pub(crate) fn enter(self) -> Option<(Arc<Share>, OwnedSemaphorePermit)> {
        let Self { share, places, .. } = self;
        places.try_acquire_owned().ok().map(|place| (share, place))
    }
}

/// A client of the proxy: the 32 bits of an IPv4 address, or the network of an IPv6 one; `None` for texts that are no address.
#[derive(PartialEq, Eq, Hash, Clone, Copy, Debug)]
struct Visitor(Option<u64>);

impl Visitors {
    /// No visitors yet; each may have this number of boards.
    pub(crate) fn new(boards: usize, turns: Option<Turns>) -> Self {
        Self { known: Mutex::default(), boards, turns }
    }

    /// The visit to which a connection belongs; `None` without a proxy, where there is one visitor.
    pub(crate) fn visit(&self, headers: &HeaderMap) -> Option<Visit> {
        // The last address is that of the nearest proxy; those before it are the client's word.
        let line = headers.get_all(FORWARDED).iter().next_back()?;
        let text = line.to_str().unwrap_or_default().rsplit(',').next().unwrap_or_default();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // Entries of visitors without games are as many as there are connections.
        known.retain(|_, visit| Arc::strong_count(&visit.share) > 1 || !visit.share.is_empty());
        let fresh = || Visit {
            share: Arc::default(),
            places: Arc::new(Semaphore::new(self.boards)),
            turns: self.turns.as_ref().map(Turns::for_another),
        };
        Some(known.entry(Visitor::of(text.trim())).or_insert_with(fresh).clone())
    }
}

impl Visitor {
    fn of(text: &str) -> Self {
        let address = text.parse().or_else(|_| text.parse().map(|socket: SocketAddr| socket.ip())).ok();
        Self(address.map(|address: IpAddr| match address.to_canonical() {
            IpAddr::V4(address) => u64::from(address.to_bits()),
            IpAddr::V6(address) => (address.to_bits() >> 64) as u64,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(visitors: &Visitors, lines: &[&str]) -> Option<Arc<Share>> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, line.parse().expect("a value"));
        }
        visitors.visit(&headers).map(|visit| visit.share)
    }

    #[test]
    fn visitors_are_identified_by_the_last_address() {
        let visitors = Visitors::new(1, None);
        assert!(share(&visitors, &[]).is_none(), "no proxy");
        let one = share(&visitors, &["198.51.100.7"]).expect("a share");
        for same in
            [&["203.0.113.1, 198.51.100.7"][..], &["198.51.100.7:4711"], &["203.0.113.1", "::ffff:198.51.100.7"]]
        {
            assert!(Arc::ptr_eq(&one, &share(&visitors, same).expect("a share")), "{same:?}");
        }
        let network = share(&visitors, &["2001:db8:0:1::7"]).expect("a share");
        assert!(Arc::ptr_eq(&network, &share(&visitors, &["[2001:db8:0:1:8::9]:80"]).expect("a share")));
        for other in ["203.0.113.1", "2001:db8:0:2::7", "unknown", ""] {
            let other = share(&visitors, &[other]).expect("a share");
            assert!(!Arc::ptr_eq(&one, &other) && !Arc::ptr_eq(&network, &other));
        }
    }

    #[test]
    fn visitors_that_took_nothing_are_forgotten() {
        let visitors = Visitors::new(1, None);
        let stays = share(&visitors, &["198.51.100.1"]);
        for number in 0..1000 {
            share(&visitors, &[&format!("10.0.{}.{}", number / 256, number % 256)]);
        }
        assert_eq!(visitors.known.lock().expect("a lock").len(), 2);
        drop(stays);
    }
}
