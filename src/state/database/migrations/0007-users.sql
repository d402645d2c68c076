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
CREATE TABLE calendar_mcp.sign_ins (
  digest bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES calendar_mcp.users ON DELETE CASCADE,
  begun_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE INDEX sign_ins_user ON calendar_mcp.sign_ins (user_id);
CREATE INDEX sign_ins_expiry ON calendar_mcp.sign_ins (expires_at);
