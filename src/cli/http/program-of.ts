import { mayMail } from '../../config/accounts.js';
import type { Settings } from '../../config/settings.js';
import type { Alias } from '../../server/legacy/alias.js';
import { listedTools } from '../../server/listed-tools.js';
import type { ServerOptions } from '../../server/server-options.js';
import type { WatchWrites } from '../../state/database/watch-writes.js';
import { VERSION } from '../../version.js';
import { preload, wire } from '../../wire.js';

export interface ProgramContext {
  readonly aliases: readonly Alias[];
  /** Tells what was written through other replicas; undefined where there are none. */
  readonly watchWrites?: WatchWrites | undefined;
}

/** What a user of these settings works with, under the server's public address. */
export async function programOf(
  settings: Settings,
  { http: { publicUrl } }: Settings,
  { aliases, watchWrites }: ProgramContext,
): Promise<ServerOptions> {
  const { service, log } = await wire(settings, VERSION, { serving: true });
  return {
    service,
    log,
    aliases,
    tools: listedTools(aliases, settings),
    version: VERSION,
    neverMails: !settings.accounts.some(mayMail),
    // What cannot be loaded is reported by the call that needs it.
    listed: () => void preload(settings).catch(() => undefined),
    ...(watchWrites && { othersWrote: (hear: () => void) => watchWrites(settings.owner, hear) }),
    ...(publicUrl !== undefined && { publicUrl }),
  };
}
