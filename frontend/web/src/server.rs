//! The server: files of the page and connections to the engine.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::Router;
use axum::extract::{FromRequestParts as _, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use service::{Limits, Turns};
use tokio::sync::Semaphore;

use crate::access::{Access, random_token};
use crate::connection;
use crate::page::File;
use crate::patient::Patient;
use crate::visitors::{Visit, Visitors};

/// Options of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The token in the address; `None` takes a random one.
    pub token: Option<String>,
    /// Origins of a reverse proxy through which the page is reached, as `https://board.example`.
    pub origins: Vec<String>,
    /// The most connected boards. A visitor behind a proxy has a quarter of them at most, but no fewer than four.
    pub boards: usize,
    /// The time after which a connection ends to which nothing is sent: by default 60 seconds. A board that answers no ping for
    /// as long is disconnected.
    pub patience: Duration,
    /// Options of the engine of each board.
    pub engine: service::Options,
}

impl Default for Options {
    /// Port 8000, a random token, 8 boards. Each board: two positions at a time, messages of 4 MiB, 8 MiB of waiting queries,
    /// 64 MiB of waiting answers, 64 games with changed rules. Each action: 256 MiB of memory and an answer of 32 MiB. All boards
    /// take turns on the processors.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let engine = service::Options {
            threads: 2,
            turns: Some(Turns::new(processors)),
            most_pending: 8 << 20,
            refuses_pending: true,
            most_games: 64,
            limits: Limits { memory: 256 << 20, output: 32 << 20, ..Limits::NONE },
            ..service::Options::default()
        };
        let patience = Duration::from_secs(60);
        Self { port: 8000, token: None, origins: Vec::new(), boards: 8, patience, engine }
    }
}

/// A server that is bound to its port.
pub struct Server {
    listener: TcpListener,
    /// The most connections.
    most: usize,
    shared: Arc<Shared>,
}

struct Shared {
    access: Access,
    policy: HeaderValue,
    places: Arc<Semaphore>,
    patience: Duration,
    engine: service::Options,
    visitors: Visitors,
}

/// The path of the engine relative to the page.
const ENGINE: &str = "engine";

/// The most connections beside those of boards: for files, and before they are boards.
const OTHERS: usize = 256;

/// The boards that a visitor may have, however few there are.
const SHARE: usize = 4;

/// The interval of looks at the stop flag.
const LOOK: Duration = Duration::from_millis(50);

impl Server {
    /// Binds the port on the loopback address.
    ///
    /// # Errors
    /// The port is in use, or the token or an origin cannot be part of an address.
    pub fn bind(options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let token = match options.token {
            Some(token) => token,
            None => random_token()?,
        };
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
            return Err(io::Error::other("a token is made of letters, digits, - and _"));
        }
        if let Some(origin) = options.origins.iter().find(|origin| !is_origin(origin)) {
            return Err(io::Error::other(format!("\"{origin}\" is no origin, one is written https://board.example")));
        }
        let access = Access::new(token, port, &options.origins);
        let policy = HeaderValue::from_str(&policy(&access)).map_err(io::Error::other)?;
        let places = Arc::new(Semaphore::new(options.boards));
        let visitors = Visitors::new((options.boards / 4).max(SHARE), options.engine.turns.clone());
        let (patience, engine) = (options.patience, options.engine);
        let most = options.boards.saturating_add(OTHERS).min(Semaphore::MAX_PERMITS);
        Ok(Self { listener, most, shared: Arc::new(Shared { access, policy, places, patience, engine, visitors }) })
    }

    /// The address of the page.
    #[must_use]
    pub fn address(&self) -> String {
        let address = self.listener.local_addr().expect("the port was taken");
        format!("http://{address}/{}/", self.shared.access.token())
    }

    /// Serves until `stop` is set.
    ///
    /// # Errors
    /// The system has no threads, or the port is lost.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let listener = Patient::new(listener, self.most, self.shared.patience);
            let router = Router::new().fallback(answer).with_state(self.shared);
            let stopped = async {
                while !stop.load(Relaxed) {
                    tokio::time::sleep(LOOK).await;
                }
            };
            tokio::select! {
                served = async { axum::serve(listener, router).await } => served,
                () = stopped => Ok(()),
            }
        });
        // Running searches end in their threads.
        runtime.shutdown_background();
        served
    }
}

/// Whether a text is `http://` or `https://` and a host, without a path.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| {
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
    })
}

/// The Content-Security-Policy: the page loads only its files and connects only to the engine.
fn policy(access: &Access) -> String {
    // A policy has no addresses in brackets.
    let sockets = access.origins().iter().filter(|origin| !origin.contains('['));
    let sockets: Vec<String> = sockets.map(|origin| origin.replacen("http", "ws", 1)).collect();
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; \
         connect-src 'self' {}; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
        sockets.join(" ")
    )
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let mut response = if shared.access.knows_host(request.headers()) {
        inside(&shared, request).await
    } else {
        (StatusCode::MISDIRECTED_REQUEST, "This host is not known here.\n").into_response()
    };
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, shared.policy.clone());
    response
}

/// Answers a request with a known host.
async fn inside(shared: &Shared, request: Request) -> Response {
    let Some(path) = shared.access.inside(request.uri().path()) else {
        return (StatusCode::NOT_FOUND, "The board is at the address that was printed.\n").into_response();
    };
    if path == ENGINE {
        return engine(shared, request).await;
    }
    match (request.method(), File::at(path)) {
        (&Method::GET | &Method::HEAD, Some(file)) => send(file, request.headers()),
        (_, None) => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
        (_, Some(_)) => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

/// Sends a file, gzipped if the client accepts it.
fn send(file: &File, headers: &HeaderMap) -> Response {
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static(file.kind()));
    let read = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    if read.is_some_and(|accepted| accepted.contains("gzip")) {
        ([kind, (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))], file.gzip()).into_response()
    } else {
        ([kind], file.bytes).into_response()
    }
}

/// Connects a board.
async fn engine(shared: &Shared, request: Request) -> Response {
    if !shared.access.allows_origin(request.headers()) {
        return (StatusCode::FORBIDDEN, "Pages of other sites may not connect.\n").into_response();
    }
    let visit = shared.visitors.visit(request.headers());
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut request.into_parts().0, &()).await {
        Ok(upgrade) => upgrade,
        Err(refused) => return refused.into_response(),
    };
    let Ok(place) = Arc::clone(&shared.places).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "So many boards are open already.\n").into_response();
    };
    let turns = visit
        .as_ref()
        .map_or_else(|| shared.engine.turns.as_ref().map(Turns::for_another), |visit| visit.turns.clone());
    let (share, own) = match visit.map(Visit::enter) {
        None => (None, None),
        Some(Some((share, own))) => (Some(share), Some(own)),
        Some(None) => {
            return (StatusCode::TOO_MANY_REQUESTS, "This visitor has too many boards open.\n").into_response();
        }
    };
    let engine = service::Options { share, turns, ..shared.engine.clone() };
    let patience = shared.patience;
    let most = engine.longest_line;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most);
    upgrade.on_upgrade(move |socket| connection::serve(socket, engine, patience, (place, own)))
}
