import type { Json } from './legacy-server.js';

/**
 * The rows of an old answer beside those of the calls that replace it, each as the sorted texts of all it says: names
 * and nesting may differ, values may not. `leftOut` are fields that one of them has no place for.
 */
export function shownRows(
  { old, now }: { readonly old: Json; readonly now: readonly Json[] },
  leftOut: readonly string[],
  known: ReadonlySet<string>,
): { readonly old: readonly (readonly string[])[]; readonly now: readonly (readonly string[])[] } {
  const hasOffsets = /T\d{2}:\d{2}[^"]*(?:Z|[+-]\d{2}:\d{2})"/.test(JSON.stringify(old));
  const texts = (row: unknown) =>
    [...new Set(leaves(row).map((text) => plain(text, hasOffsets, known)))].sort();
  // What was just written has another version on each server.
  const passing = now.some(({ data }) => (data as Json).event !== undefined) ? ['etag'] : [];
  const rows = now.flatMap(({ data }) => newRows(data as Json));
  return {
    old: oldRows(old).map((row) => texts(without(row, [...leftOut, ...passing]))),
    now: rows.map((row) => texts(without(whole(row), [...leftOut, ...passing]))),
  };
}

/** Of a read its rows, of a write the event. */
export function newRows({ events, tasks, busy, calendars, event, id }: Json): readonly Json[] {
  const rows = events ?? tasks ?? busy ?? calendars;
  if (rows !== undefined) return rows as Json[];
  return event === undefined ? [] : [{ ...(event as Json), id }];
}

/** The list or the row of an answer, which may be in `data`. */
function oldRows(answer: Json): readonly unknown[] {
  const { data = answer } = answer;
  const found = Object.values(data as Json).find((value) => typeof value === 'object' && value !== null);
  return found === undefined ? [] : [found].flat();
}

/**
 * A row with what its shortened cells stand for: an end on the day of the start, a day without a time. One that names
 * its series stands for the series, from its beginning.
 */
function whole({ id, start, end, seriesStart, ...row }: Json): Json {
  const [from, to] = [String(seriesStart ?? start ?? ''), String(end ?? '')];
  const offset = /[+-]\d{2}:\d{2}$/.exec(from)?.[0] ?? '';
  return {
    ...((row.seriesId ?? undefined) === undefined && { id }),
    ...row,
    start: from,
    end: /^\d{2}:/.test(to) ? `${from.slice(0, 10)}T${to}${offset}` : to,
    ...(from.length === 10 && { allDay: true }),
  };
}

function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner, names)]));
}

/** All that says something. */
function leaves(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return value === '' || value === null || value === undefined || value === false ? [] : [String(value)];
}

const ID = /^[0-9a-z]{10}$/;

function plain(text: string, hasOffsets: boolean, known: ReadonlySet<string>): string {
  // A new event has another id on each server.
  if (ID.test(text) && !known.has(text)) return 'new id';
  if (text === 'pending') return 'needs_action';
  if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) && hasOffsets)
    return new Date(text).toISOString();
  if (hasOffsets || !/^\d{4}-\d{2}-\d{2}/.test(text)) return text;
  return text.length === 10 ? `${text} 00:00` : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
