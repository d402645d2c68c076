// @module-tag slow
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lives } from '../cases.js';
import { type Desk, deskOver, event, ics } from '../engine/service-on-memory.js';
import { storedLines } from '../fixtures/capture-writes.js';
import { createMemoryBackend } from '../reference/memory-backend.js';

const TITLES = ['Standup', 'standup notes', 'Café', 'Lunch'];
const RULES = ['', 'RRULE:FREQ=DAILY;COUNT=9', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=7', 'RRULE:FREQ=WEEKLY'];
/** Contains every occurrence that the rules make. */
const WIDE = { between: ['2026-10-01', '2027-02-28'] };
const MARK = 'changed by its filters';

/** Events around Monday 23 November 2026; in some series, one occurrence has its own title. */
const objects = fc.array(
  fc
    .record({
      title: fc.constantFrom(...TITLES),
      day: fc.integer({ min: 10, max: 30 }),
      hour: fc.integer({ min: 7, max: 20 }),
      allDay: fc.boolean(),
      rule: fc.constantFrom(...RULES),
      renamed: fc.option(fc.constantFrom(...TITLES), { nil: undefined }),
    })
    .map((made) => (uid: string) => objectOf(uid, made)),
  { maxLength: 6 },
);

interface Made {
  readonly title: string;
  readonly day: number;
  readonly hour: number;
  readonly allDay: boolean;
  readonly rule: string;
  readonly renamed: string | undefined;
}

function objectOf(uid: string, { title, day, hour, allDay, rule, renamed }: Made): string {
  const clock = `T${String(hour).padStart(2, '0')}0000`;
  const time = (name: string) =>
    allDay ? `${name};VALUE=DATE:202611${day}` : `${name};TZID=Europe/Berlin:202611${day}${clock}`;
  const lines = [`UID:${uid}`, `SUMMARY:${title}`, time('DTSTART'), `X-OWN:${uid}`];
  const own = [`UID:${uid}`, `SUMMARY:${renamed}`, time('RECURRENCE-ID'), time('DTSTART')];
  const override = rule.includes('DAILY') && renamed !== undefined ? event(...own) : [];
  return ics(...event(...lines, ...(rule === '' ? [] : [rule])), ...override);
}

const conditions = fc.record(
  {
    title: fc.constantFrom('standup', 'cafe', 'u', 'notes'),
    allDay: fc.boolean(),
    recurring: fc.boolean(),
    calendar: fc.constantFrom('Work', 'home', { none: ['Work'] }),
  },
  { requiredKeys: [] },
);
const positions = fc.record(
  {
    weekday: fc.constantFrom('mon', ['tue', 'wed'], 'sun'),
    timeOfDay: fc.constantFrom({ after: '09:00' }, { before: '12:00' }),
  },
  { requiredKeys: [] },
);
const periods = fc.constantFrom('today', 'this week', 'last week', { between: ['2026-11-12', '2026-11-20'] });

interface Row {
  readonly id: string;
  readonly description?: string;
}

async function rows(d: Desk, filters: unknown, more: object = {}): Promise<readonly Row[]> {
  const query = { type: 'events', filters, fields: ['description'], limit: 500, ...more };
  return (await d.read({ query })).data.events as readonly Row[];
}

/** Marks each match; returns the ids in the answer, or none without a match. */
async function markEach(d: Desk, filters: unknown) {
  const mutation = { operation: 'update', filters, each: true, atomic: true, changes: { description: MARK } };
  const { data } = await d.write({ mutation });
  const results = data.results as readonly Row[];
  return { ids: results.map(({ id }) => id), undoToken: data.undoToken };
}

function deskOf(makers: readonly ((uid: string) => string)[]) {
  const of = (own: number) => makers.map((make, at) => make(`e${at}@x`)).filter((_, at) => at % 2 === own);
  const backend = createMemoryBackend({
    name: 'test',
    calendars: [
      { name: 'Work', objects: of(0) },
      { name: 'Home', objects: of(1) },
    ],
  });
  return { backend, d: deskOver([backend]) };
}

const sorted = (ids: readonly string[]) => [...new Set(ids)].sort();

it('each changes the occurrences that a question with its filters shows, and undo takes every byte back', async () => {
  await fc.assert(
    fc.asyncProperty(objects, conditions, positions, periods, async (makers, some, where, when) => {
      const { backend, d } = deskOf(makers);
      const filters = { ...some, ...where, when };
      const before = await storedLines(backend);
      const all = await rows(d, { when: WIDE });
      const shown = await rows(d, filters);
      if (shown.length === 0) {
        await expect(markEach(d, filters)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        return;
      }
      const { ids, undoToken } = await markEach(d, filters);
      expect(sorted(ids)).toEqual(sorted(shown.map(({ id }) => id)));
      const after = await rows(d, { when: WIDE });
      expect(sorted(after.map(({ id }) => id))).toEqual(sorted(all.map(({ id }) => id)));
      expect(sorted(after.filter(({ description }) => description === MARK).map(({ id }) => id))).toEqual(
        sorted(ids),
      );
      await d.write({ mutation: { operation: 'undo', undoToken } });
      expect(await storedLines(backend)).toEqual(before);
    }),
    { numRuns: lives(80) },
  );
});

it('without a period each changes whole series, of those that match as a whole', async () => {
  await fc.assert(
    fc.asyncProperty(objects, conditions, async (makers, some) => {
      const filters = { title: 'u', ...some };
      const { backend, d } = deskOf(makers);
      const before = await storedLines(backend);
      const shown = await rows(d, filters, { expand: false });
      const partly = await isPartly(d, filters, shown);
      if (shown.length === 0 || partly) {
        await expect(markEach(d, filters)).rejects.toMatchObject({
          code: partly ? 'INVALID_ARGUMENT' : 'NOT_FOUND',
        });
        expect(await storedLines(backend)).toEqual(before);
        return;
      }
      const { undoToken } = await markEach(d, filters);
      const marked = await rows(d, { when: WIDE, description: MARK }, { fields: ['seriesId'] });
      const changed = marked.map(({ id }) => id.replace(/\/.*/, ''));
      expect(sorted(changed)).toEqual(sorted(shown.map(({ id }) => id)));
      await d.write({ mutation: { operation: 'undo', undoToken } });
      expect(await storedLines(backend)).toEqual(before);
    }),
    { numRuns: lives(80) },
  );
});

/** True if only the renamed first occurrence of a shown series matches. */
async function isPartly(d: Desk, filters: object, shown: readonly Row[]): Promise<boolean> {
  for (const { id } of shown) {
    const all = await rows(d, { id, when: WIDE });
    const matching = await rows(d, { ...filters, id, when: WIDE });
    if (all.length > 1 && matching.length === 1) return true;
  }
  return false;
}

it('pick takes the first or the last of the rows that a question shows, and a time of day keeps its day', async () => {
  await fc.assert(
    fc.asyncProperty(
      objects,
      positions,
      periods,
      fc.constantFrom('first', 'last'),
      fc.constantFrom('06:15', '3pm', '23:30'),
      async (makers, where, when, pick, start) => {
        const { backend, d } = deskOf(makers);
        const filters = { ...where, when, allDay: false };
        const before = await storedLines(backend);
        const fields = ['title', 'start', 'durationMinutes'];
        const startsOf = async (which: unknown) =>
          (await rows(d, which, { fields })) as readonly (Row & { start: string; durationMinutes: number })[];
        const shown = await startsOf(filters);
        const changes = { start, extendMinutes: 5 };
        const call = d.write({ mutation: { operation: 'update', filters, pick, changes } });
        if (shown.length === 0) {
          await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
          return;
        }
        const { data } = await call;
        const { id } = data;
        const edge = (pick === 'first' ? shown[0] : shown.at(-1))?.start;
        const was = shown.find((row) => row.id === id);
        expect(was?.start).toBe(edge);
        const clock = start === '3pm' ? '15:00' : start;
        const all = await startsOf({ when: WIDE });
        const is = all.find((row) => row.id === id);
        expect(is?.start).toBe(`${was?.start.slice(0, 10)}T${clock}${was?.start.slice(16)}`);
        expect(is?.durationMinutes).toBe((was?.durationMinutes ?? 0) + 5);
        await d.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
        expect(await storedLines(backend)).toEqual(before);
        const asked = await d.read({ query: { type: 'events', filters, pick, fields } });
        expect(asked.data.events).toMatchObject([{ start: edge }]);
      },
    ),
    { numRuns: lives(80) },
  );
});
