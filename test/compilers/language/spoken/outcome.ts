import { z } from 'zod/v3';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarService } from '../../../../src/engine/context/service.js';
import { SIGNAL } from '../../../fixtures/world.js';

/** A call as parse_text gives it. */
export interface Call {
  readonly tool: 'calendar_read' | 'calendar_write' | 'calendar_analyze';
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a person would see of a call that was run: what was done, and everything that can be said of it. */
export interface Outcome {
  readonly kind: string;
  readonly facts: Readonly<Record<string, readonly string[]>>;
  readonly error?: string;
}

const rowSchema = z.object({
  title: z.string(),
  start: z.string(),
  end: z.string().optional(),
  location: z.string().optional(),
  description: z.string().optional(),
  busy: z.boolean().optional(),
  attendees: z.array(z.object({ name: z.string().optional(), email: z.string() })).default([]),
  recurrence: z.object({ rrule: z.string().optional() }).optional(),
  reminders: z.array(z.object({ minutesBefore: z.number().optional() })).default([]),
});
type Row = z.infer<typeof rowSchema>;

const FIELDS = ['title', 'start', 'end', 'location', 'description', 'busy', 'attendees', 'recurrence'];
const KINDS: Readonly<Record<string, string>> = { update: 'change', respond: 'answer' };
const ANALYSES: Readonly<Record<string, string>> = {
  availability: 'free',
  attention: 'unanswered',
  time_stats: 'stats',
};
const OWN = 'Alice';

/** Runs a call, writes as dry runs; a call that fails has its code as `error`. */
export async function outcomeOf(
  service: CalendarService,
  call: Call,
  nameOf: (email: string) => string,
): Promise<Outcome> {
  const [root = {}] = Object.values(call.arguments) as Readonly<Record<string, unknown>>[];
  try {
    if (call.tool === 'calendar_write') return await written(service, root, nameOf);
    return await asked(service, call, root, nameOf);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const name = String(root.operation ?? root.type);
    return { kind: KINDS[name] ?? name, facts: {}, error: error.code };
  }
}

async function written(
  service: CalendarService,
  mutation: Readonly<Record<string, unknown>>,
  nameOf: (email: string) => string,
): Promise<Outcome> {
  const operation = String(mutation.operation);
  const kind = KINDS[operation] ?? operation;
  if (kind === 'undo') return { kind, facts: {} };
  const dry = { ...mutation, dryRun: true, fields: [...FIELDS, 'reminders'] };
  const { data } = await service.write({ mutation: dry }, { signal: SIGNAL });
  const rows = rowsOf(data);
  const [row] = rows;
  if (row === undefined) return { kind, facts: {}, error: 'NO_EVENT' };
  const { changed = {} } = z.object({ changed: z.record(z.unknown()).optional() }).parse(data);
  const before = (field: string) => (changed[field] as readonly unknown[] | undefined)?.[0];
  const title = String(before('title') ?? row.title);
  const day = String(before('start') ?? row.start).slice(0, 10);
  return {
    kind,
    facts: {
      ...factsOf(row, nameOf),
      event: rows.length > 1 ? rows.map((one) => one.title) : [title, `${title} ${day}`],
      response: [String(mutation.response)],
    },
  };
}

/** Fields that were asked for and are not there. */
function withoutNulls(row: unknown): unknown {
  return Object.fromEntries(Object.entries(row as object).filter(([, value]) => value !== null));
}

function rowsOf(data: unknown): readonly Row[] {
  const { event, results = [] } = z
    .object({ event: z.unknown(), results: z.array(z.object({ event: z.unknown() })).optional() })
    .parse(data);
  const rows = event === undefined ? results.map((result) => result.event) : [event];
  return rows.flatMap((row) => (row === undefined ? [] : [rowSchema.parse(withoutNulls(row))]));
}

function factsOf(row: Row, nameOf: (email: string) => string): Outcome['facts'] {
  const start = local(row.start);
  const end =
    row.end === undefined ? start : row.end.length === 5 ? start.slice(0, 11) + row.end : local(row.end);
  // The owner of an action item stands before it; nobody is invited because of notes.
  const [, owner, task] = /^(\p{Lu}[\p{L} ]{1,40}): (.+)$/u.exec(row.title) ?? [];
  const people = row.attendees.map(({ name, email }) => name ?? nameOf(email)).filter((name) => name !== OWN);
  return {
    title: task === undefined ? [row.title] : [row.title, task],
    start: [start],
    end: [end],
    day: [start.slice(0, 10)],
    minutes: [String((Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 60_000)],
    people: owner === undefined || people.length > 0 ? people : [nameOf(owner)],
    location: row.location === undefined ? [] : [row.location],
    description: row.description === undefined ? [] : [row.description],
    busy: [String(row.busy ?? false)],
    reminder: row.reminders.map(({ minutesBefore }) => String(minutesBefore)),
    repeats: row.recurrence?.rrule === undefined ? [] : [ruleOf(row.recurrence.rrule, start)],
  };
}

async function asked(
  service: CalendarService,
  { tool, arguments: args }: Call,
  root: Readonly<Record<string, unknown>>,
  nameOf: (email: string) => string,
): Promise<Outcome> {
  const answer =
    tool === 'calendar_read'
      ? await service.read(args, { signal: SIGNAL })
      : await service.analyze(args, { signal: SIGNAL });
  const { data, meta } = z
    .object({ data: z.unknown(), meta: z.object({ range: z.record(z.string().nullable()).optional() }) })
    .parse(answer);
  const { events = [] } = z
    .object({ events: z.array(z.object({ title: z.string() })).optional() })
    .parse(data);
  const type = String(root.type);
  const params = z
    .object({ durationMinutes: z.number().optional(), attendees: z.array(z.string()).default([]) })
    .parse(root.params ?? {});
  const { from, to } = meta.range ?? {};
  return {
    kind: type === 'events' ? 'find' : type === 'freebusy' ? 'free' : (ANALYSES[type] ?? type),
    facts: {
      titles: [...new Set(events.map(({ title }) => title))],
      on: from == null || to == null ? [] : [from.slice(0, 10), lastDay(to)],
      minutes: [String(params.durationMinutes)],
      people: params.attendees.map(nameOf),
      isUnanswered: [String(JSON.stringify(root).includes('needs_action'))],
    },
  };
}

/** `2027-03-16T09:00+01:00` without its offset. */
function local(time: string): string {
  return time.slice(0, 16);
}

function lastDay(to: string): string {
  return new Date(Date.parse(`${local(to).padEnd(16, 'T00:00')}Z`) - 1).toISOString().slice(0, 10);
}

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** A rule without the parts its start implies. */
export function ruleOf(rrule: string, start: string): string {
  const day = new Date(`${start.slice(0, 10)}T00:00Z`);
  const implied = ['INTERVAL=1', `BYMONTHDAY=${day.getUTCDate()}`, `BYMONTH=${day.getUTCMonth() + 1}`];
  const isDay = (part: string) => part === `BYDAY=${DAYS[day.getUTCDay()]}`;
  return rrule
    .split(';')
    .filter((part) => !implied.includes(part) && !isDay(part) && !part.startsWith('WKST'))
    .map((part) => part.replace(/^(UNTIL=)(\d{4})-?(\d\d)-?(\d\d).*$/, '$1$2-$3-$4'))
    .sort()
    .join(';');
}
