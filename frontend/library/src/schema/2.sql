-- Evaluations of positions by the engine.
CREATE TABLE evaluations (
    board INTEGER NOT NULL REFERENCES boards,
    key BLOB NOT NULL,       -- 16 bytes
    nodes INTEGER NOT NULL,
    value REAL NOT NULL,     -- win rate of the side to move, 0 to 1
    win INTEGER,             -- plies to a proved win of the side to move, negative to a proved loss
    best INTEGER,            -- the number of the best move, the same for all images of the position
    PRIMARY KEY (board, key)
) WITHOUT ROWID;
