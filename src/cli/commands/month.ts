import { rowsIn } from '../../server/answers/result-rows.js';
import { printMonth } from '../print/print-month.js';
import { daysOf } from '../view/days-of.js';
import { readEvents } from '../view/read-events.js';
import { showing } from '../view/view.js';

/** `month`: a box for each day. */
export const runMonth = showing({
  period: 'this month',
  ask: readEvents,
  print: (result, page) => printMonth(rowsIn(result.data.events), { ...page, ...daysOf(result) }),
});
