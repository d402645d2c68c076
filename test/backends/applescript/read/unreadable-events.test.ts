import { describe, expect, it } from 'vitest';
import type { ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { readColumns, readEventRow } from '../../../../src/backends/applescript/read/event-row.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { titled } from '../../../conformance/events.js';
import { remove, replace, required, scan, scanHrefs } from '../../../conformance/subject.js';
import { around, put, type World, wall, worldOf } from '../scenarios/world.js';

const UTC = required(zoneOf('UTC'));
const DATE = '2026-5-9-32400';
const AT = { 'start date': wall('2026-05-09T09:00:00'), 'end date': wall('2026-05-09T10:00:00') };

/** What scripts print is changed; where the simulated Calendar has no date that is impossible. */
function say(world: World, change: (output: string) => string, ...scripts: readonly ScriptName[]): void {
  around(world, async (script, run) => {
    const output = await run();
    return scripts.length === 0 || scripts.includes(script) ? change(output) : output;
  });
}

const LATE = '12177-5-9-32400';
const DATES = ['', LATE, '0-5-9-32400', '-44-3-15-0', '2026-13-1-0', '2026-2-30-0', '2026-5-9-86400'];
const ADDED = ['FREQ=DAILY', 'EXDATE:someday', 'BEGIN:VEVENT'].map((line) => `FREQ=WEEKLY\n${line}`);
const RULES = ['garbage', 'FREQ=WEEKLY;BYDAY=0MO', ...ADDED];

describe('an event with an impossible date, or a rule that cannot be read', () => {
  it.each([
    ...DATES.map((instead) => ['date', instead, null] as const),
    ...RULES.map((recurrence) => ['rule', DATE, recurrence] as const),
  ])(
    'is one unreadable object, named whatever is asked, and not written: %s %j %j',
    async (what, instead, recurrence) => {
      const world = await worldOf();
      put(world, {});
      put(world, { uid: 'BAD', recurrence, ...AT });
      put(world, { recurrence: 'FREQ=DAILY;COUNT=2' });
      const stored = structuredClone(world.state.calendars);
      say(world, (output) => output.replaceAll(DATE, instead));
      const { objects, unreadable, missing } = await scan(world);
      expect([objects.length, missing]).toEqual([2, []]);
      const href = `${world.calendar.href}/BAD`;
      expect(unreadable).toEqual([{ href, reason: expect.stringContaining(what) }]);
      const named = await scanHrefs(world, [href, required(objects[0]).href]);
      expect(named).toEqual({ objects: [objects[0]], unreadable, missing: [] });
      for (const year of [2020, 2031]) {
        const window = { from: Date.UTC(year, 0, 1), to: Date.UTC(year, 0, 2) };
        expect(await scan(world, window)).toMatchObject({ objects: [], unreadable });
      }
      const bad = { href, etag: '"x"' };
      for (const work of [replace(world, bad, titled('BAD', 'Lunch')), remove(world, bad)])
        await expect(work).rejects.toMatchObject({ code: 'UNSUPPORTED', info: { outcome: 'not_applied' } });
      expect(world.state.calendars).toEqual(stored);
    },
  );

  it.each([
    ['excluded dates: found when all of it is read', { 'excluded dates': [AT['start date']] }, 1],
    ['the date of the last change: nobody misses it', { 'stamp date': AT['start date'] }, 0],
  ])('in %s', async (_, event, count) => {
    const world = await worldOf();
    put(world, { recurrence: 'FREQ=DAILY', ...event });
    say(world, (output) => output.replaceAll(DATE, LATE));
    const { objects, unreadable } = await scan(world);
    expect([objects.length, unreadable.length]).toEqual([1 - count, count]);
  });
});

describe('an answer of another form', () => {
  it.each([
    ['a row that is too short', (text: string) => text.slice(text.indexOf('\x1f') + 1)],
    ['a date in words', (text: string) => text.replace(DATE, 'Saturday, May 9')],
    ['no last row', (text: string) => text.replace(/END[\s\S]*/, '')],
  ])('is an error for the whole calendar: %s', async (_, change) => {
    for (const name of ['list-events', 'read-events'] as const) {
      const world = await worldOf();
      put(world, {});
      put(world, AT);
      say(world, change, name);
      await expect(scan(world)).rejects.toMatchObject({ code: 'BAD_UPSTREAM_RESPONSE' });
    }
  });

  it('is told from an impossible date, field by field', () => {
    const columns = (...fields: readonly string[]) => readColumns([['U', ...fields]], 7, UTC);
    const { 'start date': start } = AT;
    expect(columns('', '', '')).toMatchObject([{ row: 7, unreadable: expect.stringContaining('date') }]);
    expect(columns(DATE, '', '')).toMatchObject([{ series: { master: { start, end: start } } }]);
    expect(readEventRow(['GONE'], UTC)).toBeUndefined();
    const wrong = [
      ['x', DATE, ''],
      [DATE, 'x', ''],
      [DATE, DATE],
    ].map((row) => () => columns(...row));
    for (const read of [...wrong, () => readEventRow(['EVENT', 'x'], UTC)])
      expect(read).toThrow(expect.objectContaining({ code: 'BAD_UPSTREAM_RESPONSE' }));
  });
});
