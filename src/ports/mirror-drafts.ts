import type { Instant } from '../../schemas/model/time.js';
import type { MirroredObject, MirrorKey } from './mirrored-object.js';

/** A partial first copy, from this process or one that has ended. */
export interface MirrorDraft {
  readonly name: string;
  /** The server may have changed the content since this token; undefined if the server has no tokens. */
  readonly token?: string;
  /** ETags by address. */
  readonly versions: ReadonlyMap<string, string>;
}

/** Partial first copies of calendars: separate from the mirror, in the same file, so they survive the process. */
export interface MirrorDrafts {
  /** Continues an earlier draft, unless `restart`; starts one at `token` otherwise. */
  begin(
    key: MirrorKey,
    token: string | undefined,
    now: Instant,
    options: { readonly restart: boolean },
  ): MirrorDraft;
  /** False if the draft is obsolete: another process finished the copy, or continues the draft. */
  add(key: MirrorKey, name: string, objects: readonly MirroredObject[], now: Instant): boolean;
  remove(name: string, hrefs: readonly string[]): void;
}
