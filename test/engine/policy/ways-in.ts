import { TEXT_KEYS } from '../../../schemas/input/filter.js';
import { TASK_FIELDS } from '../../../schemas/input/query.js';
import type { ToolRunner } from '../../../src/server/run-tool.js';
import { type LegacyCase, withIds } from '../../server/legacy/legacy-fixture.js';
import { CANARY, UIDS } from './two-worlds.js';

/** A call of a tool. */
export interface Call {
  readonly tool: string;
  readonly args: unknown;
}

/** Of one world: what is asked finds something there or nothing, and must not say which. */
const BIRDS = [CANARY.a];
const ADDRESSES = BIRDS.map((bird) => `${bird.toLowerCase()}@example.org`);
const TEXTS = BIRDS.flatMap((bird) => [
  bird,
  { contains: bird },
  { matches: `.*${bird}.*` },
  { startsWith: 'Room' },
]);
const SETS = [...BIRDS.map((bird) => ({ any: [bird] })), { empty: true }];
const WRITTEN = [{ after: '2026-11-02', before: '2026-11-03' }, { on: '2026-11-04' }, '2026-11-01'];

/** For each key of a filter, what would tell one world from the other. */
export const PROBES: Readonly<Record<string, readonly unknown[]>> = {
  id: [UIDS.one, UIDS.series, UIDS.invited],
  calendar: ['Shared', ...BIRDS.map((bird) => `Private ${bird}`)],
  when: ['tomorrow', 'any'],
  start: ['tomorrow'],
  end: ['tomorrow'],
  created: WRITTEN,
  updated: WRITTEN,
  changedSince: ['2026-11-02', 'any'],
  text: [...TEXTS, ...ADDRESSES],
  title: [...TEXTS, 'Busy', 'Dentist', { empty: true }],
  location: [...TEXTS, { empty: true }],
  description: [...TEXTS, { empty: true }],
  url: [...TEXTS, { empty: true }],
  organizer: [...ADDRESSES, { empty: true }],
  attendee: [...ADDRESSES, { any: ADDRESSES }, { empty: true }],
  tags: [...BIRDS, ...SETS],
  color: ['red', ['blue', '#f00']],
  kind: ['out_of_office'],
  myResponse: ['needs_action', 'accepted', 'tentative', 'declined'],
  status: ['confirmed', 'tentative', 'cancelled'],
  allDay: [true],
  recurring: [true, false],
  busy: [true, false],
  hasConflict: [true, false],
  external: [true, false],
  deleted: [true],
  durationMinutes: [60, { max: 30 }],
  weekday: ['tue'],
  timeOfDay: [{ after: '10:00' }],
  createdBy: ['assistant', 'user'],
  due: ['2026-11-20', { before: 'now' }],
  completed: ['2026-11-20'],
  overdue: [true, false],
  hasDue: [true, false],
  priority: ['high', 'low', 'none'],
  parent: [UIDS.chores],
  estimateMinutes: [{ min: 1 }],
};

/** Of which only tasks can be asked, and what that is of their status. */
const OF_TASKS = ['due', 'completed', 'overdue', 'hasDue', 'priority', 'parent', 'estimateMinutes'];
const TASKS_BY_STATUS = ['open', 'started', 'done', 'cancelled'].map((status) => ({ status }));

const read = (query: object): Call => ({ tool: 'calendar_read', args: { query } });
const analyze = (analysis: object): Call => ({ tool: 'calendar_analyze', args: { analysis } });
const WEEK = { when: { between: ['2026-11-16', '2026-11-29'] } };

/** Reads with filters: alone, negated and counted, and as searches. */
export function probing(): readonly Call[] {
  const ofTasks = Object.entries(PROBES).filter(([key]) => OF_TASKS.includes(key));
  const filters = [
    ...ofTasks.flatMap(([key, values]) =>
      values.flatMap((value) => [{ [key]: value }, { NOT: { [key]: value } }]),
    ),
    ...[...TEXT_KEYS, 'tags', 'attendee', 'id'].flatMap((key) =>
      (PROBES[key] ?? []).map((value) => ({ [key]: value })),
    ),
    ...TASKS_BY_STATUS,
  ];
  const asked = filters.flatMap((one) => [
    read({ type: 'tasks', filters: one }),
    read({ type: 'tasks', filters: one, mode: 'count' }),
  ]);
  return [...asked, ...probingEvents()];
}

function probingEvents(): readonly Call[] {
  return Object.entries(PROBES)
    .filter(([key]) => !OF_TASKS.includes(key))
    .flatMap(([key, values]) =>
      values.flatMap((value, at) => {
        const period = ['when', 'deleted'].includes(key) ? {} : WEEK;
        const filters = { ...period, [key]: value };
        const nested = key === 'deleted' ? filters : { ...period, NOT: { [key]: value } };
        return [
          read({ type: 'events', filters, fields: ['title', 'start'] }),
          ...(at === 0 ? [read({ type: 'events', filters: nested, mode: 'count' })] : []),
          ...(TEXT_KEYS.some((one) => one === key)
            ? [read({ type: 'events', filters: { [key]: value }, mode: 'search' })]
            : []),
          ...(key === 'calendar' ? [read({ type: 'calendars', filters: { calendar: value } })] : []),
          ...(typeof value === 'boolean' ? [read({ type: 'freebusy', filters })] : []),
        ];
      }),
    );
}

/** Reads in every shape. */
export function reading(fields: readonly string[], sorts: readonly string[]): readonly Call[] {
  const all = { type: 'events', filters: WEEK };
  return [
    read({ type: 'calendars' }),
    read({ type: 'calendars', format: 'agenda' }),
    read(all),
    read({ ...all, fields }),
    read({ ...all, expand: false }),
    read({ ...all, expand: false, fields }),
    read({ ...all, mode: 'smart_suggest' }),
    read({ ...all, explain: true }),
    read({ type: 'events', filters: { id: UIDS.series }, explain: true }),
    read({ ...all, format: 'agenda', fields: ['title', 'location', 'description'] }),
    ...['json', 'agenda', 'ics'].map((format) => read({ ...all, format })),
    ...sorts.flatMap((field) => [
      read({ ...all, sort: [{ field }] }),
      read({ ...all, sort: [{ field, order: 'desc' }], limit: 2, offset: 1 }),
    ]),
    ...BIRDS.map((bird) => ({ tool: 'search', args: { query: bird } })),
    ...['Dentist', 'Busy', 'standup tomorrow', 'me@example.org'].map((query) => ({
      tool: 'search',
      args: { query },
    })),
    ...Object.values(UIDS).map((id) => ({ tool: 'fetch', args: { id } })),
    read({ type: 'events', filters: { calendar: 'Privat' } }),
    read({ type: 'tasks' }),
    read({ type: 'tasks', fields: TASK_FIELDS }),
    read({ type: 'tasks', format: 'agenda' }),
    read({ type: 'tasks', format: 'ics' }),
    read({ type: 'tasks', mode: 'smart_suggest' }),
    read({ type: 'tasks', filters: { due: WEEK.when }, expand: true, fields: TASK_FIELDS }),
    ...['due', 'priority', 'completed', 'title'].map((field) => read({ type: 'tasks', sort: [{ field }] })),
  ];
}

const SCOPES = [WEEK, { when: 'next 30 days' }];

/** What an analysis is asked for besides its scope. */
export const PARAMS: Readonly<Record<string, readonly object[]>> = {
  availability: [
    { durationMinutes: 30 },
    { attendees: [...ADDRESSES, 'me@example.org'] },
    { tentative: true },
  ],
  conflicts: [{}, { allDay: true }],
  time_stats: ['calendar', 'tag', 'person', 'weekday', 'day'].map((groupBy) => ({ groupBy, evidence: true })),
  meeting_trends: [{ groupBy: 'week', evidence: true }],
  attention: [{}],
  patterns: [{}],
  schedule_health: [{ evidence: true }],
  recurring_events: [{ operation: 'analyze' }, { operation: 'patterns' }],
  series_review: [{}, { operation: 'update', id: UIDS.series }],
  duplicates: [{}],
  plan_tasks: [{}, { splitMinutes: 30 }],
  parse_text: [
    ...BIRDS.map((bird) => ({ text: `Lunch with ${bird} tomorrow at noon` })),
    { text: 'Move the dentist to friday 15:00' },
    { text: 'Cancel the standup on monday' },
  ],
};

export function analysing(): readonly Call[] {
  return [
    analyze({ type: 'status' }),
    ...Object.entries(PARAMS).flatMap(([type, all]) =>
      all.flatMap((params) => SCOPES.map((scope) => analyze({ type, scope, params }))),
    ),
    ...BIRDS.map((bird) => analyze({ type: 'time_stats', scope: { ...WEEK, filters: { text: bird } } })),
  ];
}

/** Events and tasks of the worlds in place of those that old calls name. */
const NAMED = new Map([
  ['Dentist', UIDS.one],
  ['Standup', UIDS.series],
  ['Review A', UIDS.invited],
  ['Review B', UIDS.twin],
  ['Review A', UIDS.day],
  ['Review C', UIDS.day],
  ['Fair', UIDS.day],
  ['Bill', UIDS.task],
  ['Watering', UIDS.chores],
  ['Draft A', UIDS.task],
  ['Draft B', UIDS.chores],
  ['Paid', UIDS.task],
  ['Off', UIDS.task],
]);

/** Reads differ in all they ask, writes in what they change. */
function kindOf({ tool, args, call }: LegacyCase): string {
  const mutation = call?.arguments.mutation as Record<string, object | undefined> | undefined;
  if (mutation === undefined) return JSON.stringify(call ?? args);
  const { operation, changes, data } = mutation;
  return JSON.stringify([tool, operation, Object.keys(changes ?? data ?? {})]);
}

/**
 * The old calls of a profile that come to different ones, on the calendar that both worlds have, with a bird for what
 * they look for, and writes as they are, too. Reads come first, as new events of one time have no certain order.
 */
export function underEarlierNames(cases: readonly LegacyCase[]): readonly Call[] {
  const different = new Map(cases.map((row) => [kindOf(row), row]));
  const isWrite = ({ call }: LegacyCase) => Number(call?.name === 'calendar_write');
  const ordered = [...different.values()].sort((a, b) => isWrite(a) - isWrite(b));
  return ordered.flatMap((row) => {
    const text = JSON.stringify(withIds(row.args, NAMED)).replace(/"(?:Work|Personal)"/g, '"Shared"');
    const sought = BIRDS.map((bird) =>
      text.replace(/"(?:dentist|review|standup|bill|draft)"/gi, `"${bird}"`),
    );
    const texts = new Set(isWrite(row) ? [text, ...sought] : sought);
    return [...texts].map((one) => ({ tool: row.tool, args: JSON.parse(one) }));
  });
}

/** What is drawn by chance, or of the system's clock. */
const BY_CHANCE = /\\*"(undoToken|confirmToken|token|requestId|lastSeen)\\*":\\*"[^"]+"/g;

const ID = /(?<="|:\/\/event\/)[0-9a-z]{10}(?=\\?["/])/g;

/** The answers of calls, one after the other, without what is drawn by chance; ids as numbers in order of appearance. */
export async function answers(run: ToolRunner, calls: readonly Call[]): Promise<readonly string[]> {
  const given: string[] = [];
  const ids = new Map<string, number>();
  const numbered = (id: string): string => `#${ids.get(id) ?? ids.set(id, ids.size).size - 1}`;
  for (const { tool, args } of calls) {
    const result = await run(tool, args, { signal: new AbortController().signal });
    given.push(
      `${JSON.stringify({ tool, args })}\n${JSON.stringify(result.content).replace(BY_CHANCE, '$1').replace(ID, numbered)}`,
    );
  }
  return given;
}
