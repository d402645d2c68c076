-- The audit log of each user: lines as they were written, each with the hash of the one before, and where it ends.

CREATE TABLE calendar_mcp.audit (
  owner text NOT NULL,
  line bigint NOT NULL,
  at timestamptz NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (owner, line)
);

CREATE TABLE calendar_mcp.audit_heads (
  owner text PRIMARY KEY,
  line bigint NOT NULL,
  hash text NOT NULL
);

CREATE FUNCTION calendar_mcp.only_append() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only added to.' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER only_append BEFORE UPDATE OR TRUNCATE ON calendar_mcp.audit
  FOR EACH STATEMENT EXECUTE FUNCTION calendar_mcp.only_append();

-- An end never goes back.
CREATE FUNCTION calendar_mcp.only_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.line <= OLD.line OR NEW.owner <> OLD.owner THEN
    RAISE EXCEPTION 'The audit log is only added to.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER only_forward BEFORE UPDATE ON calendar_mcp.audit_heads
  FOR EACH ROW EXECUTE FUNCTION calendar_mcp.only_forward();
