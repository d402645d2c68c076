import type { Instant } from '../../schemas/model/time.js';
import type { MirroredObject, MirrorKey } from './mirrored-object.js';

/** What there is of a first copy; begun by this process, or by one that has ended since. */
export interface MirrorDraft {
  readonly name: string;
  /** Since when the server may have changed what is in it; undefined where the server gives no tokens. */
  readonly token?: string;
  /** ETags by address. */
  readonly versions: ReadonlyMap<string, string>;
}

/** First copies of calendars while they are made: beside the mirror, and in the file, so that they outlive a process. */
export interface MirrorDrafts {
  /** Continues what is left of an earlier draft, unless `restart`; else begins one at `token`. */
  begin(
    key: MirrorKey,
    token: string | undefined,
    now: Instant,
    options: { readonly restart: boolean },
  ): MirrorDraft;
  /** False when the draft has become of no use: somebody else has the copy, or goes on with the draft. */
  add(key: MirrorKey, name: string, objects: readonly MirroredObject[], now: Instant): boolean;
  remove(name: string, hrefs: readonly string[]): void;
}
