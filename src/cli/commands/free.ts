import { printFree } from '../print/print-free.js';
import { UsageError } from '../shell/usage-error.js';
import { showing } from '../view/view.js';

const DEFAULT_MINUTES = 30;
const MOST_SLOTS = 100;

/** `free`: times in which nothing is planned. */
export const runFree = showing({
  period: 'next 7 days',
  ask: (when, { service, context }, { options }) => {
    const params = { durationMinutes: minutesOf(options.minutes), limit: MOST_SLOTS };
    return service.analyze({ analysis: { type: 'availability', scope: { when }, params } }, context);
  },
  print: ({ data }, page) => printFree(data, page),
});

function minutesOf(text: string | undefined): number {
  const minutes = Number(text ?? DEFAULT_MINUTES);
  if (Number.isInteger(minutes) && minutes > 0) return minutes;
  throw new UsageError('--minutes is a whole number, such as 60.');
}
