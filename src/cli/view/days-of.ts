import type { Success } from '../../../schemas/answers/success.js';
import { agendaRange } from '../print/agenda-range.js';
import { dayOfText } from '../screen/day-names.js';
import { UsageError } from '../shell/usage-error.js';

/** More days than these are no picture. */
const MOST_DAYS = 400;

/** First and last day of an answer, for a grid; throws `UsageError` where it has no end. */
export function daysOf({ meta }: Success): { readonly first: number; readonly last: number } {
  const { from, to } = agendaRange(meta);
  if (from === undefined || to === undefined)
    throw new UsageError('A grid needs a period with a first and a last day.');
  const [first, last] = [dayOfText(from), dayOfText(to)];
  if (last - first < MOST_DAYS) return { first, last };
  throw new UsageError(`A grid shows ${MOST_DAYS} days at most.`);
}
