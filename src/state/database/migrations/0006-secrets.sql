-- Passwords and tokens of accounts, sealed: without the key, which is never here, they are noise.

CREATE TABLE calendar_mcp.secrets (
  owner text NOT NULL,
  account text NOT NULL,
  kind text NOT NULL,
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  -- Where it may be sent, which it is sealed with; empty where the configuration says it.
  bound text NOT NULL DEFAULT '',
  PRIMARY KEY (owner, account, kind)
);

CREATE INDEX secrets_key ON calendar_mcp.secrets (key_id);
