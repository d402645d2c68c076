import { foldText } from '../../../compilers/filter/fold-text.js';
import { WEEKDAY_NAMES } from '../../../compilers/time/day-names.js';
import { helpTopic } from '../../../schemas/help/help.js';
import type { CalendarService, CallContext } from '../../engine/context/service.js';
import { cleanText } from '../answers/clean-text.js';
import { cell, rowsIn } from '../answers/result-rows.js';

/** Limit of MCP per response. */
const MOST = 100;
/** Events to search for people. */
const PEOPLE_EVENTS = 500;

/** Common periods to suggest; calls accept many more. */
const PERIODS: readonly string[] = [
  'today',
  'tomorrow',
  'this week',
  'next week',
  'weekend',
  'next 7 days',
  'next 14 days',
  'next 30 days',
  'this month',
  'next month',
  ...WEEKDAY_NAMES,
  'yesterday',
  'last week',
];

/** Suggestions for an argument of a prompt or resource template. */
type Source = (service: CalendarService, context: CallContext) => Promise<readonly string[]>;

const periods: Source = async () => PERIODS;
const topics: Source = async () => helpTopic().topics;

const calendars: Source = async (service, context) => {
  const { data } = await service.read({ query: { type: 'calendars' } }, context);
  return rowsIn(data.calendars).map((row) => cell(row, 'name'));
};

/** Addresses on events of the last and next 60 days, most frequent first. */
const people: Source = async (service, context) => {
  const filters = { when: { between: ['today-60days', 'today+60days'] } };
  const query = { type: 'events', filters, fields: ['attendees', 'organizer'], limit: PEOPLE_EVENTS };
  const counts = new Map<string, number>();
  for (const row of rowsIn((await service.read({ query }, context)).data.events)) {
    for (const person of rowsIn([row.organizer, ...rowsIn(row.attendees)])) {
      const email = cell(person, 'email');
      if (email !== '') counts.set(email, (counts.get(email) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([email]) => email);
};

/** By argument name; other arguments are free text. */
const SOURCES: ReadonlyMap<string, Source> = new Map([
  ['when', periods],
  ['period', periods],
  ['topic', topics],
  ['calendar', calendars],
  ['people', people],
]);

/** Suggestions that start with the typed text, or have a word that does. */
export async function complete(
  argument: { readonly name: string; readonly value: string },
  service: CalendarService,
  context: CallContext,
): Promise<{ values: string[]; total: number; hasMore: boolean }> {
  const source = SOURCES.get(argument.name);
  const all = source === undefined ? [] : await source(service, context);
  // With several addresses, completes the last one.
  const at = argument.name === 'people' ? argument.value.lastIndexOf(',') + 1 : 0;
  const before = argument.value.slice(0, at);
  const typed = foldText(argument.value.slice(at).trim());
  const fitting = all.filter((one) => ` ${foldText(one)}`.includes(` ${typed}`));
  const spaced = before === '' ? '' : `${before} `;
  const values = fitting.slice(0, MOST).map((one) => cleanText(spaced + one));
  return { values, total: fitting.length, hasMore: fitting.length > MOST };
}
