import { describe, expect, it } from 'vitest';
import type { ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { readColumns, readEventRow } from '../../../../src/backends/applescript/read/event-row.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { titled } from '../../../conformance/events.js';
import { create, remove, replace, required, scan, scanHrefs } from '../../../conformance/subject.js';
import { eventsOf, put, type World, wall, worldOf } from '../scenarios/world.js';

/** What a script says of one date, everywhere it stands; where the simulated Calendar has none that is impossible. */
function say(world: World, date: string, instead: string, ...scripts: readonly ScriptName[]): void {
  const { run } = world.runner;
  world.runner.run = async (script, argv, signal) => {
    const output = await run(script, argv, signal);
    return scripts.length === 0 || scripts.includes(script) ? output.replaceAll(date, instead) : output;
  };
}

const UTC = required(zoneOf('UTC'));
const DATE = '2026-5-9-32400';
const AT = { 'start date': wall('2026-05-09T09:00:00'), 'end date': wall('2026-05-09T10:00:00') };

describe('an event with an impossible date', () => {
  it.each([
    '',
    '12177-5-9-32400',
    '0-5-9-32400',
    '-44-3-15-0',
    '2026-13-1-0',
    '2026-2-30-0',
    '2026-5-9-86400',
  ])('is one unreadable object, and named: %j', async (instead) => {
    const world = await worldOf();
    put(world, {});
    put(world, { uid: 'BAD', ...AT });
    put(world, { recurrence: 'FREQ=DAILY;COUNT=2' });
    say(world, DATE, instead);
    const { objects, unreadable, missing } = await scan(world);
    expect(objects).toHaveLength(2);
    expect(missing).toEqual([]);
    const href = `${world.calendar.href}/BAD`;
    expect(unreadable).toEqual([{ href, reason: expect.stringContaining('date') }]);
    expect(await scanHrefs(world, [href, required(objects[0]).href])).toEqual({
      objects: [objects[0]],
      unreadable,
      missing: [],
    });
    // It may take place at any time, so it is named whatever is asked.
    const window = { from: Date.parse('2031-01-01T00:00:00Z'), to: Date.parse('2031-01-02T00:00:00Z') };
    expect(await scan(world, window)).toMatchObject({ objects: [], unreadable });
  });

  it('is not written, and the others are', async () => {
    const world = await worldOf();
    const before = await create(world, 'one', titled('one', 'Breakfast'));
    put(world, { uid: 'BAD', ...AT });
    say(world, DATE, '');
    const bad = { href: `${world.calendar.href}/BAD`, etag: '"x"' };
    for (const work of [replace(world, bad, titled('BAD', 'Lunch')), remove(world, bad)]) {
      await expect(work).rejects.toMatchObject({ code: 'UNSUPPORTED', info: { outcome: 'not_applied' } });
    }
    await remove(world, before);
    expect(eventsOf(world)).toMatchObject([{ uid: 'BAD' }]);
  });

  it('can be found only when all of it is read: excluded dates', async () => {
    const world = await worldOf();
    put(world, {});
    put(world, { uid: 'BAD', recurrence: 'FREQ=DAILY', 'excluded dates': [AT['start date']] });
    say(world, DATE, '12177-5-9-32400');
    expect(await scan(world)).toMatchObject({
      objects: [{}],
      unreadable: [{ href: expect.stringContaining('BAD') }],
    });
  });

  it('is readable when only the date of its last change is none', async () => {
    const world = await worldOf();
    put(world, { 'stamp date': AT['start date'] });
    say(world, DATE, '0-0-0-0');
    expect(await scan(world)).toMatchObject({ objects: [{}], unreadable: [] });
    expect(await scan(world)).toMatchObject({ objects: [{}], unreadable: [] });
  });

  it('that comes between a write and the look after it is no success', async () => {
    const world = await worldOf();
    const before = await create(world, 'one', titled('one', 'Breakfast').replaceAll('20260310', '20260509'));
    const { run } = world.runner;
    let deleted = false;
    world.runner.run = async (script, argv, signal) => {
      if (script === 'delete-event') {
        deleted = true;
        return 'END\x1f0\x1f\x1e\n';
      }
      const output = await run(script, argv, signal);
      return deleted ? output.replaceAll(DATE, '') : output;
    };
    await expect(remove(world, before)).rejects.toMatchObject({ info: { outcome: 'unknown' } });
  });
});

describe('an answer of another form', () => {
  it.each([
    ['a row that is too short', (text: string) => text.slice(text.indexOf('\x1f') + 1)],
    ['a date in words', (text: string) => text.replace(DATE, 'Saturday, May 9')],
    ['no last row', (text: string) => text.replace(/END[\s\S]*/, '')],
  ])('is an error for the whole calendar: %s', async (_, change) => {
    for (const name of ['list-events', 'read-events']) {
      const world = await worldOf();
      put(world, {});
      put(world, AT);
      const { run } = world.runner;
      world.runner.run = async (script, argv, signal) => {
        const output = await run(script, argv, signal);
        return script === name ? change(output) : output;
      };
      await expect(scan(world)).rejects.toMatchObject({ code: 'BAD_UPSTREAM_RESPONSE' });
    }
  });

  it('is told from an impossible date, field by field', () => {
    const columns = (start: string, end = '') => readColumns([['U', start, end, '']], 7);
    expect(columns('')).toMatchObject([{ uid: 'U', row: 7, unreadable: expect.stringContaining('date') }]);
    expect(columns(DATE)).toMatchObject([{ start: AT['start date'], end: AT['start date'] }]);
    const garbled = expect.objectContaining({ code: 'BAD_UPSTREAM_RESPONSE' });
    for (const [start = '', end] of [
      ['x', DATE],
      [DATE, 'x'],
    ])
      expect(() => columns(start, end)).toThrow(garbled);
    expect(() => readColumns([['U', DATE, DATE]], 1)).toThrow(garbled);
    expect(readEventRow(['GONE'], UTC)).toBeUndefined();
    expect(() => readEventRow(['EVENT', 'x'], UTC)).toThrow(garbled);
  });
});
