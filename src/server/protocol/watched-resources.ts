import { createHash } from 'node:crypto';
import { shareLook } from '../../concurrency/share-look.js';
import { INVALID_PARAMS, ProtocolError } from './protocol-error.js';

/** Limit of watched resources per client. */
const MOST = 50;
/** Polling interval; copies of remote calendars are compared about as often. */
const EVERY_MS = 30_000;

/** Marks an unread resource; any content differs. */
const UNKNOWN = '';

export interface WatchedResources {
  watch(uri: string): Promise<void>;
  unwatch(uri: string): void;
  /** Watches exactly the client's resources from another replica; their last content is unknown. */
  adopt(uris: readonly string[]): void;
  /** Notifies about all again, because the client may have missed some. */
  retell(): Promise<void>;
  /** Checks now, after a possible change. */
  check(): Promise<void>;
  stop(): void;
}

/** Calls `hear` after a write to the user's data by another replica; returns a function that stops it. */
export type OthersWrote = (hear: () => void) => () => void;

export interface WatchOptions {
  /** Current text of a resource. */
  read(uri: string): Promise<string>;
  changed(uri: string): void;
  readonly othersWrote?: OthersWrote | undefined;
  readonly everyMs?: number;
}

/**
 * Notifies a client when a watched resource changes, whether by a call, another program or a sync. Polls only
 * while resources are watched.
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
      // Keep an unreadable resource, and check it again later.
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
