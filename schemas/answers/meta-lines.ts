import { counted } from '../model/counted.js';
import { isRecord } from '../model/is-record.js';
import { plainNote } from '../model/plain-notes.js';

type Cells = Readonly<Record<string, unknown>>;
/** `meta`, or a client's version of it. */
type MetaCells = { readonly withheld?: unknown; readonly sources?: unknown; readonly notes?: unknown };

/** Lines for a text answer, which has no `meta`: the missing parts with reasons, and the notes. */
export function metaLines({ withheld, sources, notes }: MetaCells): readonly string[] {
  const count = isRecord(withheld) && typeof withheld.count === 'number' ? withheld.count : 0;
  return [
    ...(count > 0
      ? [`${counted(count, 'event')} withheld: shown only where the user agrees (calendar_read).`]
      : []),
    ...recordsIn(sources).flatMap(sourceLines),
    ...(Array.isArray(notes) ? notes : []).flatMap(noteLine),
  ];
}

/** True if events or calendars are missing, unless shown as last seen. */
export function isIncomplete({ sources }: Pick<MetaCells, 'sources'>): boolean {
  return recordsIn(sources).some(
    ({ error, stale, unreadable }) =>
      unreadable !== undefined || (error !== undefined && stale === undefined),
  );
}

function sourceLines({ calendar, error, message, stale, unreadable, problems }: Cells): readonly string[] {
  const [problem] = recordsIn(problems);
  const count = counted(Number(unreadable), 'event');
  const what = stale === undefined ? 'Not read' : `As of ${stale === true ? 'some time ago' : String(stale)}`;
  return [
    ...(problem === undefined ? [] : [`Not shown: ${count} of ${calendar}. ${problem.reason}`]),
    ...(error === undefined ? [] : [`${what}: ${calendar} (${error})${message ? `: ${message}` : ''}`]),
  ];
}

/** Formats a note for text, which has neither sources nor a question to repeat with a token. */
function noteLine(note: unknown): readonly string[] {
  if (typeof note !== 'string') return [];
  const line = plainNote(note);
  return line === '' ? [] : [line];
}

function recordsIn(list: unknown): readonly Cells[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
