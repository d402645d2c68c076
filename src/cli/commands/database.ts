import { counted } from '../../../schemas/model/counted.js';
import { loadSettings } from '../../config/settings.js';
import { databasePlace } from '../../config/stores-place.js';
import type { AuditLimits } from '../../state/audit/file-audit-log.js';
import { type Database, openDatabase } from '../../state/database/database.js';
import { databaseStatus } from '../../state/database/database-status.js';
import { type PrunedAudit, pruneAudit } from '../../state/database/prune-audit.js';
import { countSecrets, type SealedCount } from '../../state/database/sealed/reseal.js';
import { SILENT_LOG } from '../../system/json-log.js';
import type { CommandCall } from '../shell/command.js';
import { configuredDatabase } from '../shell/configured-database.js';
import { UsageError } from '../shell/usage-error.js';

const TASKS = ['status', 'migrate', 'prune'];

/** `database`: migrates tables, reports their status (exit code 1 if outdated) or prunes audit logs. */
export async function runDatabase({
  args: [task = 'status'],
  options,
  flags,
  env,
}: CommandCall): Promise<number> {
  if (!TASKS.includes(task))
    throw new UsageError(`"database" does not know "${task}": migrate, status or prune.`);
  const all = await loadSettings(flags, env);
  const place = databasePlace(configuredDatabase(all));
  const database = openDatabase(place, SILENT_LOG);
  try {
    if (task === 'prune') return await prune(database, all.audit, { json: options.json === true });
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

/** Exit code 1 if a log was altered; such a log stays as it is. */
async function prune(
  database: Database,
  limits: AuditLimits,
  { json }: { readonly json: boolean },
): Promise<number> {
  const pruned = await pruneAudit(database, limits);
  process.stdout.write(`${json ? JSON.stringify(pruned) : prunedText(pruned)}\n`);
  return pruned.broken === 0 ? 0 : 1;
}

function prunedText({ users, lines, broken }: PrunedAudit): string {
  const whole = `${counted(lines, 'line')} removed from the audit logs of ${counted(users, 'user')}.`;
  if (broken === 0) return whole;
  return `${whole} Not what was written, and so left as they are: ${counted(broken, 'log')}. See calendar-mcp audit --verify.`;
}
