// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import type { Patch } from '../../../../compilers/pushdown/target.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { readBusyTimes } from '../../../../src/backends/caldav/read/busy-times.js';
import type { Backend, CalendarInfo, CalendarObject } from '../../../../src/ports/backend.js';
import { suiteIf } from '../../../conformance/cases/case-if.js';
import { makeCalendar, rawRequest } from '../../../servers/make-calendar.js';
import { SERVER_NAMES, USERS } from '../../../servers/test-server.js';
import { eventText } from '../event-text.js';
import { failure } from '../expect-failure.js';

const NEVER = new AbortController().signal;
const DAY = 86_400_000;
const [ALICE, BOB] = USERS;

/** Servers that deliver invitations. */
const SCHEDULING: readonly string[] = ['cyrus', 'davical', 'sogo'];
/** Servers that tell about the time of others. SOGo answers that everybody is free, and is not asked. */
const TELLING: readonly string[] = ['cyrus', 'davical'];

/** Servers invite to events of the future only. */
function stampOf(instant: number): string {
  return `${new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

describe.each(SERVER_NAMES)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }
  const connect = ({ username, password, mail }: (typeof USERS)[number]) =>
    createCalDavBackend({ ...server, username, password, ownAddresses: [mail], listFreshMs: 0 });
  const usual = async (backend: Backend): Promise<CalendarInfo> => {
    const calendars = await backend.calendars({ signal: NEVER });
    const found = calendars.find((info) => info.isDefault) ?? calendars[0];
    if (found === undefined) throw new Error('no calendar');
    return found;
  };
  const found = async (backend: Backend, uid: string): Promise<CalendarObject | undefined> => {
    const { target } = backend;
    for (const calendar of await backend.calendars({ signal: NEVER })) {
      const call = target.compileRead({ range: ALL_TIME, pushed: [], residual: EVERYTHING }, calendar);
      const { objects } = await backend.scan(call, { signal: NEVER });
      const object = objects.find(({ ics }) => ics.includes(uid));
      if (object !== undefined) return object;
    }
    return undefined;
  };
  const start = Math.ceil(Date.now() / DAY) * DAY + 30 * DAY;
  const meeting = (uid: string, at: number, people: readonly string[]): string =>
    eventText(uid, 'Meeting', [
      `DTSTART:${stampOf(at)}`,
      `DTEND:${stampOf(at + DAY / 24)}`,
      `ORGANIZER:mailto:${ALICE.mail}`,
      ...[ALICE.mail, ...people].map((mail) => `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${mail}`),
    ]);

  suiteIf(SCHEDULING.includes(name))('invitations', () => {
    it('go out unless nobody is to be told', async () => {
      const [alice, bob] = [connect(ALICE), connect(BOB)];
      const calendar = await usual(alice);
      const apply = (patch: Patch) =>
        alice.apply(alice.target.compileWrite(patch, `${randomUUID()}.ics`), { signal: NEVER });
      const [loud, silent] = [randomUUID(), randomUUID()];
      await apply({ kind: 'create', calendar, uid: loud, ics: meeting(loud, start, [BOB.mail]) });
      const quiet = await apply({
        kind: 'create',
        calendar,
        uid: silent,
        ics: eventText(silent, 'Meeting', [
          `DTSTART:${stampOf(start + DAY)}`,
          `DTEND:${stampOf(start + 2 * DAY)}`,
        ]),
        silent: true,
      });
      expect(await found(bob, loud)).toBeDefined();
      expect(await found(bob, silent)).toBeUndefined();
      // Nor when he is added later.
      const ics = meeting(silent, start + DAY, [BOB.mail]);
      const { href = '', etag = '' } = quiet ?? {};
      const change = apply({ kind: 'replace', calendar, href, etag, ics, silent: true });
      if (name === 'sogo') {
        // It would invite him all the same.
        const error = await failure(change);
        expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
        expect(await found(bob, silent)).toBeUndefined();
        return;
      }
      await change;
      expect((await found(alice, silent))?.ics.replace(/\r\n /g, '')).toContain(`mailto:${BOB.mail}`);
      expect(await found(bob, silent)).toBeUndefined();
    });
  });

  it('says whether it sends mail', async () => {
    expect(await connect(ALICE).sendsInvitations?.({ signal: NEVER })).toBe(SCHEDULING.includes(name));
  });

  // DAViCal writes the copies of others anew for a reminder.
  suiteIf(SCHEDULING.includes(name) && name !== 'davical')('people on an event', () => {
    it('hear of what concerns them, and not of reminders, tags and the calendar', async () => {
      const [alice, bob] = [connect(ALICE), connect(BOB)];
      const calendar = await usual(alice);
      const href = await makeCalendar({ ...server, ...ALICE }, `Aside ${randomUUID()}`);
      const aside = (await alice.calendars({ signal: NEVER })).find((info) => info.href === href);
      if (aside === undefined) throw new Error('no second calendar');
      const uid = randomUUID();
      const ics = meeting(uid, start + 9 * DAY, [BOB.mail]);
      const apply = async (patch: Patch) => {
        const receipt = await alice.apply(alice.target.compileWrite(patch, `${uid}.ics`), { signal: NEVER });
        return { receipt, heard: (await found(bob, uid))?.etag };
      };
      const change = async (at: { href: string; etag: string } | undefined, ...lines: string[]) => {
        const changed = ics.replace('END:VEVENT', [...lines, 'END:VEVENT'].join('\r\n'));
        const { href: where = '', etag = '' } = at ?? {};
        return apply({ kind: 'replace', calendar, href: where, etag, ics: changed });
      };
      const first = await apply({ kind: 'create', calendar, uid, ics });
      const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Soon', 'TRIGGER:-PT5M', 'END:VALARM'];
      const reminded = await change(first.receipt, ...alarm);
      const tagged = await change(reminded.receipt, 'CATEGORIES:Mine', ...alarm);
      expect([reminded.heard, tagged.heard]).toEqual([first.heard, first.heard]);
      const told = await change(tagged.receipt, 'LOCATION:Hall');
      expect(told.heard).not.toBe(first.heard);
      const { href: where = '', etag = '' } = told.receipt ?? {};
      const moved = await apply({ kind: 'move', calendar, href: where, etag, to: aside, ics });
      expect(moved.heard).toBe(told.heard);
      const { href: there = '', etag: last = '' } = moved.receipt ?? {};
      await apply({ kind: 'delete', calendar: aside, href: there, etag: last });
      await rawRequest({ ...server, ...ALICE }, 'DELETE', href);
      const left = await found(bob, uid);
      if (left === undefined) return;
      const his = { id: left.calendarId, href: new URL('.', left.href).href };
      const patch: Patch = { kind: 'delete', calendar: his, href: left.href, etag: left.etag };
      await bob.apply(bob.target.compileWrite(patch, ''), { signal: NEVER });
    });
  });

  suiteIf(SCHEDULING.includes(name))('answers', () => {
    it('that come in while a change is on its way are kept, and the change is made', async () => {
      const [alice, bob] = [connect(ALICE), connect(BOB)];
      const calendar = await usual(alice);
      const uid = randomUUID();
      const at = start + 5 * DAY;
      await alice.apply(
        alice.target.compileWrite(
          { kind: 'create', calendar, uid, ics: meeting(uid, at, [BOB.mail]) },
          `${uid}.ics`,
        ),
        { signal: NEVER },
      );
      const based = await found(alice, uid);
      const invitation = await found(bob, uid);
      if (based === undefined || invitation === undefined) throw new Error('no invitation');
      await replace(bob, invitation, accepted(invitation.ics));
      const changed = based.ics.replace('SUMMARY:Meeting', 'SUMMARY:Meeting\r\nDESCRIPTION:Changed');
      await replace(alice, based, changed);
      const stored = unfolded((await found(alice, uid))?.ics ?? '');
      expect(stored).toContain('DESCRIPTION:Changed');
      // (SOGo asks everybody again when a title or a time changes.)
      expect(stored).toMatch(/ATTENDEE[^\n]*PARTSTAT=ACCEPTED[^\n]*bob@example\.org/);
      // What is based on that first version still is a conflict, because the description has changed since.
      const late = await failure(replace(alice, based, changed.replace('Changed', 'Too late')));
      expect([late.code, late.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    });

    const unfolded = (ics: string): string => ics.replace(/\r?\n /g, '');
    const accepted = (ics: string): string =>
      unfolded(ics).replace(
        /(ATTENDEE[^\r\n]*?)PARTSTAT=NEEDS-ACTION([^\r\n]*bob@)/,
        '$1PARTSTAT=ACCEPTED$2',
      );
    const replace = (backend: Backend, object: CalendarObject, ics: string) => {
      const { calendarId: id, href, etag } = object;
      const calendar = { id, href: new URL('.', href).href };
      return backend.apply(backend.target.compileWrite({ kind: 'replace', calendar, href, etag, ics }, ''), {
        signal: NEVER,
      });
    };
  });

  describe('the time of others', () => {
    it('is told as far as the server knows it, and nobody is taken as free', async () => {
      const alice = connect(ALICE);
      const range = { from: start + 2 * DAY, to: start + 3 * DAY };
      if (TELLING.includes(name)) {
        const bob = connect(BOB);
        const calendar = await usual(bob);
        const uid = randomUUID();
        const ics = eventText(uid, 'Dentist', [
          `DTSTART:${stampOf(range.from)}`,
          `DTEND:${stampOf(range.from + DAY / 24)}`,
        ]);
        const patch = { kind: 'create', calendar, uid, ics } as const;
        await bob.apply(bob.target.compileWrite(patch, `${uid}.ics`), { signal: NEVER });
      }
      const asked = [BOB.mail, 'nobody@example.org', 'no address', 'a@b\r\nATTENDEE:mailto:c@d'];
      const answers = await alice.freeBusyOf?.(asked, range, { signal: NEVER });
      expect(answers?.map(({ address }) => address)).toEqual(asked);
      const [first, ...others] = answers ?? [];
      if (TELLING.includes(name)) {
        const busy = [{ from: range.from, to: range.from + DAY / 24, kind: 'busy' }];
        expect(first).toEqual({ kind: 'known', address: BOB.mail, busy });
      } else expect(first?.kind).toBe('unknown');
      expect(others.map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'unknown']);
    });
  });
});

describe('busy times', () => {
  const RANGE = { from: Date.UTC(2026, 2, 10), to: Date.UTC(2026, 2, 11) };
  const answer = (...lines: string[]): string =>
    [
      'BEGIN:VCALENDAR',
      'METHOD:REPLY',
      'BEGIN:VFREEBUSY',
      ...lines,
      'END:VFREEBUSY',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  const at = (hour: number): number => RANGE.from + hour * 3_600_000;

  it('are read in both forms, of every kind, within the range', () => {
    const ics = answer(
      'FREEBUSY:20260310T150000Z/PT30M,20260309T230000Z/20260310T010000Z',
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260310T090000Z/20260310T100000Z',
      'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260310T180000Z/P2D',
      'FREEBUSY;FBTYPE=FREE:20260310T110000Z/20260310T120000Z',
      'FREEBUSY;FBTYPE=X-UNHEARD-OF:20260310T130000Z/20260310T140000Z',
      'FREEBUSY:20260401T000000Z/20260402T000000Z',
    );
    expect(readBusyTimes(ics, RANGE)).toEqual([
      { from: at(0), to: at(1), kind: 'busy' },
      { from: at(9), to: at(10), kind: 'tentative' },
      { from: at(13), to: at(14), kind: 'busy' },
      { from: at(15), to: at(15.5), kind: 'busy' },
      { from: at(18), to: at(24), kind: 'away' },
    ]);
    expect(readBusyTimes(answer(), RANGE)).toEqual([]);
    const whole = ['DTSTART:20260310T000000Z', 'DTEND:20260311T000000Z'];
    expect(readBusyTimes(answer(...whole), { from: RANGE.from, to: RANGE.to + 999 })).toEqual([]);
  });

  it.each([
    '',
    'nonsense',
    'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    answer('FREEBUSY:20260310T090000Z'),
    answer('FREEBUSY:20260310T090000/20260310T100000'),
    answer('FREEBUSY:20260310T090000Z/PT1H,'),
    answer('FREEBUSY:yesterday/PT1H'),
    answer('FREEBUSY:20260310T090000Z/PT1H').replace('END:VFREEBUSY', ''),
    answer('DTSTART:20260310T010000Z', 'DTEND:20260311T000000Z'),
    answer('DTSTART:20260310T000000Z', 'DTEND:20260310T230000Z'),
    answer('DTSTART:20260310'),
  ])('are unknown when any of the answer cannot be read, or is about less: %j', (ics) => {
    expect(readBusyTimes(ics, RANGE)).toBeUndefined();
  });
});
