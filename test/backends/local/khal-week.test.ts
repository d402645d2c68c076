// @module-tag programs
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpusOf } from '../../fixtures/corpora.js';
import { localWorld, SIGNAL, serviceOf } from '../../fixtures/world.js';
import { installed } from './installed.js';
import { KHAL, khalOn } from './khal-on.js';

const ZONE = 'Europe/Berlin';

interface Row {
  readonly title: string;
  readonly start: string;
  readonly end: string;
}

const time = (text: string): string => text.slice(0, 16).replace('T', ' ');
/** An end on the day of the start is a clock time beside it. */
const line = ({ title, start, end }: Row): string =>
  [title, time(start), time(end.length === 5 ? `${start.slice(0, 10)} ${end}` : end)].join('|');

type LocalWorld = Awaited<ReturnType<typeof localWorld>>;

/** A week as calendar_read tells it. */
async function ourWeek(world: LocalWorld, first: string, last: string): Promise<readonly string[]> {
  const service = serviceOf(world, { now: `${first}T08:00:00Z`, timezone: ZONE, weekStart: 1 });
  const filters = { when: { between: [first, last] } };
  const query = { type: 'events', filters, limit: 500, fields: ['title', 'start', 'end'] };
  const { data } = await service.read({ query }, { signal: SIGNAL });
  return [...new Set((data.events as Row[]).map(line))].sort();
}

/** The same week as khal lists it. */
function theirWeek(world: LocalWorld, first: string): readonly string[] {
  const home = mkdtempSync(join(tmpdir(), 'khal-'));
  try {
    const folders = readdirSync(world.dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const khal = khalOn(home, new Map(folders.map(({ name }) => [name, join(world.dir, name)])), ZONE);
    const format = '{title}|{start-long}|{end-long}';
    const printed = khal('list', '--day-format', '', '--format', format, first, '7d');
    return [...new Set(printed.split('\n').filter((text) => text !== ''))].sort();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

describe.skipIf(!installed(KHAL, 'khal'))('khal and calendar_read on the same folder', () => {
  it.each([
    ['2026-11-23', '2026-11-29'],
    ['2026-10-19', '2026-10-25'],
    ['2026-03-23', '2026-03-29'],
  ])('show the same week from %s to %s', async (first, last) => {
    const world = await localWorld(corpusOf('work-week'));
    try {
      const ours = await ourWeek(world, first, last);
      expect(ours.length).toBeGreaterThan(3);
      expect(ours).toEqual(theirWeek(world, first));
    } finally {
      await world.close();
    }
  });

  it('show the same weeks of what we wrote, in every scope and over a clock change', async () => {
    const world = await localWorld({
      calendars: [{ name: 'Work', objects: [] }],
      assistant: [],
      deleted: [],
    });
    try {
      const service = serviceOf(world, { now: '2026-10-12T08:00:00Z', timezone: ZONE, weekStart: 1 });
      const write = async (mutation: Record<string, unknown>): Promise<string> =>
        String((await service.write({ mutation }, { signal: SIGNAL })).data.id);
      const create = async (data: Record<string, unknown>) =>
        (await write({ operation: 'create', data })).split('/')[0];
      const daily = { frequency: 'daily' };
      const moved = await create({ title: 'Moved', start: '2026-10-12T09:00', recurrence: daily });
      await write({
        operation: 'update',
        id: `${moved}/20261021T0900`,
        scope: 'this',
        changes: { start: '2026-10-22T11:00', durationMinutes: 90 },
      });
      await write({ operation: 'delete', id: `${moved}/20261023T0900`, scope: 'this' });
      const split = await create({
        title: 'Split',
        start: '2026-10-12T13:00',
        recurrence: { ...daily, count: 20 },
      });
      await write({
        operation: 'update',
        id: `${split}/20261022T1300`,
        scope: 'following',
        changes: { start: '2026-10-22T15:30', title: 'Later' },
      });
      const shifted = await create({
        title: 'Shifted',
        start: '2026-10-13T18:00',
        recurrence: { frequency: 'weekly', daysOfWeek: ['tue', 'thu'] },
      });
      await write({
        operation: 'update',
        id: `${shifted}/20261013T1800`,
        scope: 'all',
        changes: { start: '2026-10-14T18:30' },
      });
      const far = await create({
        title: 'Far',
        start: '2026-10-12T08:00',
        timezone: 'America/New_York',
        recurrence: { frequency: 'weekly', interval: 1, daysOfWeek: ['mon', 'fri'] },
      });
      await write({
        operation: 'update',
        id: `${far}/20261012T0800`,
        scope: 'all',
        changes: { durationMinutes: 45 },
      });
      const day = await create({ title: 'Day', start: '2026-10-24', end: '2026-10-26' });
      await write({ operation: 'update', id: day, changes: { start: '2026-10-23' } });
      await create({
        title: 'Monthly',
        start: '2026-10-30T10:00',
        recurrence: { frequency: 'monthly', daysOfWeek: ['-1fri'] },
      });
      const night = await create({ title: 'Night', start: '2026-10-24T23:30', durationMinutes: 300 });
      await write({ operation: 'update', id: night, changes: { allDay: true, start: '2026-10-25' } });
      for (const [first, last] of [
        ['2026-10-12', '2026-10-18'],
        ['2026-10-19', '2026-10-25'],
        ['2026-10-26', '2026-11-01'],
        ['2026-11-23', '2026-11-29'],
      ] as const) {
        const ours = await ourWeek(world, first, last);
        expect(ours.length).toBeGreaterThan(8);
        expect(ours).toEqual(theirWeek(world, first));
      }
    } finally {
      await world.close();
    }
  });
});
