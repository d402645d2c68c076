import { randomUUID } from 'node:crypto';
import { isGone, type ProcessMark, thisProcess } from '../../system/process-mark.js';

/** Owners of unfinished work in the file. */
export interface MirrorOwners {
  /** Identifies this opening of the file. */
  readonly me: string;
  /** Undefined if this process cannot check. */
  hasEnded(owner: string): boolean | undefined;
}

export function createMirrorOwners(mark: ProcessMark = thisProcess()): MirrorOwners {
  const me = JSON.stringify({ ...mark, opening: randomUUID() });
  return {
    me,
    // Written in the same layout.
    hasEnded: (owner) => (owner === me ? false : isGone(JSON.parse(owner) as ProcessMark)),
  };
}
