import { CalendarError } from '../../../schemas/model/error.js';
import { startIdOf } from '../../calendar/expand/expand.js';
import type { Series } from '../../calendar/series/series.js';
import { keyIn, wallOfKey } from '../../calendar/text/time-form.js';
import type { ObjectRows } from '../write/object-rows.js';

interface Refusal {
  readonly message: string;
  readonly suggestion: string;
}

const SENDS = 'Mail programs send such texts; nothing in it belongs into a calendar.';

/** Methods of messages about an event (RFC 5546 §1.4), and what to do instead of importing them. */
const REFUSED: Readonly<Record<string, Refusal>> = {
  CANCEL: {
    message: 'The text calls events off (METHOD:CANCEL), so there is nothing to import.',
    suggestion:
      'Ask the user whether to delete the event; details.ids has those of the calendar that are meant.',
  },
  REPLY: {
    message: 'The text is the answer of a guest (METHOD:REPLY), not an event.',
    suggestion: 'A server with scheduling enters answers itself. Find the event to see who has accepted.',
  },
  COUNTER: {
    message: 'The text proposes another time to the organizer (METHOD:COUNTER); it is not an event.',
    suggestion: 'Ask the user whether to move the event, and use update for that.',
  },
  DECLINECOUNTER: {
    message: 'The text turns a proposed time down (METHOD:DECLINECOUNTER).',
    suggestion: SENDS,
  },
  REFRESH: { message: 'The text asks the organizer for an event (METHOD:REFRESH).', suggestion: SENDS },
  ADD: {
    message: 'The text adds an occurrence to a series (METHOD:ADD), which would lose the series.',
    suggestion: 'Ask the organizer for the whole event, and import that.',
  },
};

/**
 * Ids that a text about a series refers to: the occurrences it names, else the whole series. A text without a
 * rule refers to the occurrence with the same start.
 */
export function idsMeant(id: string, text: Series, stored: ObjectRows): readonly string[] {
  const { series } = stored;
  if (text.master !== undefined && (text.recurring || !series.recurring)) return [id];
  const { form, start } = text.anchor;
  const walls = text.master ? [start] : text.overrides.map(({ key }) => wallOfKey(key, form));
  const ids = walls.flatMap((wall) => startIdOf(series, keyIn(series.anchor, { form, wall })) ?? []);
  return ids.filter((one) => stored.named(one) !== undefined).map((one) => `${id}/${one}`);
}

/** The error for a text that is a message; undefined for invitations (REQUEST) and calendars (PUBLISH). */
export function refusedMethod(
  methods: ReadonlySet<string>,
  ids: readonly string[],
): CalendarError | undefined {
  const refusal = [...methods].flatMap((method) => REFUSED[method] ?? [])[0];
  if (refusal === undefined) return undefined;
  return new CalendarError('INVALID_ARGUMENT', refusal.message, {
    path: '/mutation/ics',
    outcome: 'not_applied',
    suggestion: refusal.suggestion,
    ...(ids.length > 0 && { details: { ids: ids.slice(0, 20) } }),
  });
}
