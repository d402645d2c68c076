import type { AnswerMeta, SourceRow } from '../../../schemas/answers/meta.js';
import { metaLines } from '../../../schemas/answers/meta-lines.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { fittedTo } from '../screen/screen.js';
import { notesForPeople } from './notes-for-people.js';
import { whenText } from './shown-event.js';

/** Lines for stderr: what is missing from an answer, and why. */
export function printUnread(meta: AnswerMeta): string {
  const { total = 0, returned = total } = meta;
  const lines =
    total > returned ? [`${returned} of ${total} events; ask for a shorter period to see all.`] : [];
  const all = [
    ...lines,
    ...metaLines({ ...meta, sources: byAccount(meta.sources), notes: notesForPeople(meta.notes) }),
  ];
  return fittedTo(process.stderr, all.map((line) => `${cleanText(line)}\n`).join(''));
}

/** Merges calendars of one account with the same failure, and formats the time of the copy. */
function byAccount(sources: AnswerMeta['sources'] = []): readonly SourceRow[] {
  const groups = new Map<string, SourceRow>();
  for (const source of sources) {
    const { account, error, message, stale, unreadable, calendar } = source;
    const minute = typeof stale === 'string' ? whenText({ start: stale.slice(0, 16) }) : stale;
    const key = JSON.stringify(
      unreadable === undefined ? [account, error, message, minute] : [account, calendar],
    );
    const known = groups.get(key);
    const names = [known?.calendar, calendar].filter((name) => name !== undefined);
    groups.set(key, {
      ...source,
      ...(minute !== undefined && { stale: minute }),
      ...(names.length > 0 && { calendar: names.join(', ') }),
    });
  }
  return [...groups.values()];
}
