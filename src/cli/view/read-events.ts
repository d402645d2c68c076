import type { Success } from '../../../schemas/answers/success.js';
import { SHOWN_FIELDS } from '../print/shown-event.js';
import type { AtHand } from '../shell/with-service.js';

const MOST_ROWS = 500;

/** The events of a period, with all that is printed of them. */
export function readEvents(when: unknown, { service, context }: AtHand): Promise<Success> {
  const fields = ['id', ...SHOWN_FIELDS];
  return service.read({ query: { type: 'events', filters: { when }, fields, limit: MOST_ROWS } }, context);
}
