import { describe, expect, it } from 'vitest';
import { calendarOf, textOf, titled } from '../../../conformance/events.js';
import { create, only, remove, replace } from '../../../conformance/subject.js';
import { eventsOf, fail, worldOf } from '../scenarios/world.js';

const SERIES = calendarOf('series', [
  'DTSTART:20260310T090000Z',
  'DTEND:20260310T100000Z',
  'RRULE:FREQ=WEEKLY;COUNT=4',
  'SUMMARY:Weekly',
]);

describe('a write that fails', () => {
  it('was made, although no answer came', async () => {
    const world = await worldOf();
    fail(world, 'create-event', -1712, 'after');
    const receipt = await create(world, 'one', titled('one', 'Breakfast'));
    expect(receipt.serverChanged).toBe(false);
    expect(eventsOf(world)).toHaveLength(1);
  });

  it('was made in part: that is not claimed', async () => {
    const world = await worldOf();
    fail(world, 'create-event', -1712, 'after');
    await expect(create(world, 'series', SERIES)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      info: { outcome: 'unknown' },
    });
  });

  it('was not made', async () => {
    const world = await worldOf();
    fail(world, 'create-event', -10000, 3);
    await expect(create(world, 'one', titled('one', 'Breakfast'))).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      info: { outcome: 'not_applied' },
    });
    expect(eventsOf(world)).toEqual([]);
  });

  it('was made, and its uid could not be told', async () => {
    const world = await worldOf();
    fail(world, 'create-event', -10000, 4);
    expect((await create(world, 'one', titled('one', 'Breakfast'))).serverChanged).toBe(false);
    expect(eventsOf(world)).toHaveLength(1);
  });

  it('was made, and the answer was cut off', async () => {
    const world = await worldOf();
    const { run } = world.runner;
    world.runner.run = async (script, argv, signal) => {
      const output = await run(script, argv, signal);
      return script === 'create-event' ? output.slice(0, -5) : output;
    };
    const receipt = await create(world, 'one', titled('one', 'Breakfast'));
    expect(receipt.serverChanged).toBe(false);
    expect(eventsOf(world)).toHaveLength(1);
  });

  it.each([
    ['update', -1712, 'after', 'applied'],
    ['update', -1712, 10, 'OUTCOME_UNKNOWN'],
    ['update', -10000, 27, 'UPSTREAM_ERROR'],
    ['update', -1743, 1, 'PERMISSION_DENIED'],
    ['update', -600, 1, 'UNAVAILABLE'],
    ['delete', -1712, 'after', 'applied'],
    ['delete', -1712, 10, 'OUTCOME_UNKNOWN'],
    ['delete', -10000, 27, 'UPSTREAM_ERROR'],
  ] as const)('%s, error %d at %s: %s', async (kind, number, at, result) => {
    const world = await worldOf();
    const before = await create(world, 'one', titled('one', 'Breakfast'));
    fail(world, kind === 'update' ? 'update-event' : 'delete-event', number, at);
    const work = kind === 'update' ? replace(world, before, titled('one', 'Lunch')) : remove(world, before);
    const answer = await work.then(
      () => 'applied',
      (error) => error.code,
    );
    expect(answer).toBe(result);
    const unchanged = eventsOf(world)[0]?.summary === 'Breakfast';
    expect(unchanged).toBe(result !== 'applied');
  });

  it.each([-10004, -1743, 7002, 7003])(
    '%d behind the first of several changes: it is not said that nothing was changed',
    async (number) => {
      const world = await worldOf();
      const before = await create(world, 'one', titled('one', 'Breakfast'));
      fail(world, 'update-event', number, 28);
      const both = titled('one', 'Lunch').replace('SUMMARY', 'LOCATION:Room 2\r\nSUMMARY');
      await expect(replace(world, before, both)).rejects.toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        info: { outcome: 'unknown' },
      });
      expect(eventsOf(world)).toMatchObject([{ summary: 'Lunch', location: null }]);
    },
  );

  it.each([
    [-10004, 'PERMISSION_DENIED'],
    [7003, 'INVALID_DATE'],
    [7014, 'CONFLICT'],
  ])('%d before any change is %s', async (number, code) => {
    const world = await worldOf();
    const before = await create(world, 'one', titled('one', 'Breakfast'));
    fail(world, 'update-event', number, 27);
    const answer = replace(world, before, titled('one', 'Lunch'));
    await expect(answer).rejects.toMatchObject({ code, info: { outcome: 'not_applied' } });
  });

  it('was made, and could not be looked at: who repeats it finds it, and makes no second one', async () => {
    const world = await worldOf();
    fail(world, 'read-events', -1712, 1);
    const again = { code: 'ALREADY_EXISTS', info: { outcome: 'not_applied' } };
    await expect(create(world, 'series', SERIES)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await expect(create(world, 'series', SERIES)).rejects.toMatchObject(again);
    expect(eventsOf(world)).toHaveLength(1);
    expect(textOf((await only(world)).ics, 'UID')).toBe('series');
  });

  it('was made in part and could not be removed: that is never taken for nothing', async () => {
    const world = await worldOf({ rulesRefused: true });
    const { run } = world.runner;
    world.runner.run = async (script, argv, signal) => {
      if (script === 'create-event') {
        const { runs } = world.state;
        world.state.failures.push({ run: runs + 1, event: 6, number: -10000 });
        world.state.failures.push({ run: runs + 1, event: 7, number: -10000 });
      }
      return run(script, argv, signal).finally(() => {
        // Calendar does not list it yet.
        if (script === 'create-event') eventsOf(world).pop();
      });
    };
    await expect(create(world, 'series', SERIES)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  it('says so when even looking fails', async () => {
    const world = await worldOf();
    const before = await create(world, 'one', titled('one', 'Breakfast'));
    const { run } = world.runner;
    let broken = false;
    world.runner.run = async (script, argv, signal) => {
      if (script === 'update-event') broken = true;
      if (broken) world.state.failures.push({ run: world.state.runs + 1, event: 1, number: -10000 });
      return run(script, argv, signal);
    };
    await expect(replace(world, before, titled('one', 'Lunch'))).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      info: { outcome: 'unknown' },
    });
  });
});

describe('a Calendar that stores something else', () => {
  it('drops a rule: the event is taken back', async () => {
    const world = await worldOf({ rulesDropped: true });
    await expect(create(world, 'series', SERIES)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('recurrence'),
      info: { outcome: 'not_applied' },
    });
    expect(eventsOf(world)).toEqual([]);
  });

  it('makes days longer: the event is taken back', async () => {
    const world = await worldOf({ inclusiveEnds: true });
    const day = calendarOf('day', ['DTSTART;VALUE=DATE:20260310', 'SUMMARY:Day']);
    await expect(create(world, 'day', day)).rejects.toMatchObject({ info: { outcome: 'not_applied' } });
    expect(eventsOf(world)).toEqual([]);
  });

  it('ignores excluded dates: nothing is changed, and nothing is left over', async () => {
    const world = await worldOf({ skipsIgnored: true });
    const before = await create(world, 'series', SERIES);
    const less = before.ics.replace('RRULE:', 'EXDATE:20260317T090000Z\r\nRRULE:');
    await expect(replace(world, before, less)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      info: { outcome: 'not_applied' },
    });
    expect(eventsOf(world)).toMatchObject([{ summary: 'Weekly', 'excluded dates': [] }]);
  });

  it('adds an alarm of its own: that is said', async () => {
    const world = await worldOf({ defaultAlarm: -15 });
    expect(await create(world, 'one', titled('one', 'Breakfast'))).toMatchObject({ serverChanged: true });
  });
});
