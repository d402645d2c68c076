export const SCOPES = ['calendar:read', 'calendar:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** The sender of a request and its permissions. */
export interface Grant {
  /** `token:NAME`, `subject:NAME`, or `anyone` without authentication. */
  readonly identity: string;
  readonly scopes: readonly Scope[];
  /** The owner, signed in by a link from the terminal: sees the same as `agenda`. */
  readonly isOwner?: true;
}
