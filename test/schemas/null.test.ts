import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { analysisSchema } from '../../schemas/input/analysis.js';
import { calendarMutationSchema } from '../../schemas/input/calendar-mutation.js';
import { filterSchema } from '../../schemas/input/filter.js';
import { mutationSchema } from '../../schemas/input/mutation.js';
import { querySchema } from '../../schemas/input/query.js';
import { bare, inside, knownKeys, memberSchema } from '../../schemas/input/schema-walk.js';
import { CalendarError } from '../../schemas/model/error.js';
import { isRecord } from '../../schemas/model/is-record.js';
import type { ToolName } from '../../schemas/tools/examples.js';
import { runs } from '../cases.js';
import { desk } from '../engine/service-on-memory.js';
import { errorOf } from '../thrown.js';
import { acceptedValues } from './accepted-values.js';
import { parseInput } from './parse-input.js';

const FILTERS = bare(filterSchema);

const batch = (operation: unknown) => ({
  operation: 'batch',
  operations: [{ operation: 'undo' }, operation],
});

/** Where filters may stand, each with the path to them. */
const PLACES: readonly (readonly [ToolName, string, (filters: unknown) => unknown])[] = [
  ['calendar_read', '/query/filters', (filters) => ({ query: { type: 'events', filters } })],
  [
    'calendar_write',
    '/mutation/filters',
    (filters) => ({ mutation: { operation: 'delete', each: true, filters } }),
  ],
  [
    'calendar_write',
    '/mutation/operations/1/filters',
    (filters) => ({ mutation: batch({ operation: 'update', changes: { title: 'x' }, filters }) }),
  ],
  [
    'calendar_write',
    '/mutation/operations/1/filters',
    (filters) => ({ mutation: batch({ operation: 'respond', response: 'declined', filters }) }),
  ],
  [
    'calendar_write',
    '/mutation/filters',
    (filters) => ({ mutation: { operation: 'move', calendar: 'Work', filters } }),
  ],
  [
    'calendar_analyze',
    '/analysis/scope/filters',
    (filters) => ({ analysis: { type: 'time_stats', scope: { filters } } }),
  ],
];

/** Filters with one inside, as text or not, and the path to that. */
const AROUND: readonly (readonly [string, (filters: unknown) => unknown])[] = [
  ['', (filters) => filters],
  ['', (filters) => JSON.stringify(filters)],
  ['/AND/0', (filters) => ({ AND: [filters] })],
  ['/OR/1', (filters) => ({ OR: [{ title: 'x' }, filters] })],
  ['/NOT', (filters) => ({ NOT: filters })],
  ['/NOT/OR/0/AND/0', (filters) => ({ NOT: { OR: [{ AND: [filters] }] } })],
];

/** Conditions that hold a null: that of a key, or of one of its operators. */
function nullsOf(key: string): readonly (readonly [string, unknown])[] {
  const member = memberSchema(FILTERS, key);
  const forms: readonly z.ZodTypeAny[] = member === undefined ? [] : formsIn(member);
  const operators = key === 'NOT' ? [] : forms.flatMap(knownKeys);
  return [
    [`/${key}`, null],
    ...operators.map((operator) => [`/${key}/${operator}`, { [operator]: null }] as const),
  ];
}

function formsIn(schema: z.ZodTypeAny): readonly z.ZodTypeAny[] {
  const inner = bare(schema);
  const options: readonly z.ZodTypeAny[] = inner instanceof z.ZodUnion ? inner.options : [inner];
  return options.map(bare);
}

const CONDITIONS = knownKeys(FILTERS).flatMap((key) =>
  nullsOf(key).map(([path, value]) => ({ key, path, value })),
);

describe('null in a filter is refused', () => {
  const cases = PLACES.flatMap(([tool, at, callOf], nth) =>
    (nth === 0 ? AROUND : AROUND.slice(nth, nth + 1)).map(([inner, around]) => ({
      tool,
      at: `${at}${inner}`,
      // Every condition at the first place, and a fifth of them at each of the others, in turn.
      conditions: CONDITIONS.filter((_, n) => (nth === 0 && inner === '') || (n + nth) % 5 === 0),
      callOf: (filters: unknown) => callOf(around(filters)),
    })),
  );

  it.each(cases)('$tool at $at', ({ tool, at, conditions, callOf }) => {
    expect(CONDITIONS.length).toBeGreaterThan(60);
    for (const { key, path, value } of conditions) {
      const call = callOf({ durationMinutes: 30, [key]: value });
      const { code, info } = errorOf(() => parseInput(tool, call));
      const paths = info.violations?.map((violation) => violation.path);
      expect([call, code, paths]).toEqual([
        call,
        'INVALID_ARGUMENT',
        expect.arrayContaining([`${at}${path}`]),
      ]);
    }
  });

  it('in the scope of an analysis', () => {
    for (const key of ['when', 'calendars', 'filters']) {
      const call = { analysis: { type: 'time_stats', scope: { [key]: null } } };
      expect(errorOf(() => parseInput('calendar_analyze', call)).info.path).toBe(`/analysis/scope/${key}`);
    }
  });

  it('with the form for events that have none as the example, where there is one', () => {
    const call = (filters: unknown) => ({ query: { type: 'events', filters } });
    for (const [given, meant] of [
      [{ location: null }, { location: { empty: true } }],
      [{ attendee: { any: null } }, { attendee: { empty: true } }],
      [{ OR: [{ tags: null }, { title: 'x' }] }, { OR: [{ tags: { empty: true } }, { title: 'x' }] }],
    ]) {
      expect(errorOf(() => parseInput('calendar_read', call(given))).info.example).toEqual(call(meant));
    }
    const { info, message } = errorOf(() => parseInput('calendar_read', call({ when: null, title: 'x' })));
    expect(message).toContain('cannot be null');
    expect(info.example).toEqual(call({ title: 'x' }));
    expect(info.suggestion).toContain('leaves out `when`');
  });

  it('and no example of a write lacks a condition', () => {
    for (const { key, value } of CONDITIONS) {
      const filters = { title: 'standup', [key]: value };
      const { info } = errorOf(() =>
        parseInput('calendar_write', { mutation: { operation: 'delete', each: true, filters } }),
      );
      const example = inside(info.example, ['mutation']);
      if (!isRecord(example)) throw new Error('no example');
      const left = Object.keys(isRecord(example.filters) ? example.filters : { id: example.id });
      expect(left).toEqual(isRecord(example.filters) ? Object.keys(filters) : ['id']);
    }
  });

  it('so that nothing is deleted', async () => {
    const { read, write } = desk();
    const all = { query: { type: 'events', filters: { when: 'any' }, limit: 500 } };
    const { data: before } = await read(all);
    for (const { key, value } of CONDITIONS) {
      const filters = { when: 'tomorrow', [key]: value };
      await expect(write({ mutation: { operation: 'delete', each: true, filters } })).rejects.toThrow();
    }
    expect((await read(all)).data).toEqual(before);
  });
});

it('null is absent for what any call of the tool knows, and clears in changes', () => {
  const data = { title: 'x', start: 'today', color: null, account: null };
  const rest = { changes: null, undoToken: null, response: null, filters: null, ics: null };
  expect(parseInput('calendar_write', { mutation: { operation: 'create', data, ...rest } })).toEqual({
    operation: 'create',
    data: { title: 'x', start: 'today' },
  });
  const params = { groupBy: null, text: null, durationMinutes: 30 };
  expect(parseInput('calendar_analyze', { analysis: { type: 'availability', scope: null, params } })).toEqual(
    {
      type: 'availability',
      params: { durationMinutes: 30 },
    },
  );
});

describe('an unknown key is refused whatever its value', () => {
  it.each([
    ['calendar_read', z.object({ query: querySchema })],
    ['calendar_write', z.object({ mutation: z.union([mutationSchema, calendarMutationSchema]) })],
    ['calendar_analyze', z.object({ analysis: analysisSchema })],
  ] as const)('by %s, at any place', (tool, schema) => {
    fc.assert(
      fc.property(
        acceptedValues(schema),
        fc.stringMatching(/^[a-z]{2,9}Qz$/),
        fc.constantFrom(null, undefined, false, 0, '', [], {}),
        fc.nat(),
        (call, key, value, nth) => {
          const objects = objectsIn(call);
          const place = objects[nth % objects.length] ?? [];
          const { info } = errorOf(() => parseInput(tool, withKey(call, place, key, value)));
          if (isWrong(tool, call)) return;
          const path = `/${[...place, key].join('/')}`;
          expect(info.violations).toMatchObject([{ code: 'UNKNOWN_FIELD', path }]);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

/** Some calls break a rule between keys; then not all that is wrong is named. */
function isWrong(tool: ToolName, call: unknown): boolean {
  try {
    parseInput(tool, call);
    return false;
  } catch (error) {
    if (error instanceof CalendarError) return true;
    throw error;
  }
}

type Path = readonly (string | number)[];

/** Paths of the objects of a call whose keys are known. */
function objectsIn(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value))
    return value.flatMap((entry: unknown, index) => objectsIn(entry, [...path, index]));
  if (!isRecord(value) || path.at(-1) === 'metadata') return [];
  return [path, ...Object.entries(value).flatMap(([key, entry]) => objectsIn(entry, [...path, key]))];
}

function withKey(value: unknown, [first, ...rest]: Path, key: string, extra: unknown): unknown {
  if (first === undefined) return isRecord(value) ? { ...value, [key]: extra } : value;
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) => (index === first ? withKey(entry, rest, key, extra) : entry));
  }
  return isRecord(value) ? { ...value, [first]: withKey(value[first], rest, key, extra) } : value;
}
