/** What a token may allow. */
export const SCOPES = ['calendar:read', 'calendar:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** Who a request comes from, and what it may do. */
export interface Grant {
  /** `token:NAME`, `subject:NAME`, or `anyone` where no authentication is configured. */
  readonly identity: string;
  readonly scopes: readonly Scope[];
  /** The owner of the calendars, by a link from the terminal: sees what `agenda` shows there. */
  readonly isOwner?: true;
}
