import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLocalBackend } from '../src/backends/local/local-backend.js';
import { createRecordCache } from '../src/calendar/read/record-cache.js';
import { zoneOf } from '../src/calendar/zones/zone.js';
import { createCalendarService } from '../src/engine/create-service.js';
import { createMemoryStore } from '../src/state/memory-store.js';
import { compactRow } from './fixtures/compact-row.js';
import { calendarFile } from './fixtures/corpora.js';

/** What a person in Berlin, asking on 21 November 2026, expects to see of a file that some product wrote. */
interface Expectation {
  readonly between: readonly [string, string];
  readonly rows: readonly string[];
  /** Details of the first row. */
  readonly first?: Readonly<Record<string, unknown>>;
  readonly notes?: readonly string[];
  readonly unreadable?: number;
}

const NOVEMBER = ['2026-11-20', '2026-11-30'] as const;

const FILES: Readonly<Record<string, Expectation>> = {
  'google-conference-and-empty-text.ics': {
    between: NOVEMBER,
    rows: [
      'Tue 2026-11-24 14:00–14:30 Numbers, round 2 (Calendar) [needs_action]',
      'Thu 2026-11-26 (no title) (Calendar)',
    ],
    first: {
      conference: 'https://meet.example.com/abc-defg-hij',
      description:
        '<b>Agenda</b><br><ul><li>Numbers</li></ul>\n\n-::~:~::~:~:~::-\nJoin: https://meet.example.com/abc-defg-hij\n-::~:~::~:~:~::-',
      external: true,
      attendees: [
        { email: 'bob@example.org', name: 'bob@example.org', response: 'accepted', role: 'required' },
        { email: 'alice@example.org', name: 'alice@example.org', response: 'needs_action', role: 'required' },
        {
          email: 'room-a@resource.calendar.example',
          name: 'Room A, 2nd floor',
          response: 'accepted',
          role: 'required',
        },
      ],
    },
  },
  'google-override-of-split-series.ics': {
    between: ['2026-10-01', '2026-11-30'],
    rows: [
      'Tue 2026-10-06 21:00–22:00 Weekly (old) (Calendar)',
      'Tue 2026-10-13 21:00–22:00 Weekly (old) (Calendar)',
      'Tue 2026-10-20 21:00–22:00 Weekly (old) (Calendar)',
      'Tue 2026-10-27 20:00–21:00 Weekly (old) (Calendar)',
      'Tue 2026-11-03 20:30–21:30 Weekly (new) (Calendar)',
      'Tue 2026-11-10 20:30–21:30 Weekly (new) (Calendar)',
      'Tue 2026-11-17 20:30–21:30 Weekly (new) (Calendar)',
      'Wed 2026-11-25 15:00–16:00 Weekly (new) (Calendar)',
    ],
  },
  'outlook-one-year-vtimezone.ics': {
    between: ['2026-07-01', '2026-11-30'],
    rows: [
      'Wed 2026-07-08 16:00–17:00 Sommerrunde (Calendar)',
      'Tue 2026-11-24 10:00–11:00 Jour fixe (Calendar)',
    ],
    first: { busy: false, visibility: 'private', timezone: 'Europe/Berlin' },
  },
  'exchange-zone-by-display-name.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 17:00–18:00 Quarterly sync (Calendar) [needs_action]'],
    first: {
      conference: 'https://teams.example.com/l/meetup-join/1',
      location: 'Microsoft Teams Meeting',
      organizer: { email: 'grace@partner.example', name: 'Grace' },
      external: true,
    },
  },
  'exchange-all-day-at-midnight.ics': {
    between: NOVEMBER,
    rows: ['Wed 2026-11-25 00:00–2026-11-26 00:00 Betriebsausflug (Calendar)'],
    first: { busy: false },
  },
  'exchange-recurrence-id-in-utc.ics': {
    between: NOVEMBER,
    rows: [
      'Mon 2026-11-23 09:00–09:15 Point du jour (Calendar)',
      'Tue 2026-11-24 09:00–09:15 Point du jour (Calendar)',
      'Wed 2026-11-25 11:30–11:45 Point du jour (décalé) (Calendar)',
      'Fri 2026-11-27 09:00–09:15 Point du jour (Calendar)',
    ],
  },
  'apple-structured-location-and-alarms.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 19:30–21:00 Theater (Calendar)'],
    first: {
      location: 'Staatstheater\nMax-Joseph-Platz 2, 80539 München, Deutschland',
      url: 'https://tickets.example.com/4711',
      reminders: [
        { minutesBefore: 60, type: 'display' },
        { minutesBefore: 15, type: 'audio' },
      ],
    },
  },
  'apple-birthday-from-1604.ics': {
    between: NOVEMBER,
    rows: ['Fri 2026-11-27 Birthday without a year (Calendar)'],
    first: { busy: false, allDay: true },
  },
  'nextcloud-talk-link-as-location.ics': {
    between: NOVEMBER,
    rows: ['Wed 2026-11-25 17:00–17:30 Videogespräch (Calendar) [tentative]'],
    first: {
      location: 'https://cloud.example.org/call/abcd1234',
      tags: ['Büro', 'Wöchentlich, fest'],
      reminders: [{ minutesBefore: 0, type: 'email' }],
    },
  },
  'fantastical-lower-case-names.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 17:30–18:00 Coffee (Calendar)'],
    first: { location: 'Corner café', timezone: 'America/Los_Angeles' },
  },
  'thunderbird-mozilla-zone-prefix.ics': {
    between: ['2026-11-01', '2027-01-31'],
    rows: [
      '2026-11-04',
      '2026-11-18',
      '2026-11-25',
      '2026-12-02',
      '2026-12-09',
      '2026-12-16',
      '2026-12-23',
      '2026-12-30',
    ].map((day) => `Wed ${day} 19:00–20:30 Chor (Calendar)`),
    first: {
      reminders: [{ minutesBefore: 26 * 60, type: 'display' }],
      timezone: 'Europe/Berlin',
      tags: ['Musik'],
    },
  },
  'evolution-freeassociation-prefix.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 13:00–14:00 Mate (Calendar)'],
    first: { timezone: 'America/Argentina/Buenos_Aires' },
  },
  'zimbra-dtend-and-duration.ics': {
    between: ['2026-10-20', '2026-10-28'],
    rows: [
      'Tue 2026-10-20 08:00–09:00 Guardia (Calendar) [tentative]',
      'Tue 2026-10-27 08:00–09:00 Guardia (Calendar) [tentative]',
    ],
  },
  'copies-of-older-sequence.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 11:00–12:00 Current (Calendar)'],
    unreadable: 1,
  },
  'override-without-master.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 10:30–11:00 Guest once (Calendar)'],
  },
  'rdate-periods-only.ics': {
    between: NOVEMBER,
    rows: [
      'Mon 2026-11-23 07:00–15:00 Shift (Calendar)',
      'Tue 2026-11-24 15:00–23:00 Shift (Calendar)',
      'Wed 2026-11-25 23:00–2026-11-26 07:00 Shift (Calendar)',
    ],
  },
  'dates-without-value-parameter.ics': {
    between: NOVEMBER,
    rows: [
      'Mon 2026-11-23–2026-11-29 Project week (Calendar)',
      'Tue 2026-11-24–2026-11-25 School trip (Calendar)',
      'Fri 2026-11-27 Bank holiday (Calendar)',
    ],
  },
  'unknown-zone-without-definition.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 18:00–18:30 Local news (Calendar)'],
    notes: [
      'The time zone of this event is not known; its times are read as local times in the zone of the question.',
    ],
  },
  'broken-event-among-good-ones.ics': {
    between: NOVEMBER,
    rows: [
      'Tue 2026-11-24 09:00–10:00 Bad rule (Calendar)',
      'Tue 2026-11-24 13:00–13:00 Backwards (Calendar)',
      'Tue 2026-11-24 16:00–17:00 No UID (Calendar)',
    ],
    notes: [
      'The event ends before it starts in the calendar; its length is read as none given.',
      'The recurrence rule of this event cannot be read: only its first and its listed occurrences are known; others may exist at any time.',
    ],
    unreadable: 2,
  },
  'zero-length-and-no-end.ics': {
    between: NOVEMBER,
    rows: [
      'Tue 2026-11-24 00:00–00:00 Bins out (Calendar)',
      'Tue 2026-11-24 09:00–09:00 Train leaves (Calendar)',
    ],
  },
  'todo-and-journal-beside-event.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 11:00–11:30 Only event (Calendar)'],
  },
  'escapes-and-folds-inside-characters.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 11:00–11:30 One, two; three \\ four (Calendar)'],
    first: {
      description: 'First line\nSecond line\nThird: http://example.org/?a=1;b=2\n  indented',
      location: 'A very long place name that has to be folded somewhere near its end 👩‍👩‍👧',
    },
  },
  'recurring-across-clock-changes.ics': {
    between: ['2026-03-01', '2026-11-30'],
    rows: [
      'Sat 2026-03-28 02:00–04:00 Early bird (Calendar)',
      'Sun 2026-03-29 03:00–05:00 Early bird (Calendar)',
      'Sat 2026-10-31 06:30–07:30 Night shift (Calendar)',
      'Sun 2026-11-01 06:30–07:30 Night shift (Calendar)',
      'Mon 2026-11-02 07:30–08:30 Night shift (Calendar)',
    ],
    notes: [
      'The start does not exist on the clock of that day (clocks go forward); it is moved on by the length of the gap.',
    ],
  },
  'byte-order-mark-and-blank-lines.ics': {
    between: NOVEMBER,
    rows: ['Tue 2026-11-24 11:00–11:30 Österreich (Calendar)'],
  },
};

/** Files that other tests read. */
const ELSEWHERE = /^(work-week|edit|desk|shelf)[-.]/;
const CALL = { signal: new AbortController().signal };
const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A service over a folder with one file of these very bytes. */
async function serviceOver(content: string | Buffer) {
  const dir = await mkdtemp(join(tmpdir(), 'real-world-'));
  folders.push(dir);
  await mkdir(join(dir, 'Calendar'));
  await writeFile(join(dir, 'Calendar', 'events.ics'), content);
  const { recordOf } = createRecordCache(zoneOf);
  const clock = { now: () => Date.parse('2026-11-21T12:00:00Z'), timeZone: () => 'Europe/Berlin' };
  const silent = () => undefined;
  return createCalendarService({
    backends: [createLocalBackend({ name: 'local', dir, recordOf, ownAddresses: ['alice@example.org'] })],
    failedAccounts: [],
    clock,
    zones: zoneOf,
    recordOf,
    state: createMemoryStore(clock),
    log: { debug: silent, info: silent, warn: silent },
    settings: {
      weekStart: 1,
      workingHours: { start: 540, end: 1020, days: [1, 2, 3, 4, 5] },
      version: '0.0.0',
    },
  });
}

/** Notes end with the ids of their events. */
const SOME_UNREADABLE = 'Some events cannot be read, or only in part (see sources).';

function withoutIds(notes: unknown): readonly string[] {
  return (Array.isArray(notes) ? notes : []).map((note) =>
    String(note).replace(/ \([0-9a-z]{10}[^()]*\)$/, ''),
  );
}

describe('calendars as products write them', () => {
  it('expects something of every file', () => {
    const files = readdirSync(dirname(calendarFile('x'))).filter(
      (file) => /\.ics$/.test(file) && !ELSEWHERE.test(file),
    );
    expect(files.sort()).toEqual(Object.keys(FILES).sort());
  });

  it.each(Object.entries(FILES))('%s', async (file, expected) => {
    const service = await serviceOver(await readFile(calendarFile(file)));
    const query = { type: 'events', filters: { when: { between: expected.between } }, limit: 100 };
    const { data, meta } = await service.read({ query }, CALL);
    expect(rowsOf(data).map(compactRow)).toEqual(expected.rows);
    const told = expected.unreadable === undefined ? [] : [SOME_UNREADABLE];
    expect(withoutIds(meta.notes)).toEqual([...(expected.notes ?? []), ...told]);
    expect(unreadableOf(meta)).toBe(expected.unreadable ?? 0);
    if (expected.first !== undefined) {
      const fields = Object.keys(expected.first);
      const detailed = await service.read({ query: { ...query, fields } }, CALL);
      expect(rowsOf(detailed.data)[0]).toMatchObject(expected.first);
    }
  });

  it.each(Object.keys(FILES))('%s exported and read again shows the same', async (file) => {
    const query = { type: 'events', filters: { when: { between: ['2026-01-01', '2027-12-31'] } } };
    const rowsIn = async (content: string | Buffer) => {
      const service = await serviceOver(content);
      const rows = rowsOf((await service.read({ query: { ...query, limit: 500 } }, CALL)).data).map(
        compactRow,
      );
      const { data } = await service.read({ query: { ...query, format: 'ics' } }, CALL);
      return { rows, ics: String(data.ics) };
    };
    const { rows, ics } = await rowsIn(await readFile(calendarFile(file)));
    expect(rows.length).toBeGreaterThan(0);
    const again = await rowsIn(ics);
    expect(again.rows).toEqual(rows);
    expect(again.ics).toBe(ics);
  });
});

function rowsOf(data: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(data.events) ? data.events : [];
}

function unreadableOf(meta: Readonly<Record<string, unknown>>): number {
  const sources = Array.isArray(meta.sources) ? meta.sources : [];
  return sources.reduce((sum: number, source: { unreadable?: number }) => sum + (source.unreadable ?? 0), 0);
}
