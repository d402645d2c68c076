-- Calls of each caller in the last minute, for all replicas. Not worth a write of the log: a minute later nothing of it counts.

CREATE UNLOGGED TABLE calendar_mcp.call_limits (
  identity text PRIMARY KEY,
  calls double precision NOT NULL,
  granted double precision NOT NULL,
  counted_at timestamptz NOT NULL
);
