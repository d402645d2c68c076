import { createHash } from 'node:crypto';
import { shareLook } from '../../concurrency/share-look.js';
import { INVALID_PARAMS, ProtocolError } from './protocol-error.js';

/** Resources that one client may watch. */
const MOST = 50;
/** How often they are looked at; copies of remote calendars are compared about as often. */
const EVERY_MS = 30_000;

/** Read before anybody has: whatever is found differs. */
const UNKNOWN = '';

export interface WatchedResources {
  watch(uri: string): Promise<void>;
  unwatch(uri: string): void;
  /** Watches what the client has asked for elsewhere, and nothing else; how it read there is not known. */
  adopt(uris: readonly string[]): void;
  /** Tells of all of them once more: nobody knows what the client has heard. */
  retell(): Promise<void>;
  /** Looks now: something may have changed. */
  check(): Promise<void>;
  stop(): void;
}

/** Calls whenever another replica has written what belongs to the user; the result ends that. */
export type OthersWrote = (hear: () => void) => () => void;

export interface WatchOptions {
  /** The text of a resource as it is now. */
  read(uri: string): Promise<string>;
  changed(uri: string): void;
  readonly othersWrote?: OthersWrote | undefined;
  readonly everyMs?: number;
}

/**
 * Tells a client when a resource that it watches reads differently, no matter what changed it: a call, another program,
 * or what was fetched from a server. Nothing is looked at while nothing is watched.
 */
export function createWatchedResources({
  read,
  changed,
  othersWrote,
  everyMs = EVERY_MS,
}: WatchOptions): WatchedResources {
  const seen = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let unhear: (() => void) | undefined;

  const digestOf = async (uri: string): Promise<string> =>
    createHash('sha256')
      .update(await read(uri))
      .digest('base64');

  async function lookAtAll(): Promise<void> {
    for (const [uri, before] of seen) {
      // What cannot be read now has not changed; it is looked at again.
      const now = await digestOf(uri).catch(() => before);
      if (now === before || !seen.has(uri)) continue;
      seen.set(uri, now);
      changed(uri);
    }
  }

  const check = shareLook(lookAtAll);

  function begin(): void {
    timer ??= setInterval(() => void check(), everyMs).unref();
    unhear ??= othersWrote?.(() => void check());
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    unhear?.();
    unhear = undefined;
  }

  function unwatch(uri: string): void {
    seen.delete(uri);
    if (seen.size === 0) stop();
  }

  return {
    check,
    stop,
    unwatch,
    adopt(uris) {
      for (const uri of uris) if (!seen.has(uri)) seen.set(uri, UNKNOWN);
      for (const uri of seen.keys()) if (!uris.includes(uri)) unwatch(uri);
      if (seen.size > 0) begin();
    },
    retell() {
      for (const uri of seen.keys()) seen.set(uri, UNKNOWN);
      return check();
    },
    async watch(uri) {
      if (seen.size >= MOST && !seen.has(uri)) {
        throw new ProtocolError(INVALID_PARAMS, `At most ${MOST} resources can be watched at once.`);
      }
      seen.set(uri, await digestOf(uri));
      begin();
    },
  };
}
