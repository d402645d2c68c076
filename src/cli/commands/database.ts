import { counted } from '../../../schemas/model/counted.js';
import { loadSettings } from '../../config/settings.js';
import { databasePlace } from '../../config/stores-place.js';
import { openDatabase } from '../../state/database/database.js';
import { databaseStatus } from '../../state/database/database-status.js';
import { countSecrets, type SealedCount } from '../../state/database/sealed/reseal.js';
import { SILENT_LOG } from '../../system/json-log.js';
import type { CommandCall } from '../shell/command.js';
import { configuredDatabase } from '../shell/configured-database.js';
import { UsageError } from '../shell/usage-error.js';

/** `database`: brings the tables up to date, or says whether they are; 1 where they are not. */
export async function runDatabase({
  args: [task = 'status'],
  options,
  flags,
  env,
}: CommandCall): Promise<number> {
  if (task !== 'status' && task !== 'migrate')
    throw new UsageError(`"database" does not know "${task}": migrate or status.`);
  const settings = configuredDatabase(await loadSettings(flags, env));
  const place = databasePlace(settings);
  const database = openDatabase(place, SILENT_LOG);
  try {
    const made = task === 'migrate' ? await database.migrate() : 0;
    const status = await databaseStatus(database);
    const { applied, known, server } = status;
    const { sealers } = place;
    const isReadable = applied === known && sealers !== undefined;
    const secrets = isReadable ? await countSecrets(database, sealers) : undefined;
    const lines = [
      `PostgreSQL ${server}: ${counted(applied, 'migration')} of ${known}${made > 0 ? `, ${made} of them just now` : ''}.`,
      ...(secrets === undefined ? [] : [secretsLine(secrets)]),
    ];
    process.stdout.write(
      options.json === true
        ? `${JSON.stringify({ ...status, made, ...(secrets && { secrets }) })}\n`
        : `${lines.join('\n')}\n`,
    );
    return applied === known ? 0 : 1;
  } finally {
    await database.close();
  }
}

function secretsLine({ all, older }: SealedCount): string {
  const rest = older === 0 ? 'all with the first key' : `${older} of them with an earlier key`;
  return `${counted(all, 'sealed secret')}, ${rest}.`;
}
