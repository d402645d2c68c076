-- Sessions of clients, so that any replica can go on with them. Ids are kept as their SHA-256: reading them opens nothing.

CREATE TABLE calendar_mcp.sessions (
  id bytea PRIMARY KEY,
  identity text NOT NULL,
  conversation text NOT NULL,
  opening text NOT NULL,
  log_level text,
  watched text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 0,
  used_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX sessions_identity ON calendar_mcp.sessions (identity, used_at);
CREATE INDEX sessions_used_at ON calendar_mcp.sessions (used_at);

-- Answers of people that came to another replica than the one that has asked.
CREATE TABLE calendar_mcp.session_answers (
  session bytea NOT NULL REFERENCES calendar_mcp.sessions ON DELETE CASCADE,
  asker text NOT NULL,
  message text NOT NULL
);

CREATE INDEX session_answers_asker ON calendar_mcp.session_answers (session, asker);
