-- Calendars of users without an account of their own: what a folder of .ics files would hold.

CREATE TABLE calendar_mcp.calendars (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL,
  folder text NOT NULL,
  name text,
  color text,
  description text,
  -- Counts the writes; replicas that know the number know what is in it.
  changes bigint NOT NULL DEFAULT 0,
  -- The last write whose deleted object was swept away: who has read less than that reads all.
  forgotten bigint NOT NULL DEFAULT 0,
  UNIQUE (owner, folder)
);

-- One that was deleted stays for a while without its text, so that replicas hear of it.
CREATE TABLE calendar_mcp.objects (
  calendar bigint NOT NULL REFERENCES calendar_mcp.calendars ON DELETE CASCADE,
  file text NOT NULL,
  owner text NOT NULL,
  -- SHA-256: a UID can be longer than an index takes.
  uid bytea,
  etag text,
  ics bytea,
  -- The number of the write that made it what it is.
  changed bigint NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (calendar, file),
  UNIQUE (calendar, uid)
);

CREATE INDEX objects_changed ON calendar_mcp.objects (calendar, changed);
CREATE INDEX objects_deleted ON calendar_mcp.objects (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE FUNCTION calendar_mcp.count_objects() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owned text := coalesce(NEW.owner, OLD.owner);
  more bigint := coalesce(octet_length(NEW.ics), 0) - coalesce(octet_length(OLD.ics), 0);
BEGIN
  IF more <> 0 THEN
    INSERT INTO calendar_mcp.usage AS u (owner, bytes) VALUES (owned, more)
      ON CONFLICT (owner) DO UPDATE SET bytes = u.bytes + more;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_objects AFTER INSERT OR UPDATE OR DELETE ON calendar_mcp.objects
  FOR EACH ROW EXECUTE FUNCTION calendar_mcp.count_objects();
