import type { EventRow } from '../../../schemas/answers/event-row.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { cell } from '../../server/answers/result-rows.js';
import { isTask, startOf, whenText } from '../print/shown-event.js';
import type { RunCommand } from '../shell/command.js';
import type { CommandContext } from '../shell/with-service.js';
import { todayOf } from '../view/today-of.js';
import { changing, type Mutation, type Wanted } from './changing.js';
import { NoMatchError, pickRow } from './pick-row.js';
import { VERBS, type Verb } from './verbs.js';

/** Returns the alternative if a dry run accepts it, otherwise throws the first error. */
async function orElse(
  none: unknown,
  mutation: Mutation | undefined,
  { service, context }: CommandContext,
): Promise<Pick<Wanted, 'mutation'>> {
  if (!(none instanceof NoMatchError) || mutation === undefined) throw none;
  try {
    await service.write({ mutation: { ...mutation, dryRun: true } }, context);
  } catch (error) {
    throw error instanceof CalendarError && error.code === 'NOT_FOUND' ? none : error;
  }
  return { mutation };
}

/** Says when the series began, if that was before the day of the event. */
function sinceWhen(row: EventRow, today: string): readonly string[] {
  const began = cell(row, 'seriesStart').slice(0, 10);
  const isEarlier = began !== '' && began < startOf(row).slice(0, 10);
  return isEarlier ? [`  The series began on ${whenText({ start: began }, today)}.`] : [];
}

/** Changes the one event or task that the words match; shows the result and asks first. */
export function changeByWords(name: keyof typeof VERBS): RunCommand {
  return (call) => {
    const { among, wish, otherwise }: Verb = VERBS[name];
    const { words, change } = wish(call.args);
    return changing(call, async (at) => {
      const text = words.join(' ').trim();
      const picked = await pickRow(text, among, at).then(
        (row) => ({ row }),
        (none) => orElse(none, otherwise?.(text), at),
      );
      if ('mutation' in picked) return picked;
      const { row } = picked;
      const scope = call.options.scope ?? (cell(row, 'id').includes('/') ? 'this' : undefined);
      const mutation = await change(row, at.clock);
      return {
        mutation: {
          ...mutation,
          id: row.id,
          ...(scope !== undefined && mutation.operation !== 'restore' && { scope }),
          ...(isTask(row) && { type: 'task' }),
        },
        beside: sinceWhen(row, todayOf(at.clock)),
      };
    });
  };
}
