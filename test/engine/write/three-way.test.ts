import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/ports/backend.js';
import { backendOn, temporaryFolder } from '../../backends/local/folder.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';

const UID = 'plan@test';
const EVENT = ics(
  ...event(
    `UID:${UID}`,
    'SUMMARY:Planning',
    'LOCATION:Room 1',
    'DTSTART;TZID=Europe/Berlin:20261124T090000',
    'DTEND;TZID=Europe/Berlin:20261124T100000',
    'CATEGORIES:old',
  ),
);
const SERIES = EVENT.replace('CATEGORIES:old', 'RRULE:FREQ=DAILY;COUNT=5');

type Changes = Readonly<Record<string, unknown>>;

/** A desk at which somebody else gets in between what a write reads and what it stores, so often as given. */
function crowded(inner: Backend, others: readonly object[]): Desk {
  const left = [...others];
  const somebody = deskOver([inner]);
  return deskOver([
    {
      ...inner,
      apply: async (call, signal) => {
        const next = left.shift();
        if (next !== undefined) await somebody.write({ mutation: next });
        return inner.apply(call, signal);
      },
    },
  ]);
}

function memory(object: string): Backend {
  return createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [object] }] });
}

function folder(object: string): Backend {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'Work'));
  writeFileSync(join(dir, 'Work', 'plan.ics'), object);
  return backendOn(dir);
}

const update = (changes: Changes, over: object = {}) => ({ operation: 'update', id: UID, changes, ...over });

async function stored(inner: Backend): Promise<string> {
  const { data } = await deskOver([inner]).read({
    query: { type: 'events', filters: { id: UID }, format: 'ics' },
  });
  return String(data.ics);
}

describe.each([
  ['memory', memory],
  ['a folder', folder],
])('a write of an event that somebody else has just changed in %s', (_, open) => {
  it.each<[Changes, Changes]>([
    [{ title: 'Mine' }, { location: 'Theirs' }],
    [{ start: '2026-11-24T11:00' }, { title: 'Theirs', addTags: ['theirs'] }],
    [{ addTags: ['mine'] }, { tags: ['theirs'] }],
    [{ durationMinutes: 30 }, { busy: false, location: 'Theirs' }],
  ])('%o is done on what it is now when they did %o', async (mine, theirs) => {
    const inner = open(EVENT);
    const { data, meta } = await crowded(inner, [update(theirs)]).write({ mutation: update(mine) });
    expect(data.outcome).toBe('applied');
    expect(JSON.stringify(meta.notes)).toContain('Somebody else');
    const text = await stored(inner);
    expect(text.match(/Theirs|theirs|TRANSPARENT/)).not.toBeNull();
    expect(text.match(/SUMMARY:Mine|T110000|mine|T093000/)).not.toBeNull();
  });

  it.each<[Changes, Changes, string]>([
    [{ title: 'Mine' }, { title: 'Theirs' }, 'title'],
    [{ start: '2026-11-24T11:00', title: 'Mine' }, { durationMinutes: 30, title: 'Theirs' }, 'title, times'],
    [{ timezone: 'Europe/London' }, { recurrence: { frequency: 'daily' } }, 'times'],
  ])('%o is a conflict when they did %o', async (mine, theirs, names) => {
    const inner = open(EVENT);
    const error = await failureOf(crowded(inner, [update(theirs)]).write({ mutation: update(mine) }));
    expect(error).toMatchObject({
      code: 'CONFLICT',
      message: `Somebody else changed the same properties of this event: ${names}.`,
      info: { outcome: 'not_applied', details: { properties: names.split(', ') } },
    });
    expect(JSON.stringify([error.message, error.info])).not.toContain('Theirs');
    expect(await stored(inner)).not.toContain('Mine');
  });
});

describe('a write of an event that somebody else has just changed', () => {
  it('is a conflict with ifMatch, whatever they did', async () => {
    const inner = memory(EVENT);
    const desk = crowded(inner, [update({ location: 'Theirs' })]);
    const { data } = await desk.read({ query: { type: 'events', filters: { id: UID }, fields: ['etag'] } });
    const [row] = Array.isArray(data.events) ? data.events : [];
    const error = await failureOf(desk.write({ mutation: update({ title: 'Mine' }, { ifMatch: row.etag }) }));
    expect(error.code).toBe('CONFLICT');
    expect(await stored(inner)).toContain('Planning');
  });

  it('gives up when they do not stop', async () => {
    const inner = memory(EVENT);
    const busy = Array.from({ length: 10 }, (_, index) => update({ location: `Theirs ${index}` }));
    const error = await failureOf(crowded(inner, busy).write({ mutation: update({ title: 'Mine' }) }));
    expect(error).toMatchObject({ code: 'CONFLICT', info: { outcome: 'not_applied' } });
  });

  it('of one occurrence minds only that one', async () => {
    const id = async (inner: Backend, day: string) => {
      const { data } = await deskOver([inner]).read({
        query: { type: 'events', filters: { id: UID, when: day } },
      });
      const [row] = Array.isArray(data.events) ? data.events : [];
      return String(row.id);
    };
    const inner = memory(SERIES);
    const mine = update({ start: '2026-11-26T14:00' }, { id: await id(inner, '2026-11-26'), scope: 'this' });
    const other = update({ start: '2026-11-27T15:00' }, { id: await id(inner, '2026-11-27'), scope: 'this' });
    await crowded(inner, [other]).write({ mutation: mine });
    expect(await stored(inner)).toMatch(/T140000[\s\S]*T150000|T150000[\s\S]*T140000/);

    const again = memory(SERIES);
    const same = { ...mine, changes: { start: '2026-11-26T16:00' } };
    const error = await failureOf(crowded(again, [same]).write({ mutation: mine }));
    expect(error.info.details).toEqual({ properties: ['times'] });
  });

  it('splits a series once', async () => {
    const inner = memory(SERIES);
    const { data } = await deskOver([inner]).read({
      query: { type: 'events', filters: { id: UID, when: '2026-11-26' } },
    });
    const [row] = Array.isArray(data.events) ? data.events : [];
    const mine = update({ title: 'Mine' }, { id: row.id, scope: 'following' });
    // It gets in before the later part is stored, and before the earlier one is.
    await crowded(inner, [update({ location: 'A' }), update({ location: 'B' })]).write({ mutation: mine });
    const all = await deskOver([inner]).read({ query: { type: 'events', filters: { location: 'B' } } });
    expect(all.data.events).toMatchObject([
      { title: 'Planning' },
      { title: 'Planning' },
      { title: 'Mine' },
      { title: 'Mine' },
      { title: 'Mine' },
    ]);
  });

  it('deletes only what was seen, and moves what is there', async () => {
    const inner = memory(EVENT);
    const refused = await failureOf(
      crowded(inner, [update({ location: 'Theirs' })]).write({ mutation: { operation: 'delete', id: UID } }),
    );
    expect(refused).toMatchObject({ code: 'CONFLICT', info: { outcome: 'not_applied' } });
    expect(await stored(inner)).toContain('Theirs');

    const calendars = [
      { name: 'Work', objects: [EVENT] },
      { name: 'Home', objects: [] },
    ];
    const both = createMemoryBackend({ name: 'test', calendars });
    const desk = crowded(both, [update({ location: 'Theirs' })]);
    await desk.write({ mutation: { operation: 'move', id: UID, calendar: 'Home' } });
    const { data } = await deskOver([both]).read({
      query: { type: 'events', filters: { calendar: 'Home' } },
    });
    expect(data.events).toMatchObject([{ location: 'Theirs' }]);
  });
});

it('what was begun anew after a conflict leaves the deadline to what follows', async () => {
  const other = EVENT.replace(UID, 'other@test').replace('SUMMARY:Planning', 'SUMMARY:Other');
  const inner: Backend = createMemoryBackend({
    name: 'test',
    calendars: [{ name: 'Work', objects: [EVENT, other] }],
  });
  const theirs = [update({ location: 'Theirs' })];
  const deadlines: unknown[] = [];
  const d = deskOver([
    {
      ...inner,
      apply: async (call, request) => {
        deadlines.push(request.deadline);
        const next = theirs.shift();
        if (next !== undefined) await deskOver([inner]).write({ mutation: next });
        return inner.apply(call, request);
      },
    },
  ]);
  const operations = [
    update({ title: 'Mine' }),
    { operation: 'update', id: 'other@test', changes: { title: 'Mine, too' } },
  ];
  const { data } = await d.write({ mutation: { operation: 'batch', operations } });
  expect(data.outcome).toBe('applied');
  // The first one twice, then the other.
  expect(deadlines).toEqual([undefined, undefined, undefined]);
});
