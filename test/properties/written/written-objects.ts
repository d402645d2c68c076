import { expand } from '../../../src/calendar/expand/expand.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { BERLIN } from '../../calendar/edit/edit-samples.js';
import { zone } from '../seen-series.js';

/** A way to write a date or time: parameters, and the value of a wall time without separators. */
interface Form {
  readonly name: string;
  readonly date?: boolean;
  readonly line: (day: string, clock: string) => string;
}

const dashed = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
const colons = (clock: string) => `${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}`;

/** Every form that readers accept. */
export const FORMS: readonly Form[] = [
  { name: 'date', date: true, line: (day) => `;VALUE=DATE:${day}` },
  { name: 'date without VALUE', date: true, line: (day) => `:${day}` },
  { name: 'dashed date', date: true, line: (day) => `:${dashed(day)}` },
  { name: 'VALUE=DATE with a time', date: true, line: (day, clock) => `;VALUE=DATE:${day}T${clock}` },
  { name: 'floating', line: (day, clock) => `:${day}T${clock}` },
  { name: 'floating ISO', line: (day, clock) => `:${dashed(day)}T${colons(clock)}` },
  { name: 'UTC', line: (day, clock) => `:${day}T${clock}Z` },
  { name: 'UTC ISO', line: (day, clock) => `:${dashed(day)}T${colons(clock)}Z` },
  { name: 'UTC without seconds', line: (day, clock) => `:${day}T${clock.slice(0, 4)}Z` },
  { name: 'UTC with a blank', line: (day, clock) => `:${day} ${clock}Z` },
  { name: 'zoned', line: (day, clock) => `;TZID=America/New_York:${day}T${clock}` },
  { name: 'zoned ISO', line: (day, clock) => `;TZID=America/New_York:${dashed(day)}T${colons(clock)}` },
  { name: 'zoned and UTC', line: (day, clock) => `;TZID=America/New_York:${day}T${clock}Z` },
  {
    name: 'zoned and folded',
    line: (day, clock) =>
      `;X-A="b;c:d";TZID="Asia/T\r\n okyo":${day}T${clock.slice(0, 2)}\r\n ${clock.slice(2)}`,
  },
  { name: 'unknown zone', line: (day, clock) => `;TZID=Nowhere/Land:${day}T${clock}` },
];

/** A way to write the end: in its own form, as a duration, or not at all. */
export const ENDS: readonly (Form | string)[] = [...FORMS, 'DURATION:PT90M', 'DURATION:P1D', ''];

export interface Written {
  readonly name: string;
  readonly ics: string;
}

/** The kind of an object, apart from the forms of its times. */
export interface Shape {
  readonly kind: 'VEVENT' | 'VTODO';
  /** Weekly, five times. */
  readonly weekly: boolean;
  /** Its first day. */
  readonly day: string;
  /** True if one occurrence has its own times and another one is excluded. */
  readonly apart?: boolean;
}

/** Forms for an original start: by the digits of its series, or as its moment. */
const MASTERS = [
  {
    start: ';VALUE=DATE:20261201',
    end: ';VALUE=DATE:20261203',
    original: (day: string) => [`;VALUE=DATE:${day}`, `:${day}`],
  },
  {
    start: ':20261201T100000',
    end: ':20261201T113000',
    original: (day: string) => [`:${day}T100000`, `:${dashed(day)}T10:00:00`],
  },
  {
    start: ':2026-12-01T15:00:00Z',
    end: ';TZID=America/New_York:20261201T113000',
    original: (day: string) => [`:${day}T150000Z`, `;TZID=America/New_York:${day}T100000`, `:${day}T150000`],
  },
  {
    start: ';TZID=America/New_York:20261201T100000',
    end: ':20261201T113000',
    original: (day: string) => [`:${day}T150000Z`, `:${day}T100000`, `;VALUE=DATE:${day}`],
  },
];

/** Series with an occurrence that has its own times, in each form, and with an excluded one. */
function* apart({ kind }: Shape): Generator<Written> {
  const endName = kind === 'VTODO' ? 'DUE' : 'DTEND';
  for (const { start, end, original } of MASTERS) {
    for (const [at, id] of original('20261208').entries()) {
      for (const form of FORMS) {
        yield {
          name: `${start} with ${id} as ${form.name}`,
          ics: calendar(
            kind,
            [
              `DTSTART${start}`,
              `${endName}${end}`,
              'RRULE:FREQ=WEEKLY;COUNT=5',
              `EXDATE${original('20261222')[at]}`,
            ],
            [
              `RECURRENCE-ID${id}`,
              `DTSTART${form.line('20261209', '100000')}`,
              `${endName}${form.line('20261210', '120000')}`,
            ],
          ),
        };
      }
    }
  }
}

/** Objects with each pair of forms; the end is late enough to be after the start in any zone. */
export function* objects(shape: Shape): Generator<Written> {
  if (shape.apart) {
    yield* apart(shape);
    return;
  }
  const { kind, weekly, day } = shape;
  const next = String(Number(day) + 1);
  for (const start of FORMS) {
    for (const end of ENDS) {
      const endName = kind === 'VTODO' ? 'DUE' : 'DTEND';
      const endLine = typeof end === 'string' ? end : `${endName}${end.line(next, '183000')}`;
      yield {
        name: `${start.name} to ${typeof end === 'string' ? end || 'nothing' : end.name}`,
        ics: calendar(kind, [
          `DTSTART${start.line(day, '100000')}`,
          endLine,
          weekly ? 'RRULE:FREQ=WEEKLY;COUNT=5' : '',
        ]),
      };
    }
    if (kind === 'VEVENT') continue;
    yield {
      name: `due ${start.name}`,
      ics: calendar(kind, [`DUE${start.line(day, '100000')}`, weekly ? 'RRULE:FREQ=WEEKLY;COUNT=5' : '']),
    };
  }
}

function calendar(kind: string, ...components: readonly (readonly string[])[]): string {
  const parts = components.flatMap((lines) => [
    `BEGIN:${kind}`,
    'UID:one@example.org',
    'DTSTAMP:20260101T000000Z',
    ...lines.filter((line) => line !== ''),
    'SUMMARY:Same',
    `END:${kind}`,
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n');
}

/** One row of a list. */
export interface Listed {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly allDay: boolean;
  readonly title: string;
  readonly status: string | undefined;
  readonly dates: string;
}

const ALL = { from: Date.UTC(2020, 0, 1), to: Date.UTC(2030, 0, 1) };

/** The rows for a reader in Berlin. */
export function listed(...texts: readonly (string | undefined)[]): readonly Listed[] {
  return texts
    .flatMap((ics) => (ics === undefined ? [] : readObject(ics, zoneOf).series))
    .flatMap((series) => expand(series, ALL, zone(BERLIN)))
    .map(({ recurrenceId = '', start, end, allDay, fields }) => ({
      id: recurrenceId,
      start,
      end,
      allDay,
      title: fields.title,
      status: fields.task?.status,
      dates: fields.task ? `${fields.task.hasStart} ${fields.task.hasDue}` : '',
    }))
    .sort((a, b) => a.start - b.start || a.id.localeCompare(b.id));
}
