import type { Choice, Intent } from '../../compilers/language/intent.js';
import { readRequests } from '../../compilers/notes/read-requests.js';
import type { MissingDay } from '../../compilers/time/missing-day.js';
import type { ChoiceRow, EventMention, IntentRow } from '../../schemas/answers/analysis-data.js';
import type { EventRow } from '../../schemas/answers/event-row.js';
import { counted } from '../../schemas/model/counted.js';
import { CalendarError } from '../../schemas/model/error.js';
import type { Occurrence, Person } from '../../schemas/model/event.js';
import { noteText } from '../../schemas/model/notes.js';
import { eachRow } from '../rows/each-row.js';
import type { Analysis } from './analysis.js';
import { pageOf } from './page-of.js';

/** Turns plain requests and meeting notes into ready-to-run calls; the events of the scope supply people and times. */
export const parseText: Analysis<'parse_text'> = {
  *reduce(plan, rows, { viewer, now, weekStart, ownAddresses, holdsTasks, print }) {
    const scope = { now, zone: viewer, weekStart };
    const events: Occurrence[] = [];
    yield* eachRow(rows, (row) => {
      events.push(withoutOwn(row, ownAddresses));
    });
    const { intents, unread, undated, missing } = readRequests(plan.params.text ?? '', {
      scope,
      events,
      holdsTasks,
    });
    if (missing !== undefined && intents.length === 0) throw noSuchDay(missing);
    const { shown, nextOffset } = pageOf(intents, plan);
    const zone = plan.read.isZoneAsked ? viewer.id : undefined;
    return {
      data: { intents: shown.map((intent) => printIntent(intent, zone, print)) },
      notes: [
        ...(intents.length === 0 && undated === 0 ? [noteText('sayings')] : []),
        ...(intents.length > 0 && unread > 0
          ? [`Not all was understood in ${counted(unread, 'sentence')}.`]
          : []),
        ...(missing === undefined
          ? []
          : [`Nothing is read in a sentence with an impossible day. ${missing.message}`]),
        ...(undated > 0 ? [`Nothing is created for ${counted(undated, 'action item')} without a day.`] : []),
      ],
      nextOffset,
    };
  },
};

function noSuchDay({ message, nearest }: MissingDay): CalendarError {
  const days = nearest.length === 0 ? '' : `: ${nearest.join(' or ')}`;
  const suggestion = `Ask the user to name a day that exists${days}.`;
  return new CalendarError('INVALID_DATE', message, { path: '/analysis/params/text', suggestion });
}

/** Removes the owner from the people of an event, because people do not invite themselves. */
function withoutOwn(event: Occurrence, own: ReadonlySet<string>): Occurrence {
  const { organizer, ...rest } = event;
  const isOther = ({ email }: Person) => !own.has(email.toLowerCase());
  if (event.attendees.every(isOther) && (organizer === undefined || isOther(organizer))) return event;
  return {
    ...rest,
    attendees: event.attendees.filter(isOther),
    ...(organizer !== undefined && isOther(organizer) && { organizer }),
  };
}

function printIntent(
  { arguments: args, choices, event, assumed, ...intent }: Intent,
  zone: string | undefined,
  print: (row: Occurrence) => EventRow,
): IntentRow {
  return {
    tool: intent.tool,
    arguments: zone === undefined ? args : inZone(args, zone),
    confidence: intent.confidence,
    requiresConfirmation: intent.requiresConfirmation,
    assumed,
    ...(event !== undefined && { event: shown(event, print) }),
    ...(choices !== undefined && { choices: choices.map((choice) => printChoice(choice, print)) }),
  };
}

/** Keeps the zone of this call in the calls it proposes. */
function inZone(args: Intent['arguments'], timezone: string): Intent['arguments'] {
  return Object.fromEntries(
    Object.entries(args).map(([root, call]) => [
      root,
      { ...(call as Readonly<Record<string, unknown>>), timezone },
    ]),
  );
}

function printChoice({ path, values }: Choice, print: (row: Occurrence) => EventRow): ChoiceRow {
  return {
    path,
    values: values.map(({ value, event }) => ({
      value,
      ...(event !== undefined && { event: shown(event, print) }),
    })),
  };
}

function shown(event: Occurrence, print: (row: Occurrence) => EventRow): EventMention {
  const { title, start, day } = print(event);
  return { title, start, day };
}
