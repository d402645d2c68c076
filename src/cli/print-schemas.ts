import { settingsJsonSchema } from '../../schemas/parse-settings.js';
import { listedTools } from '../server/listed-tools.js';
import { legacyAliases } from './legacy-aliases.js';
import type { Command } from './parse-command.js';

type PrintSchemas = Extract<Command, { kind: 'print-schemas' }>;

/** `print-schemas`: `tools/list` as a client gets it, or the schema of the configuration file for editors. */
export async function printSchemas({ what, legacy }: PrintSchemas): Promise<void> {
  const printed =
    what === 'settings' ? settingsJsonSchema() : { tools: listedTools(await legacyAliases(legacy)) };
  process.stdout.write(`${JSON.stringify(printed, undefined, 2)}\n`);
}
