import { describe, expect, it } from 'vitest';
import type { ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { calendarOf, textOf, titled } from '../../../conformance/events.js';
import { create, only, remove, replace, scan } from '../../../conformance/subject.js';
import { around, eventsOf, fail, type World, worldOf } from '../scenarios/world.js';
import type { Oddities } from '../simulated/oddities.js';

const TIMES = ['DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z'];
const SERIES = calendarOf('one', [...TIMES, 'RRULE:FREQ=WEEKLY;COUNT=4', 'SUMMARY:Weekly']);
const SINGLE = titled('one', 'Breakfast');
const DAY = calendarOf('one', ['DTSTART;VALUE=DATE:20260310', 'SUMMARY:Day']);
const EMPTY = calendarOf('one', [String(TIMES[0]), 'DTEND:20260310T090000Z', 'SUMMARY:Now']);

const cut = (world: World): void =>
  around(world, async (script, run) => {
    const output = await run();
    return script === 'create-event' ? output.slice(0, -5) : output;
  });
/** Once this script has run, the next look fails, or all do. */
const blind = (world: World, behind: ScriptName, always: boolean): void => {
  let isBlind = false;
  around(world, async (script, run) => {
    if (isBlind && (always || script === 'read-events'))
      world.state.failures.push({ run: world.state.runs + 1, event: 1, number: -1712 });
    isBlind = script === behind || (isBlind && always);
    return run();
  });
};

describe('a new event whose answer never came', () => {
  it.each<[string, string, (world: World) => void, boolean?]>([
    ['a timeout', SINGLE, (world) => fail(world, 'create-event', -1712, 'after')],
    ['a timeout in the middle', SERIES, (world) => fail(world, 'create-event', -1712, 'after')],
    ['a uid that is not told', SINGLE, (world) => fail(world, 'create-event', -10000, 4)],
    ['an answer that is cut off', SINGLE, cut],
    ['a look that fails', SERIES, (world) => blind(world, 'create-event', false), true],
  ])(
    'after %s is not claimed; who repeats it finds it, and makes no second one',
    async (_, ics, spoil, keepsUid = false) => {
      const world = await worldOf();
      spoil(world);
      await expect(create(world, 'one', ics)).rejects.toMatchObject({ info: { outcome: 'unknown' } });
      await expect(create(world, 'one', ics)).rejects.toMatchObject({
        code: 'ALREADY_EXISTS',
        info: { outcome: 'not_applied' },
      });
      expect(eventsOf(world)).toHaveLength(1);
      expect(textOf((await only(world)).ics, 'UID') === 'one').toBe(keepsUid);
    },
  );

  it('and was made in part, and not removed, is never taken for nothing', async () => {
    const world = await worldOf({ refuses: ['recurrence'] });
    around(world, async (script, run) => {
      if (script !== 'create-event') return run();
      world.state.failures.push({ run: world.state.runs + 1, event: 6, number: -10000 });
      // Calendar does not list it yet.
      return run().finally(() => eventsOf(world).pop());
    });
    await expect(create(world, 'one', SERIES)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });
});

/** The Apple event of `update-event` and `delete-event` that makes the first change. */
const CHANGE = 21;
const BOTH = titled('one', 'Lunch').replace('SUMMARY', 'LOCATION:Room 2\r\nSUMMARY');

describe('a write that fails', () => {
  it.each([
    ['create', -10000, 3, 'UPSTREAM_ERROR', 'not_applied'],
    ['update', -1712, 'after', 'applied', undefined],
    ['update', -1712, 10, 'OUTCOME_UNKNOWN', 'unknown'],
    ['update', -10000, CHANGE, 'UPSTREAM_ERROR', 'not_applied'],
    ['update', -10004, CHANGE, 'PERMISSION_DENIED', 'not_applied'],
    ['update', 7003, CHANGE, 'INVALID_DATE', 'not_applied'],
    ['update', -1743, 1, 'PERMISSION_DENIED', 'not_applied'],
    ['update', -600, 1, 'UNAVAILABLE', 'not_applied'],
    ['delete', -1712, 'after', 'applied', undefined],
    ['delete', -1712, 10, 'OUTCOME_UNKNOWN', 'unknown'],
    ['delete', -10000, CHANGE, 'UPSTREAM_ERROR', 'not_applied'],
    // Behind the first of several changes nobody says that nothing was changed.
    ...[-10004, -1743, 7002, 7003].map(
      (number) => ['update both', number, CHANGE + 1, 'OUTCOME_UNKNOWN', 'unknown'] as const,
    ),
  ] as const)('%s, error %d at %s: %s, %s', async (kind, number, at, result, outcome) => {
    const world = await worldOf();
    const before = kind === 'create' ? undefined : await create(world, 'one', SINGLE);
    const script = kind === 'update both' ? 'update-event' : (`${kind}-event` as const);
    fail(world, script, number, at);
    const lunch = kind === 'update both' ? BOTH : titled('one', 'Lunch');
    const write = async () => {
      if (before === undefined) await create(world, 'one', SINGLE);
      else await (kind === 'delete' ? remove(world, before) : replace(world, before, lunch));
    };
    const answer = await write().then(
      () => ['applied', undefined],
      (error) => [error.code, error.info.outcome],
    );
    expect(answer).toEqual([result, outcome]);
    const [stored] = eventsOf(world);
    if (kind === 'update both') expect(stored).toMatchObject({ summary: 'Lunch', location: null });
    else if (kind === 'create') expect(stored).toBeUndefined();
    else expect(stored?.summary === 'Breakfast').toBe(result !== 'applied');
  });

  it('says so when even looking fails', async () => {
    const world = await worldOf();
    const before = await create(world, 'one', SINGLE);
    blind(world, 'update-event', true);
    fail(world, 'update-event', -10000, 1);
    const unknown = { code: 'OUTCOME_UNKNOWN', info: { outcome: 'unknown' } };
    await expect(replace(world, before, titled('one', 'Lunch'))).rejects.toMatchObject(unknown);
  });
});

describe('a Calendar that stores something else, or nothing', () => {
  const less = (ics: string) => ics.replace('RRULE:', 'EXDATE:20260317T090000Z\r\nRRULE:');
  const longer = (ics: string) => ics.replace('DTEND;VALUE=DATE:20260311', 'DTEND;VALUE=DATE:20260312');
  const short = (ics: string) => ics.replace(/DTEND:.*/, `DTEND:${textOf(ics, 'DTSTART')}`);

  /** What is written on a Calendar of this kind, the answer (`not_applied` where it names no outcome), and what is there then. */
  type Written = string | ((ics: string) => string) | undefined;
  const CASES: readonly (readonly [Oddities, string, Written, string, object[]])[] = [
    [{ drops: ['recurrence'] }, '', SERIES, 'UNSUPPORTED', []],
    [{ inclusiveEnds: true }, '', DAY, 'UNSUPPORTED', []],
    [{ unsaved: 'empty' }, '', EMPTY, 'UPSTREAM_ERROR', []],
    [{ unsaved: 'any' }, '', SINGLE, 'UPSTREAM_ERROR', []],
    [{ drops: ['excluded dates'] }, SERIES, less, 'UPSTREAM_ERROR', [{ 'excluded dates': [] }]],
    [{ inclusiveEnds: true }, DAY, longer, 'UNSUPPORTED, unknown', [{ summary: 'Day' }]],
    [{ unsaved: 'empty' }, SINGLE, short, 'UPSTREAM_ERROR', [{ summary: 'Breakfast' }]],
    [{ deleting: 'nothing' }, SERIES, undefined, 'UPSTREAM_ERROR', [{ summary: 'Weekly' }]],
    [{ deleting: 'first' }, SERIES, undefined, 'OUTCOME_UNKNOWN, unknown', [{ summary: 'Weekly' }]],
    [{ deleting: 'error' }, SERIES, undefined, '', []],
  ];

  it.each(CASES)('%j: %#', async (oddities, before, write, said, left) => {
    const world = await worldOf(before === DAY ? {} : oddities);
    const made = before === '' ? undefined : await create(world, 'one', before);
    Object.assign(world.state.oddities, oddities);
    const work = async () => {
      if (made === undefined) await create(world, 'one', String(write));
      else await (typeof write === 'function' ? replace(world, made, write(made.ics)) : remove(world, made));
    };
    const answer = await work().then(
      () => '',
      ({ code, info }) => `${code}${info.outcome === 'not_applied' ? '' : `, ${info.outcome}`}`,
    );
    expect(answer).toBe(said);
    expect(eventsOf(world)).toMatchObject(left);
    expect(eventsOf(world)).toHaveLength(left.length);
    if (left.length > 0) expect((await scan(world)).objects).toHaveLength(1);
  });

  it('adds an alarm of its own: that is said', async () => {
    const world = await worldOf({ defaultAlarm: -15 });
    expect(await create(world, 'one', SINGLE)).toMatchObject({ serverChanged: true });
  });
});
