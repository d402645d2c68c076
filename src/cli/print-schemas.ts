import { doctorReportJsonSchema } from '../../schemas/settings/doctor-report.js';
import { settingsJsonSchema } from '../../schemas/settings/parse-settings.js';
import { listedTools } from '../server/listed-tools.js';
import { legacyAliases } from './legacy-aliases.js';
import type { Command } from './parse-command.js';

type PrintSchemas = Extract<Command, { kind: 'print-schemas' }>;

/** `print-schemas`: `tools/list` as a client gets it, or the schema of the configuration file or of a report. */
export async function printSchemas({ what, legacy }: PrintSchemas): Promise<void> {
  process.stdout.write(`${JSON.stringify(await schemaOf(what, legacy), undefined, 2)}\n`);
}

async function schemaOf(what: PrintSchemas['what'], legacy: readonly string[]): Promise<object> {
  switch (what) {
    case 'tools':
      return { tools: listedTools(await legacyAliases(legacy)) };
    case 'settings':
      return settingsJsonSchema();
    case 'doctor':
      return doctorReportJsonSchema();
  }
}
