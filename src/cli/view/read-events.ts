import type { Success } from '../../../schemas/answers/success.js';
import { SHOWN_FIELDS } from '../print/shown-event.js';
import type { AtHand } from '../shell/with-service.js';

const MOST_ROWS = 500;

/** The events of a period, with all that is printed of them. */
export function readEvents(when: unknown, at: AtHand): Promise<Success> {
  return readMatching({ when }, at);
}

/** The events that filters match, with all that is printed of them. */
export function readMatching(filters: object, { service, context }: AtHand): Promise<Success> {
  const fields = ['id', ...SHOWN_FIELDS];
  return service.read({ query: { type: 'events', filters, fields, limit: MOST_ROWS } }, context);
}
