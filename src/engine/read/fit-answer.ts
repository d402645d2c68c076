import { fitTokens } from '../../rows/fit-tokens.js';
import { isAgendaRow } from '../../rows/text/format-agenda.js';
import type { Success } from '../context/service.js';

/** Limits a page to about so many tokens; `meta` says so, and where the rest begins. */
export function fitAnswer(answer: Success, mostTokens = Number.POSITIVE_INFINITY, offset = 0): Success {
  const name = nameOfList(answer.data);
  if (name === undefined || !Number.isFinite(mostTokens)) return answer;
  const { cuts, value } = fitTokens(answer.data[name], mostTokens - FOR_META);
  if (cuts.length === 0 && value === answer.data[name]) return answer;
  const list = typeof value === 'string' ? withoutBareHeading(value) : value;
  const [rows, all] = [rowsIn(list, name), rowsIn(answer.data[name], name)];
  if (rows === all) return { ...answer, data: { ...answer.data, [name]: list } };
  const next = offset + rows;
  const note = `Only the first ${rows} of ${all} fit into this answer; continue with "offset": ${next}.`;
  return {
    ...answer,
    data: { ...answer.data, [name]: list },
    meta: withNotes({ ...answer.meta, returned: rows, nextOffset: next }, [note]),
  };
}

/** Room for what is said besides the list. */
const FOR_META = 300;

/** The list that pages are of: the text, or the longest one. */
function nameOfList(data: Success['data']): string | undefined {
  const text = ['agenda', 'table'].find((name) => typeof data[name] === 'string');
  if (text !== undefined) return text;
  return Object.entries(data)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

/** `meta` with more to be known. */
export function withNotes(meta: Success['meta'], notes: readonly string[]): Success['meta'] {
  const known: readonly unknown[] = Array.isArray(meta.notes) ? meta.notes : [];
  return notes.length === 0 ? meta : { ...meta, notes: [...known, ...notes] };
}

function rowsIn(list: unknown, name: string): number {
  if (Array.isArray(list)) return list.length;
  // A table names its columns first.
  return String(list).split('\n').filter(isAgendaRow).length - (name === 'table' ? 1 : 0);
}

/** The day of a row that did not fit. */
function withoutBareHeading(text: string): string {
  const lines = text.split('\n');
  while (lines.length > 1 && !isAgendaRow(lines.at(-1) ?? '')) lines.pop();
  return lines.join('\n');
}
