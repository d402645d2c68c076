import { rowsIn } from '../../server/answers/result-rows.js';
import { agendaRange } from '../print/agenda-range.js';
import { printAgenda } from '../print/print-agenda.js';
import { readEvents } from '../view/read-events.js';
import { showing } from '../view/view.js';

/** `agenda`: the events of a period by day. */
export const runAgenda = showing({
  period: 'next 7 days',
  ask: readEvents,
  print: (result, page) => printAgenda(rowsIn(result.data.events), { ...page, ...agendaRange(result.meta) }),
});
