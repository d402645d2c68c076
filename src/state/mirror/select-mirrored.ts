import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ALL_TIME } from '../../../schemas/model/time.js';
import type { MirrorAnswer, MirrorQuestion } from '../../ports/mirror-store.js';
import type { MirrorDatabase, SqlValue } from './mirror-database.js';

interface StoredRow {
  readonly id: number;
  readonly href: string;
  readonly etag: string;
  /** The library gives one row's bytes in this form, those of many rows in that. */
  readonly ics: Buffer | ArrayBuffer | null;
  readonly reason: string | null;
}

interface ObjectRow {
  readonly id: number;
  /** The same object for as long as it is kept, so that what was made of it is found again. */
  readonly object: { readonly href: string; readonly etag: string; readonly ics: string } | undefined;
  readonly unreadable: { readonly href: string; readonly reason: string } | undefined;
}

/** Looks at one state of a complete copy; states that differ in any object have different names. */
export type LookAtCopy = <T>(work: (calendar: number, state: string) => T) => T;

const COLUMNS = 'SELECT id, href, etag, ics, reason FROM objects';

/** Objects read before other work gets its turn: a few milliseconds. */
const PAGE = 500;
/** A copy that changes while it is read is read again, the last time in one transaction. */
const ROUNDS = 3;

/** Texts that are kept between questions, of all files together: those of ten thousand events or so. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** What a row takes beside its text. */
const ROW_BYTES = 400;
const kept = new LRUCache<number, ObjectRow>({ maxSize: KEPT_BYTES });
/** Keys of a file are its number and that of a row, of which there are no more than these. */
const ROWS = 2 ** 32;
const numbers = new WeakMap<object, number>();
let files = 0;

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const HOLDS = 'instr(folded, ?) > 0';
const HAS = 'id IN (SELECT object FROM keys WHERE calendar = ? AND key IN (SELECT value FROM json_each(?)))';
const KINDS = { events: "= 'event'", only: "= 'task'", also: "IN ('event', 'task')" };
const MOST_TEXTS = 100;
const MOST_GROUPS = 20;

/**
 * The events or tasks that may satisfy a question, without parsing any; and everything that cannot be read. All are of one
 * state of the copy, although a large answer is read in pages.
 */
export async function selectObjects(
  database: MirrorDatabase,
  look: LookAtCopy,
  question: MirrorQuestion,
): Promise<MirrorAnswer> {
  for (let round = 1; ; round++) {
    const size = round < ROUNDS ? PAGE : Number.POSITIVE_INFINITY;
    const { ids, begun, rows } = look((calendar, state) => {
      const found = idsOf(database, calendar, question);
      return { ids: found, begun: state, rows: rowsOf(database, found.slice(0, size)) };
    });
    for (let at = size; rows.length === at && at < ids.length; at += size) {
      await setImmediate();
      const page = look((_, state) => (state === begun ? rowsOf(database, ids.slice(at, at + size)) : []));
      for (const row of page) rows.push(row);
    }
    if (rows.length === ids.length) return answerOf(rows);
  }
}

function idsOf(
  { all }: MirrorDatabase,
  calendar: number,
  { from = ALL_TIME.from, to = ALL_TIME.to, candidates = [], tasks }: MirrorQuestion,
): readonly number[] {
  const values: SqlValue[] = [calendar, to, from];
  // A condition of very many texts is left out: it narrows little, and SQLite takes no deeper expressions.
  const groups = candidates
    .filter(({ texts }) => texts.length <= MOST_TEXTS)
    .slice(0, MOST_GROUPS)
    .map(({ texts, keys }) => {
      values.push(...texts, calendar, JSON.stringify(keys));
      return `(${[...texts.map(() => HOLDS), HAS].join(' OR ')})`;
    });
  const condition = groups.length === 0 ? '' : ` AND (uncertain = 1 OR (${groups.join(' AND ')}))`;
  const sql =
    `SELECT id FROM objects WHERE calendar = ? AND kind ${tasks === undefined ? KINDS.events : KINDS[tasks]} AND first_start <= ? AND last_end >= ?${condition} ` +
    "UNION ALL SELECT id FROM objects WHERE calendar = ? AND kind = 'unreadable'";
  return all<{ readonly id: number }>(sql, ...values, calendar).map(({ id }) => id);
}

/** The rows of these ids, in their order. A row is never changed, and its id never given again. */
function rowsOf(database: MirrorDatabase, ids: readonly number[]): ObjectRow[] {
  const keyOf = keysOf(database);
  const known = new Map<number, ObjectRow>();
  const unknown: number[] = [];
  for (const id of ids) {
    const row = kept.get(keyOf(id));
    if (row === undefined) unknown.push(id);
    else known.set(id, row);
  }
  if (unknown.length > 0) {
    const sql = `${COLUMNS} WHERE id IN (SELECT value FROM json_each(?))`;
    for (const stored of database.all<StoredRow>(sql, JSON.stringify(unknown))) {
      const row = decoded(stored);
      kept.set(keyOf(row.id), row, { size: ROW_BYTES + (row.object?.ics.length ?? 0) });
      known.set(row.id, row);
    }
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Another file has other rows under the same ids. */
function keysOf(database: MirrorDatabase): (id: number) => number {
  const file = database.current();
  const number = numbers.get(file) ?? files++;
  numbers.set(file, number);
  return (id) => number * ROWS + id;
}

function decoded({ id, href, etag, ics, reason }: StoredRow): ObjectRow {
  return ics === null
    ? { id, object: undefined, unreadable: { href, reason: reason ?? 'It cannot be read.' } }
    : { id, object: { href, etag, ics: UTF8.decode(ics) }, unreadable: undefined };
}

/** The objects at these addresses. What is no event counts as not there. */
export function findObjects(
  { get }: MirrorDatabase,
  calendar: number,
  hrefs: readonly string[],
): MirrorAnswer & { readonly missing: readonly string[] } {
  const rows: ObjectRow[] = [];
  const missing: string[] = [];
  for (const href of new Set(hrefs)) {
    const row = get<StoredRow>(
      `${COLUMNS} WHERE calendar = ? AND href = ? AND kind <> 'other'`,
      calendar,
      href,
    );
    if (row === undefined) missing.push(href);
    else rows.push(decoded(row));
  }
  return { ...answerOf(rows), missing };
}

function answerOf(rows: readonly ObjectRow[]): MirrorAnswer {
  return {
    objects: rows.flatMap(({ object }) => object ?? []),
    unreadable: rows.flatMap(({ unreadable }) => unreadable ?? []),
  };
}
