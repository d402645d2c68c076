import { ROW_FIELDS } from '../../../schemas/input/query.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { cell, rowsIn, rowsOf } from '../../server/answers/result-rows.js';
import { agendaRange } from '../print/agenda-range.js';
import { paintFor } from '../print/paint.js';
import { printAgenda } from '../print/print-agenda.js';
import type { CommandCall } from '../shell/command.js';
import { withService } from '../shell/with-service.js';

const DEFAULT_PERIOD = 'next 7 days';
const MOST_ROWS = 500;
const PIPE_WIDTH = 100;

/** `agenda`: the events of a period by day; calendars that could not be read are named on stderr. */
export async function runAgenda({ args, options, flags, env }: CommandCall): Promise<number> {
  const period = args.length === 0 ? DEFAULT_PERIOD : args.join(' ');
  return withService({ flags, env }, async ({ service, clock, context }) => {
    const query = { type: 'events', filters: { when: period }, fields: ROW_FIELDS, limit: MOST_ROWS };
    const result = await service.read({ query }, context);
    const clean = { ...result, data: cleanObject(result.data) };
    if (options.json === true) {
      process.stdout.write(`${JSON.stringify(cleanObject(clean), undefined, 2)}\n`);
      return 0;
    }
    const paint = paintFor(process.stdout, env);
    // Swedish writes dates as ISO 8601 does.
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: clock.timeZone() }).format(clock.now());
    const width = process.stdout.columns ?? PIPE_WIDTH;
    const shown = { paint, width, today, ...agendaRange(clean.meta) };
    process.stdout.write(`${printAgenda(rowsOf(clean, 'events'), shown)}\n`);
    const { total, returned, sources } = clean.meta;
    if (typeof total === 'number' && typeof returned === 'number' && total > returned) {
      process.stderr.write(`${returned} of ${total} events; ask for a shorter period to see all.\n`);
    }
    for (const source of rowsIn(sources)) {
      const [problem] = rowsIn(source.problems);
      if (problem !== undefined) {
        const count = Number(source.unreadable);
        const what = `${count} ${count === 1 ? 'event' : 'events'} of ${cell(source, 'calendar')}`;
        process.stderr.write(`Not shown: ${what}. ${cell(problem, 'reason')}\n`);
      }
      if (source.error === undefined) continue;
      const what = source.stale === undefined ? 'Not read' : `As of ${cell(source, 'stale')}`;
      process.stderr.write(`${what}: ${cell(source, 'calendar')} (${cell(source, 'error')})\n`);
    }
    return 0;
  });
}
