import { describe, expect, it } from 'vitest';
import type { CalendarLabels } from '../../../../compilers/plan/calendar-labels.js';
import { required } from '../../../conformance/subject.js';
import { changeCalendar, fail, type World, worldOf } from '../scenarios.js';

const CHOIR = { name: 'Choir', color: '#12ab9f' };

function make(world: World, labels: CalendarLabels & { name: string } = CHOIR) {
  return changeCalendar(world, { kind: 'create-calendar', labels });
}

function update(world: World, labels: CalendarLabels) {
  return changeCalendar(world, { kind: 'update-calendar', calendar: world.other, labels });
}

const names = ({ state }: World) => state.calendars.map(({ name }) => name);
const OLD = ['work', 'Work', 'Home', 'Work'];

describe('a new calendar', () => {
  it.each([-1712, -609, -10000])('was made, although error %d came', async (number) => {
    const world = await worldOf();
    fail(world, 'create-calendar', number, 'after');
    expect(await make(world)).toMatchObject(CHOIR);
    expect(names(world)).toEqual([...OLD, 'Choir']);
  });

  it.each([
    [-1712, 2, 'OUTCOME_UNKNOWN', 'unknown'],
    [-10000, 2, 'UPSTREAM_ERROR', 'not_applied'],
    [-1743, 1, 'PERMISSION_DENIED', 'not_applied'],
    [-600, 1, 'UNAVAILABLE', 'not_applied'],
  ] as const)('was not made: error %d at event %d is %s', async (number, at, code, outcome) => {
    const world = await worldOf();
    fail(world, 'create-calendar', number, at);
    await expect(make(world)).rejects.toMatchObject({ code, info: { outcome } });
    expect(names(world)).toEqual(OLD);
  });

  it('is not claimed when nobody can look', async () => {
    const world = await worldOf();
    const { run } = world.runner;
    let lists = 0;
    world.runner.run = async (script, argv, signal) => {
      if (script === 'list-calendars' && ++lists > 1)
        world.state.failures.push({ run: world.state.runs + 1, event: 1, number: -10000 });
      return run(script, argv, signal);
    };
    await expect(make(world)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      info: { outcome: 'unknown' },
    });
  });

  it('is one line of a name, or none', async () => {
    const world = await worldOf();
    expect(await make(world, { name: ' a\nb\u2028c\td ' })).toMatchObject({ name: 'a b c d' });
    const nameless = Promise.resolve().then(() => make(world, { name: ' \n' }));
    await expect(nameless).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const long = 'x'.repeat(100_000);
    expect(await make(world, { name: long })).toMatchObject({ name: long });
  });
});

describe('a change of a calendar', () => {
  it.each([-1712, -10000])('was made, although error %d came', async (number) => {
    const world = await worldOf();
    fail(world, 'update-calendar', number, 'after');
    expect(await update(world, { name: 'Choir' })).toMatchObject({ name: 'Choir' });
  });

  it('that was made in part is put back', async () => {
    const world = await worldOf();
    fail(world, 'update-calendar', -10000, 'after');
    await expect(update(world, { name: 'Choir', color: '#ff0000' })).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      info: { outcome: 'not_applied' },
    });
    expect(world.state.calendars[2]).toMatchObject({ name: 'Home', color: [0, 0, 0] });
  });

  it('that may still come is not said to be nothing', async () => {
    const world = await worldOf();
    fail(world, 'update-calendar', -1712, 4);
    await expect(update(world, { name: 'Choir' })).rejects.toMatchObject({ info: { outcome: 'unknown' } });
    expect(names(world)).toEqual(OLD);
  });

  it.each([
    [{ colorsFixed: 'refused' }, 'UPSTREAM_ERROR'],
    [{ colorsFixed: 'ignored' }, 'UNSUPPORTED'],
    [{ notesFixed: true }, 'UNSUPPORTED'],
  ] as const)('of which Calendar takes a part only is put back: %j', async (oddities, code) => {
    const world = await worldOf(oddities);
    const labels = { name: 'Choir', color: '#ff0000', description: 'Tuesdays' };
    await expect(update(world, labels)).rejects.toMatchObject({ code, info: { outcome: 'not_applied' } });
    const { name, color = [0, 0, 0], description } = required(world.state.calendars[2]);
    expect([name, color, description ?? '']).toEqual(['Home', [0, 0, 0], '']);
  });

  it('takes a colour that comes back a little different, and says which', async () => {
    const world = await worldOf({ colorsShifted: true });
    expect(await update(world, { color: '#12ab9f' })).toMatchObject({ color: '#15aea2' });
    // Told again, nothing is to be done.
    const before = world.runner.runs.length;
    await update(world, { color: '#12ab9f' });
    expect(world.runner.runs.slice(before).map(({ script }) => script)).toEqual(['list-calendars']);
  });

  it.each(['missing', 'refused'] as const)('claims no colour that cannot be read: %s', async (noColors) => {
    const world = await worldOf({ noColors });
    expect(await make(world)).not.toHaveProperty('color');
    await expect(update(world, { color: '#12ab9f' })).rejects.toMatchObject({ info: { outcome: 'unknown' } });
    expect(await update(world, { name: 'Garden' })).toMatchObject({ name: 'Garden' });
  });

  it('of one of several namesakes leaves the others, whose ids never name it', async () => {
    const world = await worldOf();
    const ids = new Set((await world.backend.calendars(new AbortController().signal)).map(({ id }) => id));
    const renamed = required(
      await changeCalendar(world, {
        kind: 'update-calendar',
        calendar: world.calendar,
        labels: { name: 'Choir' },
      }),
    );
    expect(names(world)).toEqual(['work', 'Choir', 'Home', 'Work']);
    expect(ids.has(renamed.id)).toBe(false);
    const now = await world.backend.calendars(new AbortController().signal);
    expect(now.filter(({ name }) => name === 'Work').every(({ id }) => !ids.has(id))).toBe(true);
    await expect(
      changeCalendar(world, { kind: 'update-calendar', calendar: world.calendar, labels: { name: 'Band' } }),
    ).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND', info: { outcome: 'not_applied' } });
  });
});
