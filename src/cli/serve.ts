import { listedTools } from '../server/listed-tools.js';
import { serveStdio } from '../server/stdio.js';
import { loadSettings, type SettingFlags } from '../settings.js';
import { VERSION } from '../version.js';
import { wire } from '../wire.js';
import { legacyAliases } from './legacy-aliases.js';

/** Serves MCP on stdin and stdout until the client leaves, then ends the process. */
export async function serve(
  legacy: readonly string[],
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const aliases = await legacyAliases(legacy);
  const { service, log } = await wire(loadSettings(flags, env), VERSION, true);
  await serveStdio({
    service,
    log,
    aliases,
    tools: listedTools(aliases),
    version: VERSION,
  });
  process.exit(0);
}
