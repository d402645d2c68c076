import type { EventRow } from '../../../schemas/answers/event-row.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { cell } from '../../server/answers/result-rows.js';
import { printChange } from '../print/print-change.js';
import { screenOf } from '../screen/screen.js';
import type { CommandCall, RunCommand } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import type { AtHand } from '../shell/with-service.js';
import { changing } from '../view/changing.js';
import { withIsoDates } from '../view/iso-dates.js';
import { pickEvent } from '../view/pick-event.js';
import { viewPage } from '../view/view.js';

type Mutation = Readonly<Record<string, unknown>>;

/** The words that name the event, and what is done to it. */
interface Wish {
  readonly words: readonly string[];
  readonly change: (row: EventRow) => Mutation;
}

const ANSWERS: Readonly<Record<string, string>> = {
  yes: 'accepted',
  accept: 'accepted',
  no: 'declined',
  decline: 'declined',
  maybe: 'tentative',
  tentative: 'tentative',
};

const WISHES = {
  rm: (words): Wish => ({ words, change: () => ({ operation: 'delete' }) }),
  move: (words): Wish => {
    const to = words.lastIndexOf('to');
    const time = words.slice(to + 1).join(' ');
    if (to < 1 || time === '') throw new UsageError('Say where to: move dentist to friday 15:00.');
    return {
      words: words.slice(0, to),
      change: (row) => ({ operation: 'update', changes: { start: withClock(time, cell(row, 'start')) } }),
    };
  },
  rsvp: ([answer = '', ...words]): Wish => {
    const response = ANSWERS[answer.toLowerCase()];
    if (response === undefined) throw new UsageError('The answer is yes, no or maybe.');
    return { words, change: () => ({ operation: 'respond', response }) };
  },
} as const satisfies Readonly<Record<string, (words: readonly string[]) => Wish>>;

/** `rm`, `move`, `rsvp`: changes one event. What would happen is shown before the person agrees. */
export function changeByWords(name: keyof typeof WISHES): RunCommand {
  return (call) => {
    const { words, change } = WISHES[name](call.args.flatMap((arg) => arg.trim().split(/\s+/)));
    return changing(call, async (at) => {
      const row = await pickEvent(words.join(' '), at);
      const scope = call.options.scope ?? (cell(row, 'id').includes('/') ? 'this' : undefined);
      const mutation = { ...change(row), id: row.id, ...(scope !== undefined && { scope }) };
      return (await isAgreed(call, at, mutation)) ? mutation : undefined;
    });
  };
}

/** A day alone keeps the event's time of day. */
function withClock(asked: string, start: string): string {
  const time = withIsoDates(asked);
  const saysClock = /\d:\d\d|\d ?[ap]m\b|\bnoon\b|\bmidnight\b|^\d{1,2}$/i.test(time);
  return saysClock || start.length === 10 ? time : `${time} ${start.slice(11, 16)}`;
}

async function isAgreed(call: CommandCall, at: AtHand, mutation: Mutation): Promise<boolean> {
  if (call.options.yes === true || call.options['dry-run'] === true) return true;
  const plan = cleanObject(await at.service.write({ mutation: { ...mutation, dryRun: true } }, at.context));
  const page = { ...(await viewPage(at, call.env)), ...screenOf(process.stderr, call.env) };
  process.stderr.write(`${printChange(plan, page)}\n`);
  if (at.context.ask === undefined) throw new UsageError('To go ahead, add --yes.');
  if ((await at.context.ask('This is what would be done.')) === 'agreed') return true;
  process.stderr.write('Nothing was changed.\n');
  return false;
}
