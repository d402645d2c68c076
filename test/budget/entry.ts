import type { GroundName } from './open-ground.js';

/** An answer and what it may cost. */
export interface Entry {
  readonly name: string;
  /** Without one it is the list of tools that is measured. */
  readonly call?: readonly [tool: string, args: Record<string, unknown>];
  readonly ground?: GroundName;
  /** The whole answer is divided by its rows. */
  readonly perRow?: true;
  /** Most tokens (o200k). */
  readonly limit: number;
}
