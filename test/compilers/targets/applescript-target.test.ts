import { expect, it } from 'vitest';
import { applescriptTarget } from '../../../compilers/targets/applescript/applescript-target.js';
import {
  calendarHref,
  eventAddress,
  eventHref,
  namedCalendar,
} from '../../../compilers/targets/applescript/calendar-address.js';
import { changesBetween, type ScriptEvent } from '../../../compilers/targets/applescript/script-event.js';
import {
  createFields,
  deleteFields,
  updateFields,
} from '../../../compilers/targets/applescript/script-fields.js';
import { wall } from '../../backends/applescript/scenarios/world.js';
import { required } from '../../conformance/subject.js';

const CALENDAR = { name: 'Work', turn: 2, sameNameCount: 3 };
const ADDRESS = { id: 'work', href: calendarHref(CALENDAR) };
const RESIDUAL = { kind: 'and', of: [] } as const;

const EVENT: ScriptEvent = {
  title: 'Lunch',
  start: wall('2026-03-10T09:00:00'),
  end: wall('2026-03-10T10:00:00'),
  allDay: false,
  place: '',
  notes: '',
  link: '',
  state: 'none',
  rule: '',
  excluded: [],
  alarms: [],
};

it('keeps names of calendars and uids of events in addresses, whatever they hold', () => {
  for (const name of ['Work', '', 'a/b#1of2', '100% ü 🏔️', ' ']) {
    for (const [turn, sameNameCount] of [
      [1, 1],
      [2, 3],
    ] as const) {
      expect(namedCalendar(calendarHref({ name, turn, sameNameCount: sameNameCount }))).toEqual({
        name,
        turn,
        sameNameCount,
      });
      const address = {
        calendar: calendarHref({ name, turn, sameNameCount: sameNameCount }),
        uid: `${name}/1`,
        start: '20260310T090000',
      };
      expect(eventAddress(eventHref(address))).toEqual(address);
    }
  }
  expect(namedCalendar('a/b')).toBeUndefined();
  expect(eventAddress('%zz/1')).toEqual({ calendar: '%zz', uid: '1' });
  expect(eventAddress('Work/%zz')).toBeUndefined();
});

it('asks for a window by a script that begins with the first row', () => {
  const range = { from: 0, to: 1000 };
  const when = { kind: 'time', field: 'when', from: 10, to: 2000 } as const;
  expect(applescriptTarget.compileRead({ range, pushed: [when], residual: RESIDUAL }, ADDRESS)).toEqual({
    kind: 'window',
    script: 'list-events',
    argv: ['=Work', '=2', '=3', '=1'],
    calendar: ADDRESS,
    from: 10,
    to: 1000,
  });
});

it('asks for named events by their uids', () => {
  const hrefs = [`${ADDRESS.href}/A%2FB`];
  const call = applescriptTarget.compileRead(
    { range: { from: 0, to: 1 }, pushed: [], residual: RESIDUAL, hrefs },
    ADDRESS,
  );
  expect(call).toMatchObject({
    kind: 'named',
    script: 'read-events',
    argv: ['=Work', '=2', '=3', '=0', '=A/B'],
  });
});

it('pushes times down, and nothing else', () => {
  const verdict = applescriptTarget.capabilities.pushdown;
  expect(verdict({ kind: 'time', field: 'when', from: 1 })).toBe('inexact');
  expect(verdict({ kind: 'time', field: 'updated', from: 1 })).toBe('unsupported');
  expect(verdict({ kind: 'not', of: { kind: 'time', field: 'when', from: 1 } })).toBe('unsupported');
});

it('makes fields of whole numbers and plain text', () => {
  const full: ScriptEvent = {
    ...EVENT,
    place: 'Room',
    rule: 'FREQ=DAILY',
    excluded: [wall('2026-03-11T09:00:00')],
    alarms: [{ kind: 'audio', minutes: -15 }],
  };
  const texts = ['place', 'Room', 'rule', 'FREQ=DAILY'];
  const rest = ['excluded', '1', '2026', '3', '11', '32400', 'addAlarm', 'audio', '-15'];
  const times = ['2026', '3', '10', '32400', '2026', '3', '10', '36000'];
  expect(createFields(CALENDAR, full)).toEqual(['Work', '2', '3', ...times, '0', 'Lunch', ...texts, ...rest]);
  const seen = { row: 7, uid: 'U', text: 'row' };
  expect(deleteFields(CALENDAR, seen)).toEqual(['Work', '2', '3', '7', 'U', 'row']);
  expect(updateFields(CALENDAR, seen, changesBetween(full, EVENT)).slice(6)).toEqual([
    ...['place', '', 'rule', '', 'excluded', '0', 'dropAlarm', 'audio', '-15'],
  ]);
});

it('sets times in an order in which no event ends before it starts', () => {
  const day = 86_400_000;
  for (const [from, to] of [
    [0, day],
    [day, 0],
    [0, 0],
  ] as const) {
    const before = { ...EVENT, start: EVENT.start + from, end: EVENT.end + from };
    const after = { ...EVENT, start: EVENT.start + to, end: EVENT.end + to + 1000 };
    let { start, end } = before;
    for (const change of changesBetween(before, after)) {
      if (change.kind === 'start') start = change.wall;
      if (change.kind === 'end') end = change.wall;
      expect(end).toBeGreaterThanOrEqual(start);
    }
    expect([start, end]).toEqual([after.start, after.end]);
  }
  expect(changesBetween(EVENT, EVENT)).toEqual([]);
  expect(required(changesBetween(EVENT, { ...EVENT, allDay: true })[0])).toEqual({
    kind: 'allDay',
    value: true,
  });
});
