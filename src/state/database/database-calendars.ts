import { createHash } from 'node:crypto';
import type {
  ChangedObject,
  LookedAt,
  StoredCalendars,
  StoredLabels,
  StoredPlace,
  StoredText,
  WriteRefusal,
} from '../../ports/stored-calendars.js';
import { errnoOf } from '../../system/errno-of.js';
import { CALENDAR_SQL, PAGE_OF_OBJECTS } from './calendar-statements.js';
import type { Database, Query, Row } from './database.js';
import { databaseError, outcomeOf } from './database-error.js';
import { type StoreOwner, userIsFull } from './database-store.js';

/** The last tenth is reserved for trash and undo, which deleting needs. */
const SHARE = 0.9;
const MEGABYTE = 1024 * 1024;
const TRIES = 4;
/** Codes for a taken UID or file. */
const TAKEN = new Set(['23505', '23502']);

/** Calendars of one user in a database. */
export function createDatabaseCalendars(
  { query }: Pick<Database, 'query'>,
  { owner, userMegabytes }: StoreOwner,
): StoredCalendars {
  const most = Math.floor(userMegabytes * MEGABYTE * SHARE);

  /** True if a row was written. */
  async function write(text: string, values: readonly unknown[]): Promise<boolean> {
    try {
      return (await query(text, [owner, ...values])).length > 0;
    } catch (error) {
      const known = databaseError(error);
      if (TAKEN.has(errnoOf(known.cause) ?? '')) return false;
      throw known.with({ outcome: outcomeOf(known) });
    }
  }

  const { changed, full } = refusalsOf(query, { owner, userMegabytes }, most);

  return {
    look: async (known) => {
      const columns = [known.map(({ id }) => id), known.map(({ seen }) => seen)];
      return lookedAt(
        await query(CALENDAR_SQL.look, [owner, ...columns, known.map(({ forgotten }) => forgotten)]),
      );
    },
    async add(calendar, object) {
      for (let tries = 1; ; tries++) {
        if (await write(CALENDAR_SQL.add, [calendar, ...valuesOf(object), most])) return undefined;
        const refusal = await full(calendar, object);
        // The conflict is gone: another replica created the calendar or deleted an event.
        if (refusal.kind !== 'changed' || tries === TRIES) return refusal;
      }
    },
    async replace(place, object) {
      const { calendar, expect } = place;
      const isDone = await write(CALENDAR_SQL.replace, [calendar, ...valuesOf(object), most, expect]);
      return isDone ? undefined : ((await changed(place)) ?? full(calendar));
    },
    async remove(place) {
      const { calendar, file, expect } = place;
      const isDone = await write(CALENDAR_SQL.remove, [calendar, file, expect]);
      return isDone ? undefined : ((await changed(place)) ?? { kind: 'changed' });
    },
    async move(place, target, object) {
      const { calendar, file, expect } = place;
      const isDone = await write(CALENDAR_SQL.move, [calendar, file, expect, target, ...valuesOf(object)]);
      return isDone ? undefined : ((await changed(place)) ?? full(target, object));
    },
    make: (calendar, labels) => write(CALENDAR_SQL.make, [calendar, ...columnsOf(labels)]),
    label: (calendar, labels) => write(CALENDAR_SQL.label, [calendar, ...columnsOf(labels)]),
    async discard(calendar, { withEvents }) {
      if (await write(CALENDAR_SQL.discard, [calendar, withEvents])) return undefined;
      const [there] = await query(CALENDAR_SQL.why, [owner, calendar, '', null]);
      return { kind: there === undefined ? 'no-calendar' : 'not-empty' };
    },
  };
}

function refusalsOf(query: Query, { owner, userMegabytes }: StoreOwner, most: number) {
  /** Explains why an event differs from the expected one; undefined if it does not. */
  async function changed({ calendar, file, expect }: StoredPlace): Promise<WriteRefusal | undefined> {
    const [row] = await query(CALENDAR_SQL.why, [owner, calendar, file, null]);
    if (row === undefined) return { kind: 'no-calendar' };
    if (row.etag === null) return { kind: 'no-object' };
    return row.etag === expect ? undefined : { kind: 'changed' };
  }

  /** Explains why an event cannot be stored. */
  async function full(calendar: string, object?: StoredText): Promise<WriteRefusal> {
    const [row] = await query(CALENDAR_SQL.why, [
      owner,
      calendar,
      object?.file ?? '',
      object ? uidOf(object) : null,
    ]);
    if (row === undefined) return { kind: 'no-calendar' };
    if (row.twin !== null) return { kind: 'taken', by: String(row.twin) };
    if (Number(row.bytes) >= most) throw userIsFull(userMegabytes).with({ outcome: 'not_applied' });
    // The conflict is gone meanwhile.
    return { kind: 'changed' };
  }

  return { changed, full };
}

export async function sweepObjects({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(CALENDAR_SQL.sweep);
}

/** Parameters of an object in statements. */
function valuesOf(object: StoredText): readonly unknown[] {
  return [object.file, uidOf(object), object.etag, object.bytes];
}

function uidOf({ uid }: StoredText): Uint8Array {
  return createHash('sha256').update(uid).digest();
}

function columnsOf({ name, color, description }: StoredLabels): readonly (string | null)[] {
  return [name ?? null, color ?? null, description ?? null];
}

/** Groups rows by calendar. */
function lookedAt(rows: readonly Row[]): readonly LookedAt[] {
  const byId = new Map<unknown, Row[]>();
  for (const row of rows) {
    const known = byId.get(row.id);
    if (known === undefined) byId.set(row.id, [row]);
    else known.push(row);
  }
  return [...byId.values()].flatMap((objects) => {
    const [first] = objects;
    return first === undefined ? [] : [calendarOf(first, objects)];
  });
}

function calendarOf(first: Row, objects: readonly Row[]): LookedAt {
  const found = Number(first.found ?? 0);
  const isAll = found < PAGE_OF_OBJECTS && (found === 0 || found === objects.length);
  const changed = objects.flatMap((row) => changedOf(row) ?? []);
  return {
    id: Number(first.id),
    calendar: String(first.folder),
    labels: labelsOf(first),
    seen: Number(isAll ? first.changes : objects.at(-1)?.changed),
    forgotten: Number(first.forgotten),
    isAnew: first.is_anew === true,
    isAll,
    changed,
  };
}

function labelsOf(row: Row): StoredLabels {
  const labels = Object.entries({ name: row.name, color: row.color, description: row.description });
  return Object.fromEntries(labels.filter(([, text]) => typeof text === 'string'));
}

/** Undefined if nothing in the calendar changed. */
function changedOf({ file, etag, ics }: Row): ChangedObject | undefined {
  if (typeof file !== 'string') return undefined;
  return ics instanceof Buffer ? { file, content: { etag: String(etag), ics: ics.toString() } } : { file };
}
