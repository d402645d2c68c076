import { isIncomplete } from '../../../schemas/answers/meta-lines.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { printUnread } from '../print/print-unread.js';
import type { CommandContext } from '../shell/with-service.js';

/** Maximum number of IDs per filter. */
const AT_ONCE = 100;
/** Queries for events, deleted events and tasks. */
const PLACES = [
  ['events', {}],
  ['events', { deleted: true }],
  ['tasks', {}],
] as const;

/** Undefined for a missing event. */
export type TitleOf = (id: string) => string | undefined;

/** Looks up titles in calendars and the trash. */
export async function titlesOf(
  ids: readonly string[],
  { service, context }: Pick<CommandContext, 'service' | 'context'>,
): Promise<TitleOf> {
  const titles = new Map<string, string>();
  for (const [type, more] of PLACES) {
    const wanted = [...new Set(ids.map(seriesOf))].filter((id) => !titles.has(id));
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const filters = { id: wanted.slice(at, at + AT_ONCE), ...more };
      const query = { type, filters, fields: ['id', 'title'], limit: AT_ONCE };
      const { data, meta } = await service.read({ query }, context);
      if (isIncomplete(meta)) process.stderr.write(printUnread(meta));
      for (const row of rowsIn(Object.values(data).find(Array.isArray)))
        titles.set(seriesOf(cell(row, 'id')), cleanText(cell(row, 'title')));
    }
  }
  return (id) => titles.get(seriesOf(id));
}

/** An occurrence has the title of its series, unless it was given another. */
function seriesOf(id: string): string {
  return id.replace(/\/.*/, '');
}
