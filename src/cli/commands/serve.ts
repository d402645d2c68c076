import { mayMail } from '../../config/accounts.js';
import { loadSettings } from '../../config/settings.js';
import { rejectMultiUser } from '../../config/user-settings.js';
import { listedTools } from '../../server/listed-tools.js';
import { serveStdio } from '../../server/stdio/serve-stdio.js';
import { VERSION } from '../../version.js';
import { preload, wire } from '../../wire.js';
import { checkDatabase } from '../shell/check-database.js';
import type { CommandCall } from '../shell/command.js';
import { legacyTools } from '../shell/legacy-tools.js';

/** Shown to a person who started the server by hand. */
const ALONE = `calendar-mcp waits for an MCP client on stdin; Ctrl-C ends it.
To look around: calendar-mcp demo, calendar-mcp agenda, calendar-mcp --help
`;

/** Serves MCP on stdin and stdout until the client leaves, then exits; with `--http`, serves many clients. */
export async function serve(call: CommandCall): Promise<number> {
  const { options, flags, env } = call;
  if (options.version === true) {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (options.http !== undefined) {
    const { serveHttp } = await import('../http/serve-http.js');
    return serveHttp(options.http, call);
  }
  const legacy = await legacyTools(options.legacy);
  const { aliases } = legacy;
  const settings = await loadSettings({ ...flags, ...legacy.flags }, env);
  rejectMultiUser(settings);
  const { service, log } = await wire(settings, VERSION, { serving: true });
  await checkDatabase(settings, log);
  if (process.stdin.isTTY === true) process.stderr.write(ALONE);
  await serveStdio({
    service,
    log,
    logLines: log.lines,
    aliases,
    tools: listedTools(aliases, settings),
    version: VERSION,
    neverMails: !settings.accounts.some(mayMail),
    // The call that needs a module reports that it cannot be loaded.
    listed: () => void preload(settings).catch(() => undefined),
  });
  process.exit(0);
}
