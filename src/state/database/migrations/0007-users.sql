-- People who sign in by themselves, their accounts, and the browsers in which they are signed in.

CREATE TABLE calendar_mcp.users (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  suspended boolean NOT NULL DEFAULT false,
  policy text,
  revision bigint NOT NULL DEFAULT 0
);

CREATE TABLE calendar_mcp.accounts (
  user_id text NOT NULL REFERENCES calendar_mcp.users ON DELETE CASCADE,
  name text NOT NULL,
  provider text,
  url text,
  username text NOT NULL,
  test text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, name)
);

-- By the digest of their secret, which only the browser has.
CREATE TABLE calendar_mcp.sessions (
  digest bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES calendar_mcp.users ON DELETE CASCADE,
  begun_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_user ON calendar_mcp.sessions (user_id);
-- Where a secret may be sent, which it is sealed with; empty where the configuration says it.
ALTER TABLE calendar_mcp.secrets ADD COLUMN bound text NOT NULL DEFAULT '';

CREATE INDEX sessions_expiry ON calendar_mcp.sessions (expires_at);
