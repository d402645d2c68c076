import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../schemas/model/is-record.js';
import type { ToolName } from '../../../schemas/tools/examples.js';
import { publishedTools } from '../../../schemas/tools/published.js';
import { parseInput } from '../parse-input.js';

const ajv = new Ajv2020({ strict: true });

/** Text that fits a key whose text has a form. */
const TEXTS: Readonly<Record<string, string>> = {
  'timeOfDay.after': '09:00',
  'timeOfDay.before': '12:00',
  earliest: '09:00',
  latest: '17:00',
  email: 'ana@example.org',
  attendees: 'ana@example.org',
  color: '#36c',
  daysOfWeek: '1mon',
  fields: 'title',
  field: 'title',
  role: 'optional',
  days: 'mon',
  myResponse: 'accepted',
  status: 'tentative',
  weekday: 'mon',
};

/** Values that stand for an object published by its description only. */
const STUBS: Readonly<Record<string, unknown>> = {
  filter: { title: 'x' },
  '{contains, startsWith, equals, matches (regex), empty}': { startsWith: 'x' },
  'lists any, all, none; empty': { all: ['x'] },
  '{after, before}: start, HH:MM': { after: '09:00' },
  '{min, max}': { min: 15 },
  mutation: { operation: 'undo' },
  'as when': { after: 'today' },
  'as filters.when': { on: 'today' },
  'as text': { contains: 'x' },
  '{url, label}': { url: 'https://meet.example.org/a' },
  '{email or name, role}': { name: 'Ana', role: 'optional' },
  '{minutesBefore, type}': { minutesBefore: 10 },
  'as attendee': { any: ['x'] },
  'as calendar_read': { title: 'x' },
  'instead of id: as calendar_read; must match one event': { title: 'x' },
};

/** Keys that need others beside them. */
const COMPANIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  recurrence: { frequency: 'daily' },
};

/** Parameters that not every analysis takes, and one that does. */
const TYPE_OF_PARAM: Readonly<Record<string, string>> = {
  topic: 'help',
  groupBy: 'time_stats',
  evidence: 'time_stats',
  allDay: 'conflicts',
  'operation analyze': 'recurring_events',
  'operation patterns': 'recurring_events',
  'operation list': 'series_review',
  'operation update': 'series_review',
  id: 'series_review',
  text: 'parse_text',
  splitMinutes: 'plan_tasks',
};

/** Smallest values a schema allows, each with one optional key at most: together they show every key and branch. */
function samples(schema: unknown, path: readonly string[]): readonly unknown[] {
  if (!isRecord(schema)) return [];
  const name = path.at(-1) ?? '';
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((branch) => samples(branch, path));
  if (Array.isArray(schema.enum)) return schema.enum;
  switch (schema.type) {
    case 'string':
      return [TEXTS[path.slice(-2).join('.')] ?? TEXTS[name] ?? 'x'];
    case 'integer':
      return [schema.minimum, schema.maximum, 1].filter((value) => typeof value === 'number' && value !== 0);
    case 'boolean':
      return [true, false];
    case 'array':
      return samples(schema.items, path).map((item) =>
        Array.from({ length: Number(schema.minItems ?? 1) }, () => item),
      );
    default:
      return objects(schema, path, name);
  }
}

function objects(
  schema: Readonly<Record<string, unknown>>,
  path: readonly string[],
  name: string,
): readonly unknown[] {
  const properties = schema.properties;
  if (!isRecord(properties)) return [STUBS[String(schema.description)] ?? { title: 'x' }];
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const base = Object.fromEntries(
    required.map((key) => [key, samples(properties[key], [...path, key])[0]] as const),
  );
  return Object.keys(properties).flatMap((key) =>
    samples(properties[key], [...path, key]).map((value) => ({
      ...(key === 'rrule' ? {} : COMPANIONS[name]),
      ...base,
      [key]: value,
    })),
  );
}

/** Fills in what the runtime asks of a form beyond the flat published object, or drops what the form does not take. */
function completed(tool: ToolName, call: unknown): unknown {
  const extra = isRecord(call) ? call : {};
  if (tool === 'calendar_read') {
    const status = isRecord(extra.filters) ? [extra.filters.status].flat()[0] : undefined;
    const isOfTasks = ['open', 'started', 'done'].some((one) => one === status);
    return { query: isOfTasks ? { ...extra, type: 'tasks' } : extra };
  }
  if (tool === 'calendar_analyze') {
    const [[param, value] = ['', '']] = isRecord(extra.params) ? Object.entries(extra.params) : [];
    const type = TYPE_OF_PARAM[param] ?? TYPE_OF_PARAM[`${param} ${value}`] ?? extra.type;
    return { analysis: { ...extra, type } };
  }
  const key = Object.keys(extra).find((name) => name !== 'operation');
  const data = { title: 'x', start: 'today' };
  if (key === 'data' && isRecord(extra.data)) {
    const ofCalendar = 'color' in extra.data || 'account' in extra.data;
    return ofCalendar
      ? { mutation: { ...extra, operation: 'create', target: 'calendar' } }
      : { mutation: { ...extra, operation: 'create', data: { ...data, ...extra.data } } };
  }
  if (extra.target === 'calendar')
    return { mutation: { ...extra, operation: 'create', data: { title: 'x' } } };
  const byKey: Readonly<Record<string, unknown>> = {
    id: { operation: 'restore' },
    scope: { operation: 'delete', id: 'x' },
    filters: { operation: 'delete' },
    each: { operation: 'delete', filters: { title: 'x' } },
    pick: { operation: 'delete', filters: { title: 'x' } },
    soft: { operation: 'delete', id: 'x' },
    children: { operation: 'delete', id: 'x' },
    changes: { operation: 'update', id: 'x' },
    calendar: { operation: 'move', id: 'x' },
    response: { operation: 'respond', id: 'x' },
    ics: { operation: 'import' },
    comment: { operation: 'respond', id: 'x', response: 'accepted' },
    operations: { operation: 'batch' },
    atomic: { operation: 'batch', operations: [{ operation: 'undo' }] },
    undoToken: { operation: 'undo' },
    full: { operation: 'sync' },
    confirmToken: { operation: 'delete', target: 'calendar', id: 'x' },
  };
  const byOperation: Readonly<Record<string, unknown>> = {
    create: { data },
    update: { id: 'x', changes: { title: 'y' } },
    delete: { id: 'x' },
    move: { id: 'x', calendar: 'y' },
    respond: { id: 'x', response: 'accepted' },
    complete: { id: 'x' },
    reopen: { id: 'x' },
    import: { ics: 'x' },
    restore: { id: 'x' },
    copy: { id: 'x', changes: { title: 'x' } },
    batch: { operations: [{ operation: 'create', data }] },
  };
  const added = key === undefined ? byOperation[String(extra.operation)] : (byKey[key] ?? byOperation.create);
  return { mutation: { ...extra, ...(isRecord(added) ? added : {}) } };
}

describe.each(['calendar_read', 'calendar_write', 'calendar_analyze'] as const)('%s', (name) => {
  const published = publishedTools().find((tool) => tool.name === name);
  const root = Object.keys(published?.inputSchema.properties ?? {})[0] ?? '';
  const calls = samples(published?.inputSchema.properties[root], [root]).map((call) => completed(name, call));

  it('takes every key, branch and word it advertises', () => {
    const validate = ajv.compile(published?.inputSchema ?? false);
    expect(calls.length).toBeGreaterThan(20);
    for (const call of calls) {
      expect([call, validate(call)]).toEqual([call, true]);
      expect(() => parseInput(name, call), JSON.stringify(call)).not.toThrow();
    }
  });
});
