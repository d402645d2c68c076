import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { SHOWN_FIELDS, SHOWN_TASK_FIELDS } from '../print/shown-event.js';
import type { AtHand } from '../shell/with-service.js';

const MOST_ROWS = 500;

/** The events of a period, with all that is printed of them. */
export function readEvents(when: unknown, at: AtHand): Promise<Success<ReadData>> {
  return readMatching({ when }, at);
}

/** The events or tasks that filters match, with all that is printed of them. */
export function readMatching(
  filters: object,
  { service, context }: AtHand,
  type: 'events' | 'tasks' = 'events',
): Promise<Success<ReadData>> {
  const fields = ['id', ...(type === 'events' ? [...SHOWN_FIELDS, 'seriesStart'] : SHOWN_TASK_FIELDS)];
  return service.read({ query: { type, filters, fields, limit: MOST_ROWS } }, context);
}
