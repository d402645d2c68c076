import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import type { Policy } from '../../../schemas/model/policy.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import type { Backend, CalendarObject } from '../../../src/ports/backend.js';
import { type Desk, deskOver, event, ics } from '../../engine/service-on-memory.js';
import { type Expected, printStart } from './recurring.js';

export type Events = ReadonlyMap<string, Expected>;
export type Texts = ReadonlyMap<string, string>;

/** The day of every event or first occurrence. */
export const DAY = '2026-11-25';
/** Ends after the longest series. */
export const DAYS = { between: [DAY, '2027-01-10'] };
/** The calendar as another client opens it, with the service in front. */
export interface World {
  /** The service, started over the same stores. */
  readonly open: (policy: Policy) => Pick<Desk, 'read' | 'write'>;
  readonly other: () => Backend;
  /** Only if copies stay fresh for a while: tells the service about others' changes. */
  readonly hear?: () => Promise<unknown>;
  /** Abandons the service, as a crash does, and starts another one. */
  readonly restart: () => Promise<void>;
  /** Kills the service's process during a write and starts another one. Returns true if the answer came. */
  readonly killDuring?: (mutation: object, delayMs: number) => Promise<boolean>;
  readonly calendar: string;
  /** Separates the titles and UIDs of one run from those of others. */
  readonly mark: string;
}

/** Rows for another reader without our state. */
export async function rowsOf({ other, calendar, mark }: World): Promise<readonly unknown[]> {
  const query = {
    type: 'events',
    filters: { calendar, title: mark, when: DAYS },
    fields: ['title', 'start', 'location', 'myResponse'],
    limit: 500,
  };
  const { data } = await deskOver([other()]).read({ query });
  const rows = data.events as ({ title: string } & Expected)[];
  return rows
    .map(({ title, start, location, myResponse }) => ({
      title,
      start,
      ...(location && { location }),
      ...(myResponse && { myResponse }),
    }))
    .sort(byTitle);
}

/** The expected rows of the events. */
export function rowsExpected(events: Events): readonly unknown[] {
  return [...events]
    .flatMap(([title, { occurrences, ...row }]) =>
      occurrences === undefined
        ? [{ title, ...row }]
        : occurrences.map(({ start, location }) => ({
            title,
            start: printStart(start),
            ...(location !== undefined && { location }),
          })),
    )
    .sort(byTitle);
}

interface Titled {
  readonly title: string;
  readonly start: string;
}

function byTitle(a: Titled, b: Titled): number {
  return a.title === b.title ? a.start.localeCompare(b.start) : a.title.localeCompare(b.title);
}

async function objectsOf({ other, calendar }: World) {
  const backend = other();
  const request = { signal: new AbortController().signal, refresh: true };
  const info = (await backend.calendars(request)).find(({ name }) => name === calendar);
  if (info === undefined) throw new Error('no calendar');
  const call = backend.target.compileRead({ range: ALL_TIME, pushed: [], residual: EVERYTHING }, info);
  return { backend, info, request, objects: (await backend.scan(call, request)).objects };
}

/** The stored text of each object, by UID. */
export async function textsOf(world: World): Promise<Texts> {
  const { objects } = await objectsOf(world);
  return new Map(objects.map((object) => [uidOf(object), object.ics]));
}

function uidOf({ ics: text }: CalendarObject): string {
  return /^UID:(.*)$/m.exec(text.replace(/\r?\n[ \t]/g, ''))?.[1]?.trim() ?? '';
}

/** Stores another client's text. */
export async function putElsewhere(world: World, title: string, location: string): Promise<void> {
  const { backend, info, request, objects } = await objectsOf(world);
  const object = objects.find(({ ics: text }) => text.includes(`SUMMARY:${title}\r\n`));
  if (object === undefined) throw new Error(`${title} is not there`);
  // In a series, the first component has the rule.
  const [first = '', ...others] = object.ics.split('END:VEVENT');
  const bare = first.replace(/^LOCATION.*\r\n/m, '');
  const text = [`${bare}LOCATION:${location}\r\nX-ELSEWHERE:1\r\n`, ...others].join('END:VEVENT');
  const patch = { kind: 'replace', calendar: info, href: object.href, etag: object.etag, ics: text } as const;
  await backend.apply(backend.target.compileWrite(patch, ''), request);
}

export function textOf(rows: Events): string {
  const people = [
    'ORGANIZER:mailto:olga@example.net',
    'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:alice@example.org',
  ];
  return ics(
    ...[...rows].flatMap(([title, { start, myResponse }]) => {
      const utc = new Date(start).toISOString().replace(/[-:]|\.\d+/g, '');
      const times = [`DTSTART:${utc}`, 'DURATION:PT30M'];
      return event(
        `UID:${title.replace(/ /g, '-')}`,
        `SUMMARY:${title}`,
        ...times,
        ...(myResponse ? people : []),
      );
    }),
  );
}
