import { SCRIPT_SOURCES, type ScriptName } from '../../../compilers/targets/applescript/script-sources.js';
import { calendarOf, textOf, titled } from '../../conformance/events.js';
import {
  create,
  never,
  only,
  remove,
  replace,
  required,
  type Subject,
  scan,
  scanHrefs,
} from '../../conformance/subject.js';
import {
  emptyCalendar,
  type Oddities,
  type SimulatedEvent,
  type SimulatedState,
} from './simulated/simulated-calendar.js';
import { type SimulatedRunner, simulatedRunner } from './simulated/simulated-runner.js';
import { subjectOn } from './simulated/subject.js';

export interface World extends Subject {
  readonly state: SimulatedState;
  readonly runner: SimulatedRunner;
}

export async function worldOf(
  oddities: Oddities = {},
  sources: Partial<Record<ScriptName, string>> = {},
  zone = 'UTC',
): Promise<World> {
  const state = emptyCalendar(['work', 'Work', 'Home', 'Work'], oddities);
  const runner = simulatedRunner(state, sources);
  return { ...(await subjectOn(runner, zone)), state, runner };
}

/** The events of the calendar that tests write to. */
export function eventsOf({ state }: Pick<World, 'state'>): SimulatedEvent[] {
  return required(state.calendars[1]).events;
}

export function wall(text: string): number {
  return Date.parse(`${text}Z`);
}

/** An event that somebody made in Calendar. */
export function put(world: Pick<World, 'state'>, event: Partial<SimulatedEvent>): SimulatedEvent {
  const made: SimulatedEvent = {
    uid: `PUT-${eventsOf(world).length}`,
    summary: 'Lunch',
    'start date': wall('2026-03-10T09:00:00'),
    'end date': wall('2026-03-10T10:00:00'),
    'allday event': false,
    recurrence: null,
    'excluded dates': [],
    'stamp date': wall('2026-01-01T00:00:00'),
    sequence: 1,
    status: 'none',
    location: null,
    description: null,
    url: null,
    alarms: { 'display alarm': [], 'mail alarm': [], 'sound alarm': [] },
    attendees: [],
    ...event,
  };
  eventsOf(world).push(made);
  return made;
}

/** Somebody moves one occurrence in Calendar, "this event only". */
export function moveOccurrence(
  world: Pick<World, 'state'>,
  series: SimulatedEvent,
  from: number,
  to: number,
): SimulatedEvent {
  const apart = world.state.oddities.movedApart === true;
  if (!apart) series['excluded dates'] = [...series['excluded dates'], from];
  const { uid: ofSeries, ...rest } = series;
  const end = to + series['end date'] - series['start date'];
  const uid = apart ? `${ofSeries}-${from}` : ofSeries;
  const times = { 'start date': to, 'end date': end };
  return put(world, { ...rest, ...times, uid, recurrence: null, 'excluded dates': [] });
}

/** Everything that a script can set, in lines of a VEVENT. */
const FULL = [
  'DTSTART:20260902T140000Z',
  'DTEND:20260902T150030Z',
  'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=6',
  'EXDATE:20260909T140000Z,20260916T140000Z',
  'SUMMARY:Plan = 1',
  'LOCATION:Room "4" \\\\ & <b>',
  'DESCRIPTION:-e first\\nsecond',
  'URL:https://example.org/?a=1&b=2',
  'STATUS:CANCELLED',
  ...['DISPLAY', 'AUDIO', 'EMAIL'].flatMap((action, at) => [
    'BEGIN:VALARM',
    `ACTION:${action}`,
    `TRIGGER:-PT${15 * (at + 1)}M`,
    'DESCRIPTION:x',
    'END:VALARM',
  ]),
];

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
}

async function refused(what: string, work: Promise<unknown>, code: string): Promise<void> {
  const answer = await work.then(
    () => 'success',
    (error: { code?: unknown }) => error.code,
  );
  expectEqual(what, answer, code);
}

/** What must hold whatever is changed in a script; each throws where it does not. */
export const SCENARIOS: Readonly<
  Record<string, (sources: Partial<Record<ScriptName, string>>) => Promise<void>>
> = {
  'stores every property as it was given': async (sources) => {
    const world = await worldOf({}, sources);
    await create(world, 'full', calendarOf('full', FULL));
    const [event] = eventsOf(world);
    expectEqual('start', event?.['start date'], wall('2026-09-02T14:00:00'));
    expectEqual('end', event?.['end date'], wall('2026-09-02T15:00:30'));
    expectEqual('rule', event?.recurrence, 'FREQ=WEEKLY;COUNT=6;BYDAY=WE');
    expectEqual('excluded', event?.['excluded dates'], [
      wall('2026-09-09T14:00:00'),
      wall('2026-09-16T14:00:00'),
    ]);
    expectEqual('title', event?.summary, 'Plan = 1');
    expectEqual('place', event?.location, 'Room "4" \\ & <b>');
    expectEqual('notes', event?.description, '-e first\nsecond');
    expectEqual('link', event?.url, 'https://example.org/?a=1&b=2');
    expectEqual('status', event?.status, 'cancelled');
    expectEqual('alarms', event?.alarms, {
      'display alarm': [-15],
      'mail alarm': [-45],
      'sound alarm': [-30],
    });
  },
  'stores days, leap days and long texts': async (sources) => {
    const world = await worldOf({}, sources);
    const notes = 'x1y2 '.repeat(14_000);
    await create(
      world,
      'day',
      calendarOf('day', ['DTSTART;VALUE=DATE:20280229', 'SUMMARY:Day', `DESCRIPTION:${notes}`]),
    );
    const [event] = eventsOf(world);
    expectEqual('all-day', event?.['allday event'], true);
    expectEqual('start', event?.['start date'], wall('2028-02-29T00:00:00'));
    expectEqual('end', event?.['end date'], wall('2028-03-01T00:00:00'));
    expectEqual('notes', event?.description === notes, true);
  },
  'stores the last of a month in a shorter one': async (sources) => {
    const world = await worldOf({}, sources);
    world.state.now = Date.UTC(2026, 1, 10);
    await create(world, 'one', titled('one', 'Late').replaceAll('20260310', '20260331'));
    expectEqual('start', eventsOf(world)[0]?.['start date'], wall('2026-03-31T09:00:00'));
  },
  'changes what holds line ends of another kind': async (sources) => {
    const world = await worldOf({ printsLineFeeds: true }, sources);
    put(world, { summary: 'a\rb' });
    const { href, etag, ics } = await only(world);
    await replace(world, { href, etag }, ics.replace('SUMMARY:a\\nb', 'SUMMARY:c'));
    expectEqual('title', eventsOf(world)[0]?.summary, 'c');
  },
  'says what is gone': async (sources) => {
    const world = await worldOf({}, sources);
    const gone = await create(world, 'one', titled('one', 'Breakfast'));
    put(world, {});
    eventsOf(world).shift();
    const { objects, missing } = await scanHrefs(world, [gone.href]);
    expectEqual('found', [objects.length, missing.length], [0, 1]);
  },
  'gives every property as it is stored': async (sources) => {
    const world = await worldOf({}, sources);
    const guests = [
      { email: 'a@example.org', name: 'A', state: 'accepted' },
      { email: 'b@example.org', name: null, state: 'declined' },
      { email: 'c@example.org', name: null, state: 'tentative' },
      { email: 'd@example.org', name: null, state: 'unknown' },
    ];
    put(world, {
      status: 'tentative',
      attendees: guests,
      alarms: { 'display alarm': [-5], 'mail alarm': [null], 'sound alarm': [0] },
    });
    put(world, {
      status: 'confirmed',
      'allday event': true,
      'start date': wall('2026-03-10T00:00:00'),
      'end date': wall('2026-03-12T00:00:00'),
    });
    put(world, {
      status: 'cancelled',
      recurrence: 'FREQ=DAILY',
      'excluded dates': [wall('2026-03-11T09:00:00')],
    });
    const { objects } = await scan(world);
    const [first = '', second = '', third = ''] = objects.map(({ ics }) => ics.replace(/\r\n /g, ''));
    const answers = [...first.matchAll(/PARTSTAT=([A-Z-]+):mailto:(.)/g)].map(
      ([, state, who]) => `${who} ${state}`,
    );
    expectEqual('answers', answers, ['a ACCEPTED', 'b DECLINED', 'c TENTATIVE', 'd NEEDS-ACTION']);
    expectEqual('tentative', textOf(first, 'STATUS'), 'TENTATIVE');
    expectEqual('alarms', first.match(/TRIGGER:\S+/g), ['TRIGGER:-PT5M', 'TRIGGER:PT0M']);
    expectEqual('confirmed', textOf(second, 'STATUS'), 'CONFIRMED');
    expectEqual('days', [textOf(second, 'DTSTART'), textOf(second, 'DTEND')], ['20260310', '20260312']);
    expectEqual('cancelled', textOf(third, 'STATUS'), 'CANCELLED');
    expectEqual('excluded', textOf(third, 'EXDATE'), '20260311T090000Z');
    expectEqual('stamp', textOf(third, 'DTSTAMP'), '20260101T000000Z');
    expectEqual('sequence', textOf(third, 'SEQUENCE'), '1');
  },
  'tells the rest where something is refused or slow, by scripts that end in time': async (sources) => {
    const slow = { properties: ['summary'], takes: 20_000 };
    const stubborn = {
      A: { properties: ['attendees', 'alarms'], number: -10000 },
      B: { properties: ['summary'], number: -10000 },
      ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`S${n}`, slow])),
    };
    const world = await worldOf({ stubborn, costs: { event: 0, value: 3000 } }, sources);
    put(world, { uid: 'A' });
    put(world, { uid: 'B' });
    expectEqual('events', (await scan(world)).objects.length, 1);
    const runs = world.runner.runs.filter(({ script }) => script === 'read-events').length;
    expectEqual('runs', runs, 1);
    const { unreadable } = await scan(world);
    expectEqual('told', unreadable.map(({ href }) => href.slice(-1)).sort(), ['A', 'B']);
    for (let n = 0; n < 10; n++) put(world, { uid: `S${n}` });
    expectEqual('slow events', (await scan(world)).objects.length, 11);
  },
  'reads what has no value': async (sources) => {
    const world = await worldOf({ skipsMissing: true, noStamps: true, noColors: 'missing' }, sources);
    const none = { summary: null, location: null, description: null, url: null, recurrence: null };
    const guest = { email: 'a@example.org', name: null, state: 'accepted' };
    put(world, { ...none, status: 'missing', attendees: [guest] });
    const { ics } = await only(world);
    const texts = ['SUMMARY', 'LOCATION', 'DESCRIPTION', 'URL', 'RRULE', 'EXDATE', 'STATUS', 'LAST-MODIFIED'];
    expectEqual(
      'texts',
      texts.filter((name) => textOf(ics, name) !== undefined),
      [],
    );
  },
  'writes none of several events with one uid': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, { uid: 'A' });
    put(world, { uid: 'A', summary: 'Dinner' });
    const twin = { href: `${world.calendar.href}/A`, etag: '"x"' };
    await refused('update', replace(world, twin, titled('A', 'Lunch')), 'UNSUPPORTED');
    await refused('delete', remove(world, twin), 'UNSUPPORTED');
  },
  'writes no series in place of what was left of it, when it is back': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, { uid: 'B' });
    put(world, { uid: 'A' });
    const left = required((await scanHrefs(world, [`${world.calendar.href}/A`])).objects[0]);
    put(world, { uid: 'A', summary: 'Dinner', recurrence: 'FREQ=DAILY' });
    eventsOf(world)[0] = required(eventsOf(world).pop());
    await refused('update', replace(world, left, titled('A', 'Lunch later')), 'UNSUPPORTED');
    await refused('delete', remove(world, left), 'UNSUPPORTED');
    expectEqual(
      'stored',
      eventsOf(world).map(({ summary }) => summary),
      ['Dinner', 'Lunch'],
    );
  },
  'keeps separators and line ends apart from fields': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, { summary: 'a\x1fb\x1ec\x1dd\r\ne\rf', description: '\x1e\x1fEND\x1f0\x1f\x1e' });
    const { ics } = await only(world);
    expectEqual('title', textOf(ics, 'SUMMARY'), 'a b c d\ne\nf');
    expectEqual('notes', textOf(ics, 'DESCRIPTION'), '  END 0  ');
  },
  'writes only what is as it was read': async (sources) => {
    const world = await worldOf({}, sources);
    const before = await create(world, 'one', titled('one', 'breakfast'));
    // Somebody changes it between the server's look and the script that writes.
    const { run } = world.runner;
    world.runner.run = async (script, argv, signal) => {
      if (script === 'update-event' || script === 'delete-event')
        required(eventsOf(world)[0]).summary = 'Breakfast';
      return run(script, argv, signal);
    };
    await refused('update', replace(world, before, titled('one', 'Lunch')), 'CONFLICT');
    required(eventsOf(world)[0]).summary = 'breakfast';
    await refused('delete', remove(world, before), 'CONFLICT');
    expectEqual('stored', eventsOf(world)[0]?.summary, 'Breakfast');
  },
  'finds events whose rows have moved': async (sources) => {
    const world = await worldOf({ reordered: true }, sources);
    for (const uid of ['one', 'two', 'three']) await create(world, uid, titled(uid, uid));
    const { objects } = await scan(world);
    for (const { href, etag, ics } of objects) {
      await replace(world, { href, etag }, titled(required(textOf(ics, 'UID')), `new ${textOf(ics, 'UID')}`));
    }
    expectEqual(
      'titles',
      eventsOf(world)
        .map(({ summary }) => summary)
        .sort(),
      ['new one', 'new three', 'new two'],
    );
  },
  'keeps to the row of an event that moves while it changes': async (sources) => {
    const world = await worldOf({ sortedByStart: true }, sources);
    const before = await create(world, 'one', titled('one', 'early'));
    await create(world, 'two', titled('two', 'other').replaceAll('20260310', '20260311'));
    const later = calendarOf('one', ['DTSTART:20260320T090000Z', 'DTEND:20260320T100000Z', 'SUMMARY:late']);
    await replace(world, before, later);
    expectEqual(
      'titles',
      eventsOf(world).map(({ summary }) => summary),
      ['other', 'late'],
    );
  },
  'tells calendars apart by case and order': async (sources) => {
    const world = await worldOf({}, sources);
    await create(world, 'one', titled('one', 'mine'));
    expectEqual(
      'events',
      world.state.calendars.map(({ events }) => events.length),
      [0, 1, 0, 0],
    );
    world.state.calendars.push({ id: 'new', name: 'Work', writable: true, description: null, events: [] });
    await refused('scan', scan(world), 'CALENDAR_NOT_FOUND');
  },
  'says when a calendar changes while it is listed': async (sources) => {
    const world = await worldOf({}, sources);
    put(world, {});
    put(world, {});
    const { run } = world.runner;
    let left = 4;
    const events = eventsOf(world);
    world.runner.run = async (script, argv, signal) => {
      if (script !== 'list-events' || left-- <= 0) return run(script, argv, signal);
      const all = [...events];
      // The list shrinks after the first column.
      Object.defineProperty(required(world.state.calendars[1]), 'events', {
        configurable: true,
        get: shrinking(all),
      });
      return run(script, argv, signal).finally(() => {
        Object.defineProperty(required(world.state.calendars[1]), 'events', {
          configurable: true,
          writable: true,
          value: all,
        });
      });
    };
    await refused('scan', scan(world), 'UPSTREAM_ERROR');
  },
  'does not read two events as one': async (sources) => {
    const world = await worldOf({}, sources);
    const [one, two] = [put(world, { uid: 'A', summary: 'a' }), put(world, { uid: 'B', summary: 'b' })];
    const { run } = world.runner;
    let tries = 0;
    world.runner.run = async (script, argv, signal) => {
      if (script !== 'read-events' || tries++ > 3) return run(script, argv, signal);
      const before = eventsOf(world);
      let asked = 0;
      // The rows change places in the middle of an event.
      Object.defineProperty(required(world.state.calendars[1]), 'events', {
        configurable: true,
        get: () => (asked++ < 6 ? [one, two] : [two, one]),
      });
      return run(script, argv, signal).finally(() => {
        Object.defineProperty(required(world.state.calendars[1]), 'events', {
          configurable: true,
          writable: true,
          value: before,
        });
      });
    };
    await refused('scan', scan(world), 'UPSTREAM_ERROR');
  },
  'leaves calendars alone that cannot be written': async (sources) => {
    // Not every calendar says so by itself when it is changed.
    const world = await worldOf({ lenient: true }, sources);
    const before = await create(world, 'one', titled('one', 'Breakfast'));
    required(world.state.calendars[1]).writable = false;
    await refused('create', create(world, 'two', titled('two', 'Lunch')), 'READ_ONLY');
    await refused('update', replace(world, before, titled('one', 'Lunch')), 'READ_ONLY');
    await refused('delete', remove(world, before), 'READ_ONLY');
    expectEqual(
      'titles',
      eventsOf(world).map(({ summary }) => summary),
      ['Breakfast'],
    );
  },
  'removes what could only be made in part': async (sources) => {
    const world = await worldOf({ rulesRefused: true }, sources);
    await refused('create', create(world, 'full', calendarOf('full', FULL)), 'UPSTREAM_ERROR');
    expectEqual('events', eventsOf(world).length, 0);
  },
  'changes alarms one by one': async (sources) => {
    const world = await worldOf({}, sources);
    const before = await create(world, 'full', calendarOf('full', FULL));
    required(eventsOf(world)[0]).alarms['display alarm'].unshift(null, -60);
    const [object] = (await scan(world)).objects;
    const now = required(object);
    await refused('stale', replace(world, before, before.ics), 'CONFLICT');
    await replace(
      world,
      now,
      now.ics
        .replace(/BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M[\s\S]*?END:VALARM\r\n/, '')
        .replace('-PT45M', '-PT50M'),
    );
    expectEqual('alarms', eventsOf(world)[0]?.alarms, {
      'display alarm': [null, -60],
      'mail alarm': [-50],
      'sound alarm': [-30],
    });
  },
  'asks no more than a few Apple events': async (sources) => {
    const world = await worldOf({}, sources);
    for (let n = 0; n < 30; n++) put(world, { summary: `event ${n}` });
    await scan(world);
    const made = await create(world, 'full', calendarOf('full', FULL));
    const lunch = await replace(world, made, titled('full', 'Lunch'));
    await remove(world, lunch);
    await scan(world);
    // What a copy asks, and who waits for an answer.
    const listed = required(world.runner.runs.find(({ script }) => script === 'list-events'));
    await world.runner.run('check-events', listed.argv);
    await world.runner.run('count-calendars', []);
    for (const script of Object.keys(SCRIPT_SOURCES) as ScriptName[]) {
      const counts = world.runner.runs.filter((run) => run.script === script);
      const most = Math.max(...counts.map(({ appleEvents }) => appleEvents));
      if (!(most <= BUDGET[script])) throw new Error(`${script} sent ${most} Apple events`);
    }
  },
  'tells what people see of calendars, as far as Calendar tells it': async (sources) => {
    for (const [noColors, color] of [
      [undefined, '#12ab9f'],
      ['refused', undefined],
    ] as const) {
      const world = await worldOf(noColors === undefined ? {} : { noColors }, sources);
      Object.assign(required(world.state.calendars.find(({ name }) => name === 'Home')), {
        description: 'Ours',
        color: [0x1212, 0xabab, 0x9f9f],
      });
      const { backend } = await subjectOn(world.runner, 'UTC');
      const told = await backend.calendars({ signal: never });
      const home = told.find(({ name }) => name === 'Home');
      expectEqual('labels', [home?.description, home?.color], ['Ours', color]);
      expectEqual('others', told.filter((info) => info.description === 'Ours').length, 1);
      expectEqual(
        'colours',
        told.filter((info) => info.color === '#12ab9f').length,
        color === undefined ? 0 : 1,
      );
    }
  },
};

/** Apple events of one run of each script, at the most, with what the scenario above asks of it. */
const BUDGET: Readonly<Record<ScriptName, number>> = {
  'count-calendars': 1,
  'list-calendars': 4,
  'list-events': 6,
  'check-events': 2,
  // 30 events in full: 2 for the calendar, 19 for each.
  'read-events': 2 + 30 * 19,
  'create-event': 15,
  'update-event': 41,
  'delete-event': 27,
};

/** A list of events that loses its last one after it was asked for once. */
function shrinking(all: readonly SimulatedEvent[]): () => readonly SimulatedEvent[] {
  let asked = 0;
  return () => (asked++ === 0 ? all : all.slice(0, -1));
}

/** Fails the next run of a script: before the nth Apple event, or after its first change took effect. */
export function fail(world: World, script: ScriptName, number: number, at: number | 'after'): void {
  const { run } = world.runner;
  let done = false;
  world.runner.run = async (name, argv, signal) => {
    if (name === script && !done) {
      done = true;
      const where = at === 'after' ? { event: 0, after: true } : { event: at };
      world.state.failures.push({ run: world.state.runs + 1, number, ...where });
    }
    return run(name, argv, signal);
  };
}
