import { dayOfWall } from '../../compilers/time/civil.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { type Instant, utcWall, type Wall } from '../../schemas/model/time.js';
import { makeComponent, printNode } from '../calendar/text/component.js';
import { escapeText, makeProperty } from '../calendar/text/content-line.js';
import { printDateTime } from '../calendar/text/date-time.js';

const AS_DATE = [{ name: 'VALUE', values: ['DATE'] }];

/** A partly hidden row as an object: only the visible fields, under its public id. */
export function shownObject({ id, title, busy, allDay, start, end, startWall, endWall }: Occurrence): string {
  const time = (name: string, instant: Instant, wall: Wall) =>
    allDay
      ? makeProperty(name, printDateTime({ kind: 'date', day: dayOfWall(wall) }), AS_DATE)
      : makeProperty(name, printDateTime({ kind: 'utc', wall: utcWall(instant) }));
  const event = makeComponent('VEVENT', [
    makeProperty('UID', escapeText(id)),
    // Not the real time of writing, which is hidden.
    makeProperty('DTSTAMP', printDateTime({ kind: 'utc', wall: utcWall(start) })),
    time('DTSTART', start, startWall),
    time('DTEND', end, endWall),
    makeProperty('SUMMARY', escapeText(title)),
    ...(busy ? [] : [makeProperty('TRANSP', 'TRANSPARENT')]),
  ]);
  return printNode(makeComponent('VCALENDAR', [makeProperty('VERSION', '2.0'), event]));
}
