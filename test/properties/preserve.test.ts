import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EditScope, EventChanges } from '../../compilers/plan/write-plan.js';
import { DAY, HOUR } from '../../compilers/time/civil.js';
import { CalendarError } from '../../schemas/model/error.js';
import { deleteOccurrences } from '../../src/calendar/edit/delete-occurrences.js';
import { editObject } from '../../src/calendar/edit/edit-object.js';
import { validateObject } from '../../src/calendar/edit/validate-object.js';
import { expand } from '../../src/calendar/expand/expand.js';
import { readObject } from '../../src/calendar/read/read-object.js';
import {
  type Component,
  components,
  type Node,
  parseCalendar,
  printNodes,
  property,
} from '../../src/calendar/text/component.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { lives } from '../cases.js';
import { context } from './edit-series-model.js';
import { VIEWER } from './seen-series.js';

/** RUNS=5 for the full proof. */
const RUNS = lives(500);

const folder = fileURLToPath(new URL('../../fixtures/calendars/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.ics'));
const texts = new Map(files.map((name) => [name, readFileSync(folder + name, 'utf8')]));

/** Files with one event object; the others are refused entirely. */
const objects = files.filter((name) => {
  const events = components(parseCalendar(texts.get(name) ?? ''), 'VCALENDAR').flatMap(({ children }) =>
    components(children, 'VEVENT'),
  );
  const masters = events.filter((event) => property(event, 'RECURRENCE-ID') === undefined);
  return (
    events.length > 0 &&
    new Set(events.map((event) => property(event, 'UID')?.value)).size === 1 &&
    property(events[0] as Component, 'UID') !== undefined &&
    masters.length <= 1
  );
});

/** Before all occurrences, because past ones prevent moving a series. */
const BEFORE_ALL = Date.UTC(1600, 0, 1);

const STAMPS = ['DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE'];
const TIMES = [
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
];

interface Edit {
  readonly changes: EventChanges;
  /** Names of lines and components that may change. */
  readonly touches: readonly string[];
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    'a,b;c\\d',
    'x\r\nBEGIN:VALARM',
    'x\nATTENDEE:mailto:evil@example.org',
    '"',
    '\u0000\u0007\u2028',
    '',
    'ü'.repeat(90),
  ),
);

const edits: fc.Arbitrary<Edit> = fc.oneof(
  text.map((title) => ({ changes: { title }, touches: ['SUMMARY'] })),
  fc
    .option(text)
    .map((description) => ({ changes: { description }, touches: ['DESCRIPTION', 'X-ALT-DESC'] })),
  fc
    .option(text)
    .map((location) => ({ changes: { location }, touches: ['LOCATION', 'X-APPLE-STRUCTURED-LOCATION'] })),
  fc.constant({ changes: { url: 'https://example.org/a b' }, touches: ['URL'] }),
  fc.constant({
    changes: { status: 'tentative' as const, visibility: 'private' as const },
    touches: ['STATUS', 'CLASS'],
  }),
  fc.boolean().map((busy) => ({ changes: { busy }, touches: ['TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS'] })),
  fc.constantFrom<Edit>(
    { changes: { addTags: ['Neu, ja'] }, touches: ['CATEGORIES'] },
    { changes: { removeTags: ['work'] }, touches: ['CATEGORIES'] },
    { changes: { tags: ['Team', 'x'] }, touches: ['CATEGORIES'] },
    {
      changes: { addAttendees: [{ email: 'new@example.org', name: 'N: "x"\n' }] },
      touches: ['ATTENDEE', 'ORGANIZER'],
    },
    { changes: { removeAttendees: ['ANN@example.org'] }, touches: ['ATTENDEE'] },
    { changes: { attendees: [{ email: 'bo@example.org' }] }, touches: ['ATTENDEE', 'ORGANIZER'] },
    { changes: { addReminders: [{ minutesBefore: 5, type: 'display' }] }, touches: ['VALARM'] },
    { changes: { reminders: null }, touches: ['VALARM'] },
    { changes: { metadata: { a: 'b;c\n' } }, touches: ['X-CALENDAR-BUILDER-METADATA'] },
    {
      changes: { conference: 'https://v.example.org/new' },
      touches: ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'],
    },
    {
      changes: {
        addAttachments: [{ url: 'https://f.example.org/a', name: 'A; b' }],
        removeAttachments: ['c.txt'],
      },
      touches: ['ATTACH'],
    },
    { changes: { attachments: null, color: 'red' }, touches: ['ATTACH', 'COLOR'] },
    { changes: { kind: 'out_of_office' }, touches: ['X-MICROSOFT-CDO-BUSYSTATUS'] },
    { changes: { durationMinutes: 2880 }, touches: TIMES },
  ),
);

/** Every line and component as written, in order; inside events, without the parts that the edit may touch. */
function outline(nodes: readonly Node[], touches: ReadonlySet<string>, within = ''): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'junk') return [node.raw];
    if (within === 'VEVENT' && touches.has(node.name)) return [];
    if (node.kind === 'property') return [node.raw];
    return [node.begin, ...outline(node.children, touches, node.name), node.end];
  });
}

function events(ics: string): readonly Component[] {
  return components(parseCalendar(ics), 'VCALENDAR').flatMap(({ children }) =>
    components(children, 'VEVENT'),
  );
}

function occurrenceIds(ics: string): readonly string[] {
  const range = { from: Date.UTC(2000, 0, 1), to: Date.UTC(2030, 0, 1) };
  const { series: all } = readObject(ics, zoneOf);
  // An edit applies to the events of a text, if it has any.
  const ofEvents = all.filter(({ fields }) => fields.task === undefined);
  return (ofEvents.length > 0 ? ofEvents : all)
    .flatMap((series) => expand(series, range, VIEWER))
    .flatMap(({ recurrenceId }) => recurrenceId ?? []);
}

/** `INVALID_DATE`: an occurrence would last until the next one. */
const REFUSALS: readonly string[] = ['UNSUPPORTED', 'INVALID_DATE'];

/** Accepts a refusal with one of these codes; any other error is a fault. */
function unlessRefused<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof CalendarError && REFUSALS.includes(error.code)) return undefined;
    throw error;
  }
}

describe('an edit changes what it names and no other byte', () => {
  it('has a corpus', () => {
    expect(objects.length).toBeGreaterThanOrEqual(20);
  });

  it('fields, scope all and this', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...objects),
        edits,
        fc.constantFrom<EditScope>('all', 'this'),
        fc.nat({ max: 4 }),
        (name, { changes, touches }, scope, pick) => {
          const ics = texts.get(name) ?? '';
          const ids = occurrenceIds(ics);
          const id = scope === 'this' ? ids[pick % Math.max(1, ids.length)] : undefined;
          const where = { scope, ...(id === undefined ? {} : { recurrenceId: id }) };
          const edit = unlessRefused(() => editObject(ics, changes, where, context()));
          if (edit?.ics === undefined) return;
          validateObject(edit.ics, ics);
          const may = new Set([...STAMPS, ...touches]);
          const known = events(ics).length;
          const after = parseCalendar(edit.ics);
          const made = events(edit.ics).length > known;
          if (!made) {
            expect(outline(after, may)).toEqual(outline(parseCalendar(ics), may));
            return;
          }
          // A new override: a copy of the master, and everything else is untouched.
          const all = events(edit.ics);
          const override = all[all.length - 1] as Component;
          expect(edit.ics.replace(printNodes([override]), '')).toBe(ics);
          const copied = new Set([...may, ...TIMES, 'EXRULE']);
          const master = all.find((event) => property(event, 'RECURRENCE-ID') === undefined) as Component;
          expect(outline(override.children, copied, 'VEVENT')).toEqual(
            outline(master.children, copied, 'VEVENT'),
          );
        },
      ),
      { numRuns: Math.ceil(RUNS * 0.6) },
    );
  });

  it('times, all scopes, and deletions', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...objects),
        fc.constantFrom<EditScope>('all', 'this', 'following'),
        fc.nat({ max: 6 }),
        fc.boolean(),
        (name, scope, pick, deletes) => {
          const ics = texts.get(name) ?? '';
          const ids = occurrenceIds(ics);
          const id = ids[pick % Math.max(1, ids.length)];
          const where = { scope, ...(id === undefined ? {} : { recurrenceId: id }) };
          const date = id?.length === 8 || readObject(ics, zoneOf).series[0]?.allDay === true;
          const day = Math.floor(Date.UTC(2026, 11, 3) / DAY);
          const wall = day * DAY + 10 * HOUR;
          const start = date
            ? { kind: 'date' as const, day }
            : { kind: 'time' as const, wall, instant: VIEWER.toInstant(wall), zone: VIEWER.id };
          const edit = unlessRefused(() =>
            deletes
              ? deleteOccurrences(ics, where, context())
              : editObject(ics, { start }, where, context(BEFORE_ALL)),
          );
          if (edit === undefined) return;
          const may = new Set([...STAMPS, ...TIMES]);
          for (const written of [edit.ics, edit.split?.ics]) {
            if (written === undefined) continue;
            validateObject(written, ics);
            const uid = new Set([...may, 'UID']);
            const lines = new Set(outline(parseCalendar(ics), new Set()));
            for (const line of outline(parseCalendar(written), uid)) expect(lines, line).toContain(line);
            const master = (from: string) =>
              events(from).find((event) => property(event, 'RECURRENCE-ID') === undefined)?.children ?? [];
            expect(outline(master(written), uid, 'VEVENT')).toEqual(outline(master(ics), uid, 'VEVENT'));
          }
        },
      ),
      { numRuns: Math.ceil(RUNS * 0.4) },
    );
  });

  it('parsing and printing any text gives the same text', () => {
    const piece = fc.oneof(
      fc.constantFrom('\r\n', '\n', '\r', ' ', '\t', ':', ';', '"', ',', '=', '\\', '\ufeff', '\u2028', '^n'),
      fc.constantFrom(
        'BEGIN:VEVENT\r\n',
        'END:VEVENT\n',
        'begin:x',
        'end:x\r\n',
        'SUMMARY;A="b":',
        'X-1;B=c,d',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    let printed = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const given = pieces.join('');
        try {
          // Files of old Macs end lines with a lone CR; we print CRLF.
          const printable = given.includes('\n') ? given : given.replaceAll('\r', '\r\n');
          expect(printNodes(parseCalendar(given))).toBe(printable);
          printed++;
        } catch (error) {
          if (!(error instanceof CalendarError) || error.code !== 'INVALID_ICS') throw error;
        }
      }),
      { numRuns: RUNS },
    );
    expect(printed).toBeGreaterThan(RUNS / 4);
    for (const [, ics] of texts) expect(printNodes(parseCalendar(ics))).toBe(ics);
  });
});
