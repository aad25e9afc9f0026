-- Matches, who sits in them, the log of what happened, and the commands that were carried out.

CREATE TABLE match (
    id TEXT NOT NULL PRIMARY KEY,
    preset TEXT NOT NULL,
    options TEXT NOT NULL,       -- JSON: every option's value in writing; null: does not apply
    declarer INTEGER NOT NULL,   -- who declares first
    picked INTEGER NOT NULL,     -- 1: the host chose him; 0: drawn from the shuffle
    secret BLOB NOT NULL,        -- 32 bytes of the shuffle; leaves the table when the match is over
    opened TEXT NOT NULL         -- UTC, as 2026-11-30T21:00:00Z
) STRICT, WITHOUT ROWID;

CREATE TABLE seat (
    match TEXT NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    bot TEXT,                    -- full name of a bot (corporal/1); NULL: a person
    owner BLOB,                  -- SHA-256 of the person's token; NULL: a bot
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_owner ON seat (owner, match) WHERE owner IS NOT NULL;

-- Append-only. The primary key is the optimistic lock: who appends at a number that is taken has
-- not seen what happened there.
CREATE TABLE event (
    match TEXT NOT NULL REFERENCES match (id),
    seq INTEGER NOT NULL,        -- counts from 1
    version INTEGER NOT NULL,    -- of the schema of body
    kind TEXT NOT NULL,          -- the type in body
    body TEXT NOT NULL,          -- JSON: the whole event, hidden cards included
    at TEXT NOT NULL,            -- UTC
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX event_scored ON event (match, seq) WHERE kind IN ('score', 'result');

-- Commands that were carried out, written together with their events: the same one is answered
-- again and done once.
CREATE TABLE command (
    match TEXT NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    id TEXT NOT NULL,
    seq INTEGER NOT NULL,        -- of its last event
    PRIMARY KEY (match, seat, id)
) STRICT, WITHOUT ROWID;
