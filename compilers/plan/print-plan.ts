import { ALL_TIME, type Instant, type Range } from '../../schemas/model/time.js';
import { printInstant, printMinutes } from '../time/print-time.js';
import type { Predicate } from './predicate.js';
import type { ReadPlan } from './read-plan.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** A predicate as one line of stable text: `title contains "standup" and (allDay or not busy)`. */
export function printPredicate(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'and':
      return predicate.of.length === 0 ? 'everything' : predicate.of.map(printPart).join(' and ');
    case 'or':
      return predicate.of.length === 0 ? 'nothing' : predicate.of.map(printPart).join(' or ');
    case 'not':
      return `not ${printPart(predicate.of)}`;
    case 'id':
      return `id in ${printList(predicate.ids)}`;
    case 'calendar':
      return `calendar ${predicate.op} of ${printList(predicate.names)}`;
    case 'time':
      if (predicate.withDeleted) return `changed or deleted in ${printBounds(predicate)}`;
      return `${predicate.field} ${predicate.field === 'when' ? 'overlaps' : 'in'} ${printBounds(predicate)}`;
    case 'text':
      return `${predicate.fields.join('|')} ${predicate.op} ${JSON.stringify(predicate.value)}`;
    case 'empty':
      return `${predicate.field} is ${predicate.value ? '' : 'not '}empty`;
    case 'set':
      return `${predicate.field} ${predicate.op} of ${printList(predicate.values)}`;
    case 'status':
      return `status in [${predicate.values.join(', ')}]`;
    case 'priority':
      return `priority in [${predicate.values.join(', ')}]`;
    case 'parent':
      return `parent in ${printList(predicate.ids)}`;
    case 'value':
      return `${predicate.field} in ${printList(predicate.values)}`;
    case 'response':
      return `myResponse in [${predicate.values.join(', ')}]`;
    case 'creator':
      return `createdBy ${predicate.value}`;
    case 'flag':
      return predicate.value ? predicate.field : `not ${predicate.field}`;
    case 'duration':
      return `${predicate.field} ${predicate.min ?? ''}..${predicate.max ?? ''}`;
    case 'weekday':
      return `weekday in [${predicate.days.map((day) => DAYS[day - 1] ?? day).join(', ')}]`;
    case 'timeOfDay':
      return `timeOfDay ${printClock(predicate.after)}..${printClock(predicate.before)}`;
  }
}

/** A read plan as lines of stable text, for `explain` and fixtures. */
export function printPlan(plan: ReadPlan): readonly string[] {
  const { any, none, lacking } = plan.calendars;
  const sort = plan.sort.map(({ field, order }) => `${field} ${order}`).join(', ');
  return [
    `${plan.mode} ${plan.type} as ${plan.expansion}${plan.deleted ? ' from the trash' : ''}`,
    `range ${printInstants(plan.range)}`,
    ...(plan.timesOf === undefined ? [] : [`times of ${printList(plan.timesOf)}`]),
    `where ${printPredicate(plan.where)}`,
    `calendars ${any === undefined ? 'all visible' : printList(any)}${none === undefined ? '' : ` but ${printList(none)}`}${lacking === undefined ? '' : `, else ${lacking}`}`,
    `sort ${sort === '' ? 'relevance' : sort}`,
    `rows ${plan.offset + 1} to ${plan.offset + plan.limit}`,
    `fields ${plan.fields?.join(', ') ?? 'default'}`,
    `format ${plan.format}`,
    `timezone ${plan.timezone}`,
    ...plan.notes.map((note) => `note ${note}`),
  ];
}

/** `2026-11-24T08:00Z … 2026-11-25T08:00Z`; ends at the limits of time print as `-∞` and `∞`. */
export function printInstants({ from, to }: Range): string {
  const start = from <= ALL_TIME.from ? '-∞' : printInstant(from);
  return `${start} … ${to >= ALL_TIME.to ? '∞' : printInstant(to)}`;
}

function printPart(predicate: Predicate): string {
  const text = printPredicate(predicate);
  const simple = predicate.kind !== 'and' && predicate.kind !== 'or';
  return simple || predicate.of.length === 0 ? text : `(${text})`;
}

function printBounds({ from, to }: { readonly from?: Instant; readonly to?: Instant }): string {
  return `[${printInstants({ from: from ?? ALL_TIME.from, to: to ?? ALL_TIME.to })})`;
}

function printList(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

function printClock(minutes: number | undefined): string {
  return minutes === undefined ? '' : printMinutes(minutes);
}
