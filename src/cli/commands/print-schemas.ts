import { doctorReportJsonSchema } from '../../../schemas/settings/doctor-report.js';
import { settingsJsonSchema } from '../../../schemas/settings/parse-settings.js';
import { openAiStrict } from '../../../schemas/tools/openai-strict.js';
import { listedTools } from '../../server/listed-tools.js';
import type { CommandCall } from '../shell/command.js';
import { legacyTools } from '../shell/legacy-tools.js';
import { UsageError } from '../shell/usage-error.js';

/** `print-schemas`: prints `tools/list` as a client gets it, or the schema of the settings or the doctor report. */
export async function printSchemas({ args: [what], options }: CommandCall): Promise<number> {
  const schema =
    options['openai-strict'] === true
      ? { tools: listedTools((await legacyTools(options.legacy)).aliases).map(openAiStrict) }
      : await schemaOf(what, options.legacy);
  process.stdout.write(`${JSON.stringify(schema, undefined, 2)}\n`);
  return 0;
}

async function schemaOf(what = 'tools', legacy: readonly string[] | undefined): Promise<object> {
  switch (what) {
    case 'tools':
      return { tools: listedTools((await legacyTools(legacy)).aliases) };
    case 'settings':
      return settingsJsonSchema();
    case 'doctor':
      return doctorReportJsonSchema();
    default:
      throw new UsageError('"print-schemas" takes "tools", "settings" or "doctor".');
  }
}
