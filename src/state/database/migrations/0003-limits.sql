-- What was done of late without a person's agreement, for all replicas.

CREATE TABLE calendar_mcp.limits (
  owner text PRIMARY KEY,
  changes double precision NOT NULL,
  deletions double precision NOT NULL,
  recipients double precision NOT NULL,
  counted_at timestamptz NOT NULL
);
