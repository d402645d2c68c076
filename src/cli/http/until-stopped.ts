import type { Log } from '../../ports/log.js';
import type { HttpServer } from '../../server/http/start-http.js';
import type { Observation } from './observe/observe.js';

/** Serves until the process is asked to stop, then exits. */
export async function untilStopped(
  server: HttpServer,
  log: Log,
  { flush }: Partial<Observation> = {},
): Promise<never> {
  const reason = await new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  log.info('stopping', { reason });
  await server.stop();
  await flush?.();
  process.exit(0);
}
