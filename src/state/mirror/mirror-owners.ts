import { randomUUID } from 'node:crypto';
import { isGone, type ProcessMark, thisProcess } from '../../system/process-mark.js';

/** Who began what may be left half done in the file. */
export interface MirrorOwners {
  /** This opening of the file. */
  readonly me: string;
  /** Undefined if this process cannot know. */
  hasEnded(owner: string): boolean | undefined;
}

export function createMirrorOwners(mark: ProcessMark = thisProcess()): MirrorOwners {
  const me = JSON.stringify({ ...mark, opening: randomUUID() });
  return {
    me,
    // Written by this same layout.
    hasEnded: (owner) => (owner === me ? false : isGone(JSON.parse(owner) as ProcessMark)),
  };
}
