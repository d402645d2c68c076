/** Counts the writes of one thing by all replicas, so that each knows whether what it remembers is behind. */
export interface WriteCounter {
  read(): Promise<number>;
  /** After a write, before it is acknowledged; how many there are then. */
  raise(): Promise<number>;
}
