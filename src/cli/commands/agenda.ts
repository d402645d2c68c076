import { rowsOf } from '../../server/answers/result-rows.js';
import { agendaRange } from '../print/agenda-range.js';
import { printAgenda } from '../print/print-agenda.js';
import { readEvents } from '../view/read-events.js';
import { showing } from '../view/view.js';

/** `agenda`: the events of a period by day. */
export const runAgenda = showing({
  period: 'next 7 days',
  ask: readEvents,
  print: (result, page) => printAgenda(rowsOf(result, 'events'), { ...page, ...agendaRange(result.meta) }),
});
