import { createHash } from 'node:crypto';
import { INVALID_PARAMS, ProtocolError } from './protocol-error.js';

/** Resources that one client may watch. */
const MOST = 50;
/** How often they are looked at; copies of remote calendars are compared about as often. */
const EVERY_MS = 30_000;

export interface WatchedResources {
  watch(uri: string): Promise<void>;
  unwatch(uri: string): void;
  /** Looks now: something may have changed. */
  check(): Promise<void>;
  stop(): void;
}

export interface WatchOptions {
  /** The text of a resource as it is now. */
  read(uri: string): Promise<string>;
  changed(uri: string): void;
  readonly everyMs?: number;
}

/**
 * Tells a client when a resource that it watches reads differently, no matter what changed it: a call, another program,
 * or what was fetched from a server. Nothing is looked at while nothing is watched.
 */
export function createWatchedResources({
  read,
  changed,
  everyMs = EVERY_MS,
}: WatchOptions): WatchedResources {
  const seen = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

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

  function check(): Promise<void> {
    looking ??= lookAtAll().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    check,
    stop,
    async watch(uri) {
      if (seen.size >= MOST && !seen.has(uri)) {
        throw new ProtocolError(INVALID_PARAMS, `At most ${MOST} resources can be watched at once.`);
      }
      seen.set(uri, await digestOf(uri));
      timer ??= setInterval(() => void check(), everyMs).unref();
    },
    unwatch(uri) {
      seen.delete(uri);
      if (seen.size === 0) stop();
    },
  };
}
