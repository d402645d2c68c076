import { clockOf } from './config/configured-clock.js';
import { type Settings, secretsOf } from './config/settings.js';
import type { CalendarService } from './engine/context/service.js';
import { lazyService } from './engine/lazy-service.js';
import type { Clock } from './ports/clock.js';
import type { Log, LogLines } from './ports/log.js';
import { createJsonLog } from './system/json-log.js';

export interface Wiring {
  readonly service: CalendarService;
  readonly log: Log & { readonly lines: LogLines };
  readonly clock: Clock;
}

/**
 * Builds the program from its settings. Connects and builds backends only on the first call, so a client sees the tools
 * at once. While `serving`, updates calendar copies in the background.
 */
export async function wire(
  settings: Settings,
  version: string,
  { serving = false }: { readonly serving?: boolean } = {},
): Promise<Wiring> {
  const log = createJsonLog({
    level: settings.logLevel,
    write: (line) => process.stderr.write(line),
    plain: process.stderr.isTTY === true,
    secrets: secretsOf(settings),
  });
  for (const warning of settings.warnings) log.warn(warning);
  for (const { name, error } of settings.failedAccounts) log.warn(error.message, { account: name });
  const clock = await clockOf(settings);
  const service = lazyService(async () => {
    const { wireService } = await import('./wire-service.js');
    return wireService(settings, { clock, log, version, serving });
  });
  return { log, clock, service };
}

/** Loads the code of the first call while the client is still busy; builds, opens and requests nothing. */
export async function preload({ accounts }: Settings): Promise<void> {
  await import('./wire-service.js');
  if (accounts.some(({ kind }) => kind === 'caldav')) {
    await Promise.all([
      import('./backends/caldav/caldav-backend.js'),
      import('./backends/mirror/mirrored-backend.js'),
      import('./state/mirror/open-mirror.js'),
      import('libsql'),
      // Warms up Node's fetch with a data URL, which needs no connection.
      fetch('data:,'),
    ]);
  }
  // Loaded last, because most first calls read.
  await import('./engine/answer-write.js');
  await import('./engine/answer-analysis.js');
}
