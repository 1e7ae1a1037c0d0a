-- The games that are played: rules on a board.
CREATE TABLE boards (
    id INTEGER PRIMARY KEY,
    rules TEXT NOT NULL,     -- the name of the rules
    own TEXT,                -- rules of a game of one's own, as TOML on one line
    flags TEXT NOT NULL,     -- flags that differ from the usual ones: 'NAME=VALUE NAME=VALUE'
    width INTEGER NOT NULL,  -- columns; of a hexagon those of its bounding box
    height INTEGER NOT NULL, -- rows
    length INTEGER NOT NULL  -- stones in a row that win
);

CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    event TEXT NOT NULL,
    place TEXT NOT NULL,
    round TEXT NOT NULL,
    opening TEXT NOT NULL,   -- the opening rule and what was chosen by it, or the name of the opening
    UNIQUE (event, place, round, opening)
);

-- The ways in which games end.
CREATE TABLE reasons (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
);

-- Files, members of archives and streams that games came from, with the counts of their last import.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    bytes INTEGER,           -- size and time of change of the file, for resuming
    modified INTEGER,
    shard TEXT NOT NULL,
    games INTEGER NOT NULL,  -- games taken so far
    imported INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    done INTEGER NOT NULL    -- whether it was read to its end
);

-- Games of one board that are indexed together: those with id >> 16 = segments.id.
CREATE TABLE segments (
    id INTEGER PRIMARY KEY,
    board INTEGER NOT NULL REFERENCES boards,
    games INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    hashes BLOB NOT NULL,    -- five bytes a game, equal for games that are images of each other
    starts BLOB NOT NULL,    -- stones and captures at the start of each game, packed
    ends BLOB NOT NULL       -- the same at its end, plus one
);

CREATE TABLE games (
    id INTEGER PRIMARY KEY,  -- segment << 16 | number in the segment
    moves BLOB NOT NULL,     -- packed
    plies INTEGER NOT NULL,
    result INTEGER,          -- 0 draw, 1 Black, 2 White, NULL unknown
    reason INTEGER REFERENCES reasons,
    claim TEXT,              -- the result of the record, where the board shows another
    black INTEGER REFERENCES players,
    white INTEGER REFERENCES players,
    black_rating INTEGER,
    white_rating INTEGER,
    date,                    -- YYYYMMDD with 0 for unknown parts, or the text of the record
    event INTEGER REFERENCES events,
    source INTEGER REFERENCES sources,
    line INTEGER,            -- of the file, from 1
    setup TEXT               -- the position that the game starts from
);

-- Fingerprints of the positions of a segment with the same number of stones placed: id = segment << 16 | stones.
CREATE TABLE columns (
    id INTEGER PRIMARY KEY,
    fingerprints BLOB NOT NULL
);

-- Statistics of the positions that many games of a segment went through.
CREATE TABLE summaries (
    segment INTEGER NOT NULL,
    key BLOB NOT NULL,       -- 16 bytes
    statistics BLOB NOT NULL,
    PRIMARY KEY (segment, key)
) WITHOUT ROWID;

-- The games that went through those positions, by the move that followed.
CREATE TABLE visits (
    segment INTEGER NOT NULL,
    key BLOB NOT NULL,
    games BLOB NOT NULL,
    PRIMARY KEY (segment, key)
) WITHOUT ROWID;

-- Headers of the games of a segment once more, as packed lists.
CREATE TABLE facts (
    segment INTEGER PRIMARY KEY,
    lists BLOB NOT NULL      -- result, ratings, year, day, plies, event: each after its length in four bytes
);

-- The games of a player in a segment: their numbers, two bytes each.
CREATE TABLE appearances (
    player INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    black BLOB NOT NULL,
    white BLOB NOT NULL,
    PRIMARY KEY (player, segment)
) WITHOUT ROWID;

-- Games that the library had already, where their headers differ.
CREATE TABLE duplicates (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games,
    source INTEGER REFERENCES sources,
    line INTEGER,
    headers TEXT NOT NULL    -- JSON, those that differ
);

-- Games that were refused, with their place.
CREATE TABLE refused (
    id INTEGER PRIMARY KEY,
    source INTEGER REFERENCES sources,
    line INTEGER,
    ply INTEGER NOT NULL,    -- the move that was refused, from 1; 0 where the record cannot be read
    move TEXT,
    reason TEXT NOT NULL
);
CREATE INDEX refused_by_source ON refused (source);

-- The games with the words of their headers.
CREATE VIEW headers AS
    SELECT games.id, boards.rules, boards.flags, boards.width, boards.height, games.plies,
        CASE games.result WHEN 0 THEN 'draw' WHEN 1 THEN 'x' WHEN 2 THEN 'o' END AS result,
        reasons.name AS reason, black.name AS black, white.name AS white, games.black_rating, games.white_rating,
        games.date, events.event, events.place, events.round, events.opening, sources.name AS source, games.line
    FROM games
    JOIN segments ON segments.id = games.id >> 16
    JOIN boards ON boards.id = segments.board
    LEFT JOIN reasons ON reasons.id = games.reason
    LEFT JOIN players AS black ON black.id = games.black
    LEFT JOIN players AS white ON white.id = games.white
    LEFT JOIN events ON events.id = games.event
    LEFT JOIN sources ON sources.id = games.source;
