import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../compilers/time/civil.js';
import { printNode } from '../../src/calendar/text/component.js';
import { readVtimezone } from '../../src/calendar/zones/read-vtimezone.js';
import { writeVtimezone } from '../../src/calendar/zones/write-vtimezone.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';

const NAMES = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Moscow',
  'Europe/Istanbul',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Africa/Lagos',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Asuncion',
  'America/Nuuk',
  'America/Havana',
  'America/Mexico_City',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Jerusalem',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Pyongyang',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Antarctica/Troll',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];

function zone(name: string) {
  const found = zoneOf(name);
  if (found === undefined) throw new Error(name);
  return found;
}

/** Instants around every change in 20 years, and some in between. */
function probes(name: string, from: number): readonly number[] {
  const found: number[] = [];
  const to = from + 19.9 * 365.25 * DAY;
  for (let at = from; at < to; at += DAY) {
    const here = zone(name).offsetAt(at);
    if (here !== zone(name).offsetAt(at + DAY))
      for (let hour = 0; hour <= 24; hour++) found.push(at + hour * HOUR);
    else if (Math.floor(at / DAY) % 40 === 0) found.push(at);
  }
  return found;
}

describe('vtimezoneOf', () => {
  it('writes a zone whose changes follow rules with one rule for each', () => {
    expect(printNode(writeVtimezone(zone('Europe/Berlin'), Date.UTC(2026, 11, 1))).split('\r\n')).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:DAYLIGHT',
      'DTSTART:19960331T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:19961027T030000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'END:STANDARD',
      'END:VTIMEZONE',
      '',
    ]);
  });

  for (const year of [2005, 2015, 2026]) {
    it(`says what the zone says for 20 years from ${year} on, to our reader`, () => {
      for (const name of NAMES) {
        const from = Date.UTC(year, 4, 17, 9);
        const read = readVtimezone('x', writeVtimezone(zone(name), from));
        const wrong = probes(name, from).filter((at) => read?.offsetAt(at) !== zone(name).offsetAt(at));
        expect(wrong.map((at) => `${name} ${new Date(at).toISOString()}`)).toEqual([]);
      }
    });
  }

  it('says the same to ical.js, for wall times outside clock changes', () => {
    for (const name of NAMES) {
      const from = Date.UTC(2026, 4, 17, 9);
      const text = printNode(writeVtimezone(zone(name), from));
      const component = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${text}END:VCALENDAR\r\n`));
      const definition = component.getFirstSubcomponent('vtimezone');
      if (definition === null) throw new Error(name);
      const read = new ICAL.Timezone(definition);
      for (let at = from; at < from + 5 * 365 * DAY; at += 11 * DAY) {
        const wall = new Date(zone(name).toWall(at));
        const time = new ICAL.Time(
          {
            year: wall.getUTCFullYear(),
            month: wall.getUTCMonth() + 1,
            day: wall.getUTCDate(),
            hour: wall.getUTCHours(),
            minute: wall.getUTCMinutes(),
            second: 0,
          },
          read,
        );
        expect(`${name} ${new Date(time.toUnixTime() * 1000).toISOString()}`).toBe(
          `${name} ${new Date(at).toISOString()}`,
        );
      }
    }
  });

  it('uses open yearly rules where there are some', () => {
    const rules = printNode(writeVtimezone(zone('America/New_York'), Date.UTC(2026, 0, 1)));
    expect(rules).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU');
    expect(rules).toContain('RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU');
    expect(rules).not.toContain('RDATE');
    expect(printNode(writeVtimezone(zone('Africa/Casablanca'), Date.UTC(2026, 0, 1)))).toContain('RDATE');
  });

  it('covers an event before today’s rule began', () => {
    const text = printNode(writeVtimezone(zone('America/New_York'), Date.UTC(2005, 5, 1)));
    expect(text).toContain('DTSTART:20050403T020000');
    expect(text).toContain('DTSTART:20070311T020000');
  });

  it('needs one observance where clocks never change', () => {
    const text = printNode(writeVtimezone(zone('Asia/Kolkata'), Date.UTC(2026, 0, 1)));
    expect(text.match(/BEGIN:STANDARD/g)).toHaveLength(1);
    expect(text).toContain('TZOFFSETTO:+0530');
    expect(text).not.toContain('RRULE');
  });
});
