import { loadSettings } from '../../config/settings.js';
import { followTokens } from '../../secrets/access-tokens.js';
import { startHttp } from '../../server/http/start-http.js';
import { checkDatabase } from '../shell/check-database.js';
import type { CommandCall } from '../shell/command.js';
import { legacyTools } from '../shell/legacy-tools.js';
import { httpUsers } from './http-users.js';
import { listenAddress } from './listen-address.js';
import { observe } from './observe/observe.js';
import { servePeople } from './people/serve-people.js';
import { serverLog } from './server-log.js';
import { sharedState } from './shared-state.js';
import { startLine } from './start-line.js';
import { untilStopped } from './until-stopped.js';

/** Serves MCP over HTTP until the process is asked to stop, then exits. */
export async function serveHttp(address: string, { options, env, ...call }: CommandCall): Promise<number> {
  const where = listenAddress(address);
  const legacy = await legacyTools(options.legacy);
  const { aliases } = legacy;
  const flags = { ...call.flags, ...legacy.flags };
  const settings = await loadSettings(flags, env);
  const { tokenFile, idleMinutes, drainSeconds, signIn, ...http } = settings.http;
  const log = serverLog(settings);
  const ready = await checkDatabase(settings, log);
  const { sessions, others, callLimit } = await sharedState(settings, log);
  const observation = await observe(settings, env, log);
  const tokens = tokenFile === undefined ? undefined : await followTokens(tokenFile);
  const people = signIn && (await servePeople({ settings, signIn, log, aliases, others }));
  const server = await startHttp({
    ...http,
    ...where,
    ...(people ?? { users: await httpUsers(settings, { aliases, flags, env, others }) }),
    log,
    ready,
    idleMs: idleMinutes * 60_000,
    drainMs: drainSeconds * 1000,
    ...(callLimit !== undefined && { callLimit }),
    ...(sessions !== undefined && { sessionRecords: sessions }),
    ...(tokens !== undefined && { tokens }),
  });
  // Printed for the person who started it; the log is for programs.
  process.stderr.write(`${startLine(server.url, settings.http, (await tokens?.())?.length)}\n`);
  return untilStopped(server, log, observation);
}
