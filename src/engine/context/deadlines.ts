/** How long calls may take, in seconds. */
export interface Deadlines {
  readonly read: number;
  readonly write: number;
}
