-- Small durable values of users: trash, undo, ledger, claims, tokens, notes.

CREATE SCHEMA IF NOT EXISTS calendar_mcp;

CREATE TABLE calendar_mcp.migrations (
  number integer PRIMARY KEY,
  name text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

CREATE SEQUENCE calendar_mcp.written;

-- Keys and values hold anything; times are milliseconds since 1970.
CREATE TABLE calendar_mcp.state (
  owner text NOT NULL,
  key bytea NOT NULL,
  value text NOT NULL,
  written bigint NOT NULL DEFAULT nextval('calendar_mcp.written'),
  expires_at bigint,
  PRIMARY KEY (owner, key)
);

CREATE INDEX state_expiry ON calendar_mcp.state (expires_at) WHERE expires_at IS NOT NULL;

-- How much a user has, so that a write need not add it up.
CREATE TABLE calendar_mcp.usage (
  owner text PRIMARY KEY,
  bytes bigint NOT NULL
);

CREATE FUNCTION calendar_mcp.count_usage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owned text := coalesce(NEW.owner, OLD.owner);
  more bigint := coalesce(octet_length(NEW.value) + octet_length(NEW.key), 0)
    - coalesce(octet_length(OLD.value) + octet_length(OLD.key), 0);
BEGIN
  INSERT INTO calendar_mcp.usage AS u (owner, bytes) VALUES (owned, more)
    ON CONFLICT (owner) DO UPDATE SET bytes = u.bytes + more;
  RETURN NULL;
END $$;

CREATE TRIGGER count_usage AFTER INSERT OR UPDATE OR DELETE ON calendar_mcp.state
  FOR EACH ROW EXECUTE FUNCTION calendar_mcp.count_usage();
