import { type Bounds, resolvePeriod } from '../../../compilers/time/resolve-time.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError, ERROR_CODES } from '../../../schemas/model/error.js';
import { zoneOf } from '../../calendar/zones/zone.js';
import { clockOf } from '../../config/configured-clock.js';
import { loadSettings, type Settings } from '../../config/settings.js';
import { storesPlace } from '../../config/stores-place.js';
import { cleanObject, cleanText } from '../../server/answers/clean-text.js';
import type { AuditCheck } from '../../state/audit/read-audit-log.js';
import { openStores } from '../../state/open-stores.js';
import { SILENT_LOG } from '../../system/json-log.js';
import { type AuditRow, AuditRows, copiesIn, idsIn } from '../print/audit-rows.js';
import { printAudit } from '../print/print-audit.js';
import { screenOf } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { settingsOfNamed } from '../shell/user-settings.js';
import { withWiring } from '../shell/with-service.js';
import { withPeriodErrors } from '../view/asked-period.js';
import { withIsoDates } from '../view/iso-dates.js';
import { type TitleOf, titlesOf } from '../view/titles-of.js';

/** `audit`: prints who wrote what and the outcome, or verifies that the log is unaltered. */
export async function runAudit(call: CommandCall): Promise<number> {
  const { args, options, flags, env } = call;
  const common = await loadSettings(flags, env);
  if (common.http.users.length > 0 && options.user === undefined) {
    process.stderr.write('Each user of http.users has a log of their own: name one with --user.\n');
  }
  const settings = await settingsOfNamed(options.user, common, { flags, env });
  const clock = await clockOf(settings);
  const { timeZone } = clock;
  const { client, user, operation, outcome, json = false } = options;
  demandOutcome(outcome);
  const rows = new AuditRows({
    ...(args.join('').trim() !== '' && { period: await periodOf(args, timeZone(), settings) }),
    ...(client !== undefined && { client }),
    ...(user !== undefined && { user }),
    ...(operation !== undefined && { operation }),
    ...(outcome !== undefined && { outcome }),
  });
  const stores = await openStores(storesPlace(settings), clock, SILENT_LOG);
  const check = await stores.readAudit((line) => rows.add(line)).finally(() => stores.close());
  if (options.verify === true) {
    process.stdout.write(`${json ? JSON.stringify(check) : verdictOf(check)}\n`);
    return check.broken === undefined ? 0 : 1;
  }
  const found = rows.all().map(cleanObject);
  const { width } = screenOf(process.stdout, env);
  const text = json
    ? found.map((row) => `${JSON.stringify(row)}\n`).join('')
    : printAudit(found, {
        width,
        timeZone: timeZone(),
        ...(process.stdout.isTTY === true && { titleOf: await titlesFor(found, settings, call) }),
      });
  process.stdout.write(text);
  if (check.isTorn || check.broken !== undefined) process.stderr.write(`${verdictOf(check)}\n`);
  return 0;
}

/** Outcomes of calls. A failed call has its error code instead. */
const OUTCOMES = ['applied', 'partly_applied', 'not_applied', 'unknown', 'running', 'interrupted'];

function demandOutcome(outcome: string | undefined): void {
  if (outcome === undefined || OUTCOMES.includes(outcome) || outcome in ERROR_CODES) return;
  throw new UsageError(`--outcome is ${OUTCOMES.join(', ')}, or the code of an error, such as CONFLICT.`);
}

/** Looks up current titles for a person at the terminal, because the log has titles only if configured. */
async function titlesFor(rows: readonly AuditRow[], settings: Settings, call: CommandCall): Promise<TitleOf> {
  const copies = copiesIn(rows);
  const ids = [...rows.flatMap(idsIn), ...copies.values()];
  if (ids.length === 0) return () => undefined;
  try {
    const known = await withWiring(settings, call, (at) => titlesOf(ids, at));
    // An undone copy is gone without a trace; its source has the same title.
    return (id) => known(id) ?? known(copies.get(id) ?? id);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    process.stderr.write(`Titles cannot be looked up just now. ${cleanText(error.message)}\n`);
    return () => undefined;
  }
}

/** Uses the system clock, like the log lines. */
function periodOf(words: readonly string[], timeZone: string, settings: Settings): Promise<Bounds> {
  const zone = zoneOf(timeZone);
  if (zone === undefined) throw new UsageError('The time zone is not known.');
  const clock = { now: Date.now, timeZone: () => timeZone };
  const scope = { now: Date.now(), zone, weekStart: settings.weekStart };
  return withPeriodErrors(words, { clock, settings }, async () =>
    resolvePeriod(withIsoDates(words.join(' ')), scope),
  );
}

function verdictOf({ lines, files, hash, broken, isTorn }: AuditCheck): string {
  const torn = isTorn ? ' A crash has left a piece of a line at the end, which the next write removes.' : '';
  if (broken !== undefined)
    return `The log is broken: row ${broken.row} of ${broken.file} ${broken.reason}.${torn}`;
  if (lines === 0) return `The log is empty.${torn}`;
  const place = files === undefined ? 'the database' : counted(files, 'file');
  const size = `${counted(lines, 'line')} in ${place}`;
  return `${size}, all in their place. The last one has the hash ${hash}.${torn}`;
}
