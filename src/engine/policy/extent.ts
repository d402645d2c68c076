import { counted } from '../../../schemas/model/counted.js';

export type Act = 'create' | 'update' | 'delete' | 'purge' | 'respond' | 'deleteCalendar';

/** How much of one event or calendar an operation affects. */
export interface Extent {
  /** The act, or what counts as deleting; `hide` moves an event into the past, or years ahead. */
  readonly act: Act | 'callOff' | 'repeat' | 'hide';
  readonly part: 'calendar' | 'event' | 'task' | 'occurrence' | 'following' | 'series';
  /** Undefined for a series without an end, or with too many to count. */
  readonly occurrences?: number | undefined;
  /** Number of past occurrences; undefined if they cannot be counted. */
  readonly past?: number | undefined;
  readonly isEndless: boolean;
  /** How it repeats, in words. */
  readonly rule?: string | undefined;
}

const VERBS: Readonly<Record<Extent['act'], string>> = {
  deleteCalendar: 'deleted',
  purge: 'deleted permanently',
  delete: 'deleted',
  callOff: 'called off',
  repeat: 'repeated differently',
  hide: 'moved out of sight',
  create: 'created',
  update: 'changed',
  respond: 'answered',
};

const NOUNS: Readonly<Record<Extent['part'], readonly [string, string]>> = {
  calendar: ['calendar', 'calendars'],
  event: ['event', 'events'],
  task: ['task', 'tasks'],
  occurrence: ['occurrence of a series', 'occurrences of series'],
  following: ['series from one occurrence on', 'series from one occurrence on'],
  series: ['whole series', 'whole series'],
};

/** One sentence per act: `1 whole series (every day, no end, 12 past) would be deleted.` */
export function describeExtents(extents: readonly Extent[]): readonly string[] {
  return keysOf(VERBS).flatMap((act) => {
    const things = keysOf(NOUNS).flatMap((part) => {
      const some = extents.filter((one) => one.act === act && one.part === part);
      return some.length === 0 ? [] : [thingsText(part, some)];
    });
    return things.length === 0 ? [] : [`${listText(things)} would be ${VERBS[act]}.`];
  });
}

function thingsText(part: Extent['part'], some: readonly Extent[]): string {
  // An overdue task is not over.
  const facts =
    part === 'calendar' || part === 'task' ? [] : [...lengthFacts(part, some), ...pastFacts(part, some)];
  const inBrackets = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `${counted(some.length, ...NOUNS[part])}${inBrackets}`;
}

function lengthFacts(part: Extent['part'], some: readonly Extent[]): readonly string[] {
  if (part !== 'series' && part !== 'following') return [];
  const [only] = some.length === 1 ? some : [];
  const endless = some.filter(({ isEndless }) => isEndless).length;
  const total = sumOf(some.map(({ occurrences = 0 }) => occurrences));
  return [
    ...(only?.rule === undefined ? [] : [only.rule]),
    ...(endless === 0 ? [] : [only === undefined ? `${endless} without end` : 'no end']),
    ...(total === 0 ? [] : [counted(total, 'occurrence')]),
  ];
}

function pastFacts(part: Extent['part'], some: readonly Extent[]): readonly string[] {
  const past = sumOf(some.map((one) => one.past ?? 0));
  if (past === 0) return [];
  return [some.length === 1 && (part === 'event' || part === 'occurrence') ? 'past' : `${past} past`];
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function listText(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), parts.at(-1) ?? ''].filter((part) => part !== '').join(' and ');
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[];
}
