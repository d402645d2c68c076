import { expect, it } from 'vitest';
import { applescriptTarget } from '../../../compilers/targets/applescript/applescript-target.js';
import {
  calendarFields,
  calendarHref,
  eventAddress,
} from '../../../compilers/targets/applescript/calendar-address.js';
import { kitEventHref } from '../../../compilers/targets/eventkit/calendar-address.js';
import { createFields, updateFields } from '../../../src/backends/applescript/write/script-changes.js';
import { readWantedKit } from '../../../src/backends/eventkit/write/wanted-event.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { calendarOf } from '../../conformance/events.js';
import { required } from '../../conformance/subject.js';

const ADDRESS = { id: 'work', href: calendarHref({ name: 'Work', turn: 2, sameNameCount: 3 }) };
const RESIDUAL = { kind: 'and', of: [] } as const;
const UTC = required(zoneOf('UTC'));

function wanted(...lines: readonly string[]) {
  const times = lines.some((line) => line.startsWith('DTSTART'))
    ? []
    : ['DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z'];
  return readWantedKit(calendarOf('one', [...times, 'SUMMARY:Lunch', ...lines]), UTC);
}

it('keeps names of calendars and uids of events in addresses, whatever they hold', () => {
  for (const name of ['Work', '', 'a/b#1of2', '100% ü 🏔️', ' ']) {
    for (const [turn, sameNameCount] of [
      [1, 1],
      [2, 3],
    ] as const) {
      const calendar = calendarHref({ name, turn, sameNameCount });
      expect(calendarFields({ href: calendar })).toEqual([name, String(turn), String(sameNameCount)]);
      const start = '20260310T090000';
      const event = { calendar, uid: `${name}/1` };
      expect(eventAddress(kitEventHref(calendar, event.uid))).toEqual(event);
      expect(eventAddress(`${kitEventHref(calendar, event.uid)}#${start}`)).toEqual({ ...event, start });
    }
  }
  expect(() => calendarFields({ href: 'a/b' })).toThrow('not the address');
  expect(eventAddress('%zz/1')).toEqual({ calendar: '%zz', uid: '1' });
  expect(eventAddress('Work/%zz')).toBeUndefined();
});

it('asks for a window, or for named events, and pushes nothing down but times', () => {
  const when = { kind: 'time', field: 'when', from: 10, to: 2000 } as const;
  const scan = { range: { from: 0, to: 1000 }, pushed: [when], residual: RESIDUAL };
  const asked = (more: object) => applescriptTarget.compileRead({ ...scan, ...more }, ADDRESS);
  const window = { kind: 'window', calendar: ADDRESS, from: 10, to: 1000 };
  expect([asked({}), asked({ refresh: true })]).toEqual([window, { ...window, refresh: true }]);
  const hrefs = [`${ADDRESS.href}/A%2FB`];
  expect(asked({ hrefs })).toEqual({ kind: 'named', calendar: ADDRESS, hrefs });
  const others = [{ kind: 'time', field: 'updated', from: 1 } as const, { kind: 'not', of: when } as const];
  const verdicts = [when, ...others].map(applescriptTarget.capabilities.pushdown);
  expect(verdicts).toEqual(['inexact', 'unsupported', 'unsupported']);
});

it('makes fields of whole numbers and plain text', () => {
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:x', 'END:VALARM'];
  const full = wanted('LOCATION:Room', 'RRULE:FREQ=DAILY', 'EXDATE:20260311T090000Z', ...alarm);
  const texts = ['place', 'Room', 'rule', 'FREQ=DAILY'];
  const rest = ['excluded', '1', '2026', '3', '11', '32400', 'addAlarm', '-15'];
  const times = ['2026', '3', '10', '32400', '2026', '3', '10', '36000'];
  expect(createFields(full, UTC)).toEqual([...times, '0', 'Lunch', ...texts, ...rest]);
  expect(updateFields(wanted(), full, UTC)).toEqual([...texts, ...rest]);
  expect(updateFields(full, full, UTC)).toEqual([]);
});

it('sets times in an order in which no event ends before it starts', () => {
  const days = ['20260310', '20260311'];
  for (const [from, to] of days.flatMap((one) => days.map((other) => [one, other] as const))) {
    const at = (day: string, end: string) => wanted(`DTSTART:${day}T090000Z`, `DTEND:${day}T${end}Z`);
    const fields = updateFields(at(from, '100000'), at(to, '103000'), UTC);
    const names = fields.filter((field) => field === 'start' || field === 'end');
    expect(names).toEqual(from === to ? ['end'] : from < to ? ['end', 'start'] : ['start', 'end']);
  }
  const day = wanted('DTSTART;VALUE=DATE:20260310');
  expect(updateFields(wanted(), day, UTC).slice(0, 2)).toEqual(['allDay', '1']);
});
