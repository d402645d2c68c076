import { ALL_TIME } from '../../schemas/time.js';
import type { MirrorAnswer, MirrorQuestion } from '../ports/mirror-store.js';
import type { MirrorDatabase, SqlValue } from './mirror-database.js';

interface ObjectRow {
  readonly href: string;
  readonly etag: string;
  /** The library gives one row's bytes in this form, those of many rows in that. */
  readonly ics: Buffer | ArrayBuffer | null;
  readonly reason: string | null;
}

const COLUMNS = 'SELECT href, etag, ics, reason FROM objects';

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const HOLDS = 'instr(folded, ?) > 0';
const HAS = 'id IN (SELECT object FROM keys WHERE calendar = ? AND key IN (SELECT value FROM json_each(?)))';
const MOST_TEXTS = 100;
const MOST_GROUPS = 20;

/** The events that may satisfy a question, without parsing any; and everything that cannot be read. */
export function selectObjects(
  { all }: MirrorDatabase,
  calendar: number,
  { from = ALL_TIME.from, to = ALL_TIME.to, candidates = [] }: MirrorQuestion,
): MirrorAnswer {
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
  const events = all<ObjectRow>(
    `${COLUMNS} WHERE calendar = ? AND kind = 'event' AND first_start <= ? AND last_end >= ?${condition}`,
    ...values,
  );
  const unreadable = all<ObjectRow>(`${COLUMNS} WHERE calendar = ? AND kind = 'unreadable'`, calendar);
  return answerOf([...events, ...unreadable]);
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
    const row = get<ObjectRow>(
      `${COLUMNS} WHERE calendar = ? AND href = ? AND kind <> 'other'`,
      calendar,
      href,
    );
    if (row === undefined) missing.push(href);
    else rows.push(row);
  }
  return { ...answerOf(rows), missing };
}

function answerOf(rows: readonly ObjectRow[]): MirrorAnswer {
  return {
    objects: rows.flatMap(({ href, etag, ics }) =>
      ics === null ? [] : [{ href, etag, ics: UTF8.decode(ics) }],
    ),
    unreadable: rows.flatMap(({ href, ics, reason }) =>
      ics === null ? [{ href, reason: reason ?? 'It cannot be read.' }] : [],
    ),
  };
}
