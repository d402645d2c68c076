-- What clients have said to a replica that is gone is not kept for as long as their session.

ALTER TABLE calendar_mcp.session_answers ADD COLUMN left_at timestamptz NOT NULL DEFAULT now();
