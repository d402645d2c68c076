import type { NamedCalendar } from '../../../../compilers/targets/applescript/calendar-address.js';
import {
  COLUMNS,
  type ColumnName,
  calendarFields,
  listFields,
} from '../../../../compilers/targets/applescript/script-fields.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { isRecent } from '../../../system/is-recent.js';
import { explainFailure } from '../scripts/explain-failure.js';
import type { Rows } from '../scripts/read-rows.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';

/** The few columns of all events of a calendar: one list a column, or undefined where Calendar has no stamps. */
export type ColumnValues = Readonly<Record<ColumnName, readonly string[] | undefined>>;

interface Begun {
  readonly at: Instant;
  readonly scripts: number;
  readonly total: number;
  readonly values: Map<ColumnName, readonly string[] | undefined>;
}

/** What a script did not have the time for is asked by the next; what was read is kept this long for the next call. */
const KEPT_MS = 10 * 60_000;

/** Reads columns, as many a script as there is time for: of large calendars one takes a minute. */
export interface ColumnReader {
  read(calendarId: string, calendar: NamedCalendar, signal: AbortSignal): Promise<ColumnValues>;
  /** Something was written: what was read is no longer true. */
  forget(calendarId: string): void;
}

export function createColumnReader(session: ScriptSession, now: () => Instant): ColumnReader {
  const begun = new Map<string, Begun>();
  const writes = new Map<string, number>();

  /** What took several scripts must not have changed between them; the stamps, which were read first, tell. */
  async function requireUnchanged(
    calendar: NamedCalendar,
    { values }: Begun,
    signal: AbortSignal,
  ): Promise<void> {
    const stamps = values.get('stamp');
    if (stamps === undefined) return;
    const { rows } = await session.read('check-events', calendarFields(calendar), signal);
    if (rows.length === stamps.length && rows.every(([stamp], at) => stamp === stamps[at])) return;
    throw explainFailure(new ScriptFailure('reported', 7011));
  }

  async function readOn(calendarId: string, calendar: NamedCalendar, signal: AbortSignal): Promise<Begun> {
    for (;;) {
      const known = begun.get(calendarId);
      const kept = known !== undefined && isRecent(known.at, KEPT_MS, now()) ? known : undefined;
      const missing = COLUMNS.filter((name) => kept?.values.has(name) !== true);
      if (kept !== undefined && missing.length === 0) {
        if (kept.scripts > 1) await requireUnchanged(calendar, kept, signal);
        return kept;
      }
      const at = now();
      const written = writes.get(calendarId);
      const wanted = kept === undefined ? [] : missing;
      const { values, total } = readColumnRows(
        await session.read('list-events', listFields(calendar, wanted), signal),
      );
      if (values.size === 0) throw explainFailure(new ScriptFailure('garbled'));
      const isOver = written !== writes.get(calendarId) || (kept !== undefined && kept.total !== total);
      if (isOver) throw explainFailure(new ScriptFailure('reported', 7011));
      const all = new Map([...(kept?.values ?? []), ...values]);
      begun.set(calendarId, { at: kept?.at ?? at, scripts: (kept?.scripts ?? 0) + 1, total, values: all });
    }
  }

  return {
    async read(calendarId, calendar, signal) {
      try {
        const { values } = await readOn(calendarId, calendar, signal);
        begun.delete(calendarId);
        return Object.fromEntries(COLUMNS.map((name) => [name, values.get(name)])) as ColumnValues;
      } catch (error) {
        if (error instanceof Error && error.cause instanceof ScriptFailure && error.cause.number === 7011)
          begun.delete(calendarId);
        throw error;
      }
    },
    forget: (calendarId) => {
      writes.set(calendarId, (writes.get(calendarId) ?? 0) + 1);
      begun.delete(calendarId);
    },
  };
}

/** The columns of an answer; those for which there was no time are not among them. */
export function readColumnRows({ rows, end }: Rows): {
  readonly values: ReadonlyMap<ColumnName, readonly string[] | undefined>;
  readonly total: number;
} {
  const total = Number(end[0]);
  const values = new Map<ColumnName, readonly string[] | undefined>();
  for (const [mark, ...fields] of rows) {
    const name = COLUMNS.find((one) => one === (mark === 'REFUSED' ? fields[0] : mark));
    const isWhole = mark === 'REFUSED' ? name === 'stamp' : fields.length === total;
    if (name === undefined || !isWhole) throw explainFailure(new ScriptFailure('garbled'));
    values.set(name, mark === 'REFUSED' ? undefined : fields);
  }
  return { values, total };
}
