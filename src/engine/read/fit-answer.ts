import type { Success } from '../../../schemas/answers/success.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import { fitTokens } from '../../rows/fit-tokens.js';
import { isAgendaRow } from '../../rows/text/format-agenda.js';

/** Limits a page to about `mostTokens`; `meta` says so, and where the rest begins. */
export function fitAnswer<Data extends object>(
  answer: Success<Data>,
  mostTokens = Number.POSITIVE_INFINITY,
  offset = 0,
): Success<Data> {
  const found = listIn(answer.data);
  if (found === undefined || !Number.isFinite(mostTokens)) return answer;
  const [name, whole] = found;
  const { cuts, value } = fitTokens(whole, mostTokens - FOR_META);
  if (cuts.length === 0 && value === whole) return answer;
  const list = typeof value === 'string' ? withoutBareHeading(value) : value;
  const [rows, all] = [rowsIn(list, name), rowsIn(whole, name)];
  if (rows === all) return { ...answer, data: { ...answer.data, [name]: list } };
  const next = offset + rows;
  const note = `Only the first ${rows} of ${all} fit into this answer; continue with "offset": ${next}.`;
  return {
    ...answer,
    data: { ...answer.data, [name]: list },
    meta: withNotes({ ...answer.meta, returned: rows, nextOffset: next }, [note]),
  };
}

/** Tokens for everything except the list. */
const FOR_META = 300;

/** The paged list and its name: the text, or the longest list. */
function listIn(data: object): readonly [string, unknown] | undefined {
  const members = Object.entries(data);
  const text = members.find(
    ([name, value]) => (name === 'agenda' || name === 'table') && typeof value === 'string',
  );
  return (
    text ??
    members
      .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
      .sort(([, a], [, b]) => b.length - a.length)[0]
  );
}

function rowsIn(list: unknown, name: string): number {
  if (Array.isArray(list)) return list.length;
  // The first line of a table names its columns.
  return String(list).split('\n').filter(isAgendaRow).length - (name === 'table' ? 1 : 0);
}

/** Drops a day at the end whose rows did not fit. */
function withoutBareHeading(text: string): string {
  const lines = text.split('\n');
  while (lines.length > 1 && !isAgendaRow(lines.at(-1) ?? '')) lines.pop();
  return lines.join('\n');
}
