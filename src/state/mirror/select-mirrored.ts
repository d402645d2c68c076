import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ALL_TIME } from '../../../schemas/model/time.js';
import type { MirrorAnswer, MirrorQuestion } from '../../ports/mirror-store.js';
import type { MirrorDatabase, SqlValue } from './mirror-database.js';

interface StoredRow {
  readonly id: number;
  readonly href: string;
  readonly etag: string;
  /** The library returns a Buffer for one row and an ArrayBuffer for many. */
  readonly ics: Buffer | ArrayBuffer | null;
  readonly reason: string | null;
}

interface ObjectRow {
  readonly id: number;
  /** Same object while cached, so that data derived from it is found again. */
  readonly object: { readonly href: string; readonly etag: string; readonly ics: string } | undefined;
  readonly unreadable: { readonly href: string; readonly reason: string } | undefined;
}

/** Reads one state of a complete copy; states with different objects have different names. */
export type LookAtCopy = <T>(work: (calendar: number, state: string) => T) => T;

const COLUMNS = 'SELECT id, href, etag, ics, reason FROM objects';

/** Objects per turn, a few milliseconds. */
const PAGE = 500;
/** Rereads a copy that changes meanwhile, the last time in one transaction. */
const ROUNDS = 3;

/** Cached texts of all files, about ten thousand events. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Size of a row without its text. */
const ROW_BYTES = 400;
const kept = new LRUCache<number, ObjectRow>({ maxSize: KEPT_BYTES });
/** Cache key: file number times this, plus the row id, which is smaller. */
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
 * Events or tasks that may match a query, without parsing, plus everything unreadable. All from one state of
 * the copy, although a large answer is read in pages.
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
  // Skips a condition with very many texts: it excludes little, and SQLite limits the depth of expressions.
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

/** Rows of the ids, in order. Rows never change and ids are never reused, so they can be cached. */
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

/** Ids are only unique within a file. */
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

/** Objects at the addresses; objects that are neither events nor tasks count as missing. */
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
