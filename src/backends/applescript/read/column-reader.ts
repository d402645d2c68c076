import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { calendarFields } from '../../../../compilers/targets/applescript/calendar-address.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { isRecent } from '../../../system/is-recent.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { type EventColumns, readColumns } from './event-row.js';

/** The listed events of a calendar; fewer rows than `total` if time ran out. */
export interface Listed {
  readonly rows: readonly EventColumns[];
  readonly total: number;
}

/** Reads the few columns of all events in ranges of rows. The next call continues where time ran out. */
export interface ColumnReader {
  /** After `until`, starts no script except the first. */
  read(calendar: CalendarAddress, until: Instant, signal: AbortSignal): Promise<Listed>;
  /** Drops the rows after a change. */
  forget(calendarId: string): void;
}

interface Kept extends Listed {
  readonly at: Instant;
}

/** Lifetime of rows: event times may change meanwhile. */
const KEPT_MS = 10 * 60_000;

export function createColumnReader(session: ScriptSession, mac: Zone, now: () => Instant): ColumnReader {
  const kept = new Map<string, Kept>();
  const writes = new Map<string, number>();

  /** Runs one more script, which begins with the last known row. Undefined if that row has changed. */
  async function readOn(
    calendar: CalendarAddress,
    known: Kept | undefined,
    signal: AbortSignal,
  ): Promise<Kept | undefined> {
    const { id: calendarId } = calendar;
    const at = known?.at ?? now();
    const written = writes.get(calendarId);
    const before = known?.rows ?? [];
    const firstRow = Math.max(1, before.length);
    const { rows: texts, end } = await session.read(
      'list-events',
      [...calendarFields(calendar), String(firstRow)],
      signal,
    );
    const total = Number(end[0]);
    const rows = readColumns(texts, firstRow, mac);
    if (rows.length > total || (rows.length === 0 && total >= firstRow))
      throw explainFailure(new ScriptFailure('garbled'));
    if (written !== writes.get(calendarId)) return undefined;
    if (known === undefined) return { at, rows, total };
    const isSame = before.at(-1)?.listed === rows[0]?.listed;
    // Nothing may change between two scripts of one list. A complete list may grow at its end.
    const isGrown = before.length === known.total && total >= known.total;
    if (!isSame || (total !== known.total && !isGrown)) return undefined;
    return { at, rows: [...before.slice(0, -1), ...rows], total };
  }

  return {
    async read(calendar, until, signal) {
      const { id: calendarId } = calendar;
      let known = kept.get(calendarId);
      if (known !== undefined && !isRecent(known.at, KEPT_MS, now())) known = undefined;
      let restarts = 0;
      do {
        const next = await readOn(calendar, known, signal);
        if (next === undefined && ++restarts > 1) throw explainFailure(new ScriptFailure('reported', 7011));
        if (next === undefined) kept.delete(calendarId);
        else kept.set(calendarId, next);
        known = next;
      } while (known === undefined || (known.rows.length < known.total && now() < until));
      return known;
    },
    forget: (calendarId) => {
      writes.set(calendarId, (writes.get(calendarId) ?? 0) + 1);
      kept.delete(calendarId);
    },
  };
}
