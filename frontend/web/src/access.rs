//! Access control: requests need the token, and pages of other sites are refused.

use axum::http::{HeaderMap, header};

/// The requirements of requests.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// The secret part of the address.
    token: String,
    /// The origins of pages that may connect, as `http://127.0.0.1:8000`.
    origins: Vec<String>,
}

impl Access {
    pub(crate) fn new(token: String, port: u16, others: &[String]) -> Self {
        let own = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("http://{host}:{port}"));
        Self { token, origins: own.into_iter().chain(others.iter().cloned()).collect() }
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// The origins, for the policy of the page.
    pub(crate) fn origins(&self) -> &[String] {
        &self.origins
    }

    /// Returns the rest of a path that begins with the token.
    pub(crate) fn inside<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (token, rest) = path.strip_prefix('/')?.split_once('/')?;
        is_same(token, &self.token).then_some(rest)
    }

    /// Whether the `Host` of a request is one of the origins. Names of other sites that resolve to this machine are not.
    pub(crate) fn knows_host(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let host_of = |origin: &str| origin.split_once("://").map(|(_, host)| host.to_ascii_lowercase());
        host.is_some_and(|host| self.origins.iter().any(|origin| host_of(origin) == Some(host.to_ascii_lowercase())))
    }

    /// Whether the `Origin` of a request is one of the origins, or the request has none. Browsers send it with every connection of
    /// a page, and no page can remove it, so a client without it is a program.
    pub(crate) fn allows_origin(&self, headers: &HeaderMap) -> bool {
        let knows = |origin: &str| self.origins.iter().any(|known| known.eq_ignore_ascii_case(origin));
        headers.get_all(header::ORIGIN).iter().all(|origin| origin.to_str().is_ok_and(knows))
    }
}

/// Compares two texts in constant time.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |found, (one, other)| found | (one ^ other));
    one.len() == other.len() && differences == 0
}

/// Creates a token of 128 random bits.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn random_token() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access() -> Access {
        Access::new("secret".to_owned(), 8000, &["https://board.example".to_owned()])
    }

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().expect("a value"))])
    }

    #[test]
    fn paths_need_the_token() {
        let access = access();
        assert_eq!(access.inside("/secret/board.js"), Some("board.js"));
        assert_eq!(access.inside("/secret/"), Some(""));
        for path in ["/", "", "/secre/", "/secrets/", "/Secret/", "//", "/secret", "secret/"] {
            assert_eq!(access.inside(path), None, "{path}");
        }
    }

    #[test]
    fn other_sites_are_refused() {
        let access = access();
        for origin in ["http://127.0.0.1:8000", "http://localhost:8000", "https://board.example"] {
            assert!(access.allows_origin(&headers(header::ORIGIN, origin)), "{origin}");
        }
        for origin in ["", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000", "http://board.example", "file://"]
        {
            assert!(!access.allows_origin(&headers(header::ORIGIN, origin)), "{origin}");
        }
        let mut both = headers(header::ORIGIN, "http://localhost:8000");
        both.append(header::ORIGIN, "http://evil.example".parse().expect("a value"));
        assert!(!access.allows_origin(&both), "each origin must be known");
        let bytes = header::HeaderValue::from_bytes(b"http://localhost:8000\xff").expect("a value");
        assert!(!access.allows_origin(&HeaderMap::from_iter([(header::ORIGIN, bytes)])));
        assert!(access.knows_host(&headers(header::HOST, "LOCALHOST:8000")));
        for host in ["evil.example:8000", "localhost", "127.0.0.1:80"] {
            assert!(!access.knows_host(&headers(header::HOST, host)), "{host}");
        }
    }

    #[test]
    fn programs_have_no_origin() {
        assert!(access().allows_origin(&HeaderMap::new()));
    }

    #[test]
    fn tokens_differ() {
        let tokens: std::collections::BTreeSet<_> = (0..100).map(|_| random_token().expect("random bits")).collect();
        assert!(tokens.len() == 100 && tokens.iter().all(|token| token.len() == 32));
    }
}
