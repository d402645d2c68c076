import { loadSettings, type SettingFlags } from '../config/settings.js';
import { listedTools } from '../server/listed-tools.js';
import { serveStdio } from '../server/stdio.js';
import { VERSION } from '../version.js';
import { preload, wire } from '../wire.js';
import { legacyAliases } from './legacy-aliases.js';

/** Serves MCP on stdin and stdout until the client leaves, then ends the process. */
export async function serve(
  legacy: readonly string[],
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const aliases = await legacyAliases(legacy);
  const settings = await loadSettings(flags, env);
  const { service, log } = await wire(settings, VERSION, true);
  await serveStdio({
    service,
    log,
    aliases,
    tools: listedTools(aliases),
    version: VERSION,
    // What cannot be loaded is reported by the call that needs it.
    listed: () => void preload(settings).catch(() => undefined),
  });
  process.exit(0);
}
