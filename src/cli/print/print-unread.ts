import { counted } from '../../../schemas/model/counted.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';

/** What a person has to know besides an answer: what is not in it, and why. */
export function printUnread(meta: Readonly<Record<string, unknown>>): string {
  const { total, returned, sources, notes } = meta;
  const lines =
    typeof total === 'number' && typeof returned === 'number' && total > returned
      ? [`${returned} of ${total} events; ask for a shorter period to see all.`]
      : [];
  for (const source of rowsIn(sources)) {
    const [problem] = rowsIn(source.problems);
    const calendar = cell(source, 'calendar');
    if (problem !== undefined) {
      const count = counted(Number(source.unreadable), 'event');
      lines.push(`Not shown: ${count} of ${calendar}. ${cell(problem, 'reason')}`);
    }
    if (source.error === undefined) continue;
    const what = source.stale === undefined ? 'Not read' : `As of ${cell(source, 'stale')}`;
    lines.push(`${what}: ${calendar} (${cell(source, 'error')})`);
  }
  if (Array.isArray(notes)) lines.push(...notes.filter((note) => typeof note === 'string'));
  return lines.map((line) => `${cleanText(line)}\n`).join('');
}
