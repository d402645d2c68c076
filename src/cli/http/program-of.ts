import { mayMail } from '../../config/accounts.js';
import type { Settings } from '../../config/settings.js';
import type { Alias } from '../../server/legacy/alias.js';
import { listedTools } from '../../server/listed-tools.js';
import type { ServerOptions } from '../../server/server-options.js';
import { VERSION } from '../../version.js';
import { preload, wire } from '../../wire.js';
import type { OtherReplicas } from './shared-state.js';

export interface ProgramContext {
  readonly aliases: readonly Alias[];
  /** Undefined without other replicas. */
  readonly others?: OtherReplicas | undefined;
}

/** Builds the program of a user, under the server's public address. */
export async function programOf(
  settings: Settings,
  { http: { publicUrl } }: Settings,
  { aliases, others }: ProgramContext,
): Promise<ServerOptions> {
  const { service, log } = await wire(settings, VERSION, { serving: true });
  return {
    service,
    log,
    aliases,
    tools: listedTools(aliases, settings),
    version: VERSION,
    neverMails: !settings.accounts.some(mayMail),
    // The call that needs a module reports that it cannot be loaded.
    listed: () => void preload(settings).catch(() => undefined),
    ...(others && {
      othersWrote: (hear: () => void) => others.watchWrites(settings.owner, hear),
      questionStore: others.questionsOf(settings.owner),
    }),
    ...(publicUrl !== undefined && { publicUrl }),
  };
}
