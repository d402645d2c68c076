-- How often what a user has was written: an account, or what the assistant has made.

CREATE TABLE calendar_mcp.counters (
  owner text NOT NULL,
  name text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (owner, name)
);
