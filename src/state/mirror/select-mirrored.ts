import { setImmediate } from 'node:timers/promises';
import { ALL_TIME } from '../../../schemas/model/time.js';
import type { MirrorAnswer, MirrorQuestion } from '../../ports/mirror-store.js';
import type { MirrorDatabase, SqlValue } from './mirror-database.js';

interface StoredRow {
  readonly href: string;
  readonly etag: string;
  /** The library gives one row's bytes in this form, those of many rows in that. */
  readonly ics: Buffer | ArrayBuffer | null;
  readonly reason: string | null;
}

type ObjectRow = Omit<StoredRow, 'ics'> & { readonly ics: string | null };

/** Looks at one state of a complete copy; states that differ in any object have different names. */
export type LookAtCopy = <T>(work: (calendar: number, state: string) => T) => T;

const COLUMNS = 'SELECT href, etag, ics, reason FROM objects';

/** Objects read before other work gets its turn: a few milliseconds. */
const PAGE = 500;
/** A copy that changes while it is read is read again, the last time in one transaction. */
const ROUNDS = 3;

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

function rowsOf({ all }: MirrorDatabase, ids: readonly number[]): ObjectRow[] {
  const sql = `${COLUMNS} WHERE id IN (SELECT value FROM json_each(?))`;
  return all<StoredRow>(sql, JSON.stringify(ids)).map(decoded);
}

function decoded(row: StoredRow): ObjectRow {
  return { ...row, ics: row.ics === null ? null : UTF8.decode(row.ics) };
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
    objects: rows.flatMap(({ href, etag, ics }) => (ics === null ? [] : [{ href, etag, ics }])),
    unreadable: rows.flatMap(({ href, ics, reason }) =>
      ics === null ? [{ href, reason: reason ?? 'It cannot be read.' }] : [],
    ),
  };
}
