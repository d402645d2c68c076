import { z } from 'zod/v3';
import { readResource } from '../protocol/resources.js';
import { createWatchedResources } from '../protocol/watched-resources.js';
import type { ServerOptions } from '../server-options.js';

const listenSchema = z.object({
  method: z.literal('subscriptions/listen'),
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()).max(50) }) }),
});

export interface ListenedResources {
  /** Call for each message; it may subscribe to resources. */
  heard(message: unknown): void;
  /** Call after a possible change of watched resources. */
  check(): void;
  stop(): void;
}

/** Watches the resources that messages subscribe to. */
export function watchListened(options: ServerOptions, changed: (uri: string) => void): ListenedResources {
  const closing = new AbortController();
  const watched = createWatchedResources({
    async read(uri) {
      const call = { signal: closing.signal, caller: { kind: 'assistant' } as const };
      return JSON.stringify((await readResource(uri, options, call)).contents);
    },
    changed,
    othersWrote: options.othersWrote,
  });
  return {
    heard(message) {
      const { notifications } = listenSchema.safeParse(message).data?.params ?? {};
      for (const uri of notifications?.resourceSubscriptions ?? []) {
        watched.watch(uri).catch(() => options.log.debug('a resource that cannot be read is not watched'));
      }
    },
    check: () => void watched.check(),
    stop() {
      closing.abort();
      watched.stop();
    },
  };
}
