import { rowsIn } from '../../server/answers/result-rows.js';
import { printWeek } from '../print/print-week.js';
import { daysOf } from '../view/days-of.js';
import { readEvents } from '../view/read-events.js';
import { showing } from '../view/view.js';

/** `week`: days as columns, times as rows. */
export const runWeek = showing({
  period: 'this week',
  ask: readEvents,
  print: (result, page) => printWeek(rowsIn(result.data.events), { ...page, ...daysOf(result) }),
});
