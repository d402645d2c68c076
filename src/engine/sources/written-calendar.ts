import type { WrittenCalendar } from '../../../schemas/answers/write-data.js';
import { defined } from '../../../schemas/model/defined.js';
import type { Source } from '../context/source.js';

/** A calendar in the answer of a write: it is writable, and its account says the rest. */
export function writtenCalendar({ calendar }: Pick<Source, 'calendar'>): WrittenCalendar {
  const { id, name, account, color, description } = calendar;
  return {
    id,
    name,
    account,
    ...defined({ color, description }),
  };
}
