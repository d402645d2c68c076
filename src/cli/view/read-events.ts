import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { SHOWN_FIELDS, SHOWN_TASK_FIELDS } from '../print/shown-event.js';
import type { CommandContext } from '../shell/with-service.js';

const MOST_ROWS = 500;

/** Reads the events of a period with the printed fields. */
export function readEvents(when: unknown, at: CommandContext): Promise<Success<ReadData>> {
  return readMatching({ when }, at);
}

/** Reads matching events or tasks with the printed fields. */
export function readMatching(
  filters: object,
  { service, context }: CommandContext,
  type: 'events' | 'tasks' = 'events',
): Promise<Success<ReadData>> {
  const fields = ['id', ...(type === 'events' ? [...SHOWN_FIELDS, 'seriesStart'] : SHOWN_TASK_FIELDS)];
  return service.read({ query: { type, filters, fields, limit: MOST_ROWS } }, context);
}
