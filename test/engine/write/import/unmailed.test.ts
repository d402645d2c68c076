// @module-tag slow
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../../schemas/model/policy.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { eachOnFaultServers, server } from '../../../backends/caldav/fault-servers.js';
import { runs } from '../../../cases.js';
import { type Desk, deskOver } from '../../service-on-memory.js';

eachOnFaultServers();

const EVE = 'mailto:eve@evil.example';
const ME = 'ORGANIZER:mailto:me@x.org';

/** A server that mails whom it reads on what is stored. */
function deskOnMailing(): Desk {
  const { origin } = server;
  const options = { url: `${origin}/home/`, username: 'ana', password: 'x', ownAddresses: ['me@x.org'] };
  const caldav = createCalDavBackend({ ...options, name: 'test', listFreshMs: 0 });
  return deskOver([{ ...caldav, sendsInvitations: async () => true }], { policy: POLICIES.careful });
}

let uids = 0;

function text(...people: readonly string[]): string {
  const lines = [`UID:u${++uids}`, 'DTSTAMP:20261101T000000Z', 'DTSTART:20261201T090000Z', 'SUMMARY:Talk'];
  const event = ['BEGIN:VEVENT', ...lines, ...people, 'END:VEVENT'];
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', ...event, 'END:VCALENDAR', ''].join('\r\n');
}

/** What was sent last, read by the letter of RFC 5545 §3.1 and RFC 6638 §7: lines that would make a server mail. */
function mailing(): readonly string[] {
  const body = server.requests.findLast(({ method }) => method === 'PUT')?.body ?? '';
  const lines = body.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const people = lines.filter((line) => /^(?:ATTENDEE|ORGANIZER)[;:]/i.test(line));
  if (people.length === 0) throw new Error(`nobody is on it: ${body}`);
  return people.filter((line) => {
    const head = line.replace(/"[^"]*"/g, (quoted) => quoted.replace(/[;:]/g, '_'));
    const parameters = head.slice(0, head.indexOf(':')).split(';').slice(1);
    const said = parameters.filter((one) => /^\s*SCHEDULE-/i.test(one));
    return said.length !== 1 || !/^SCHEDULE-AGENT=CLIENT$/i.test(said[0] ?? '');
  });
}

async function importInto(desk: Desk, ics: string): Promise<void> {
  const { data } = await desk.write({
    mutation: { operation: 'import', ics, calendar: 'cal', allowDuplicates: true },
  });
  expect(data).toMatchObject({ outcome: 'applied', imported: 1 });
  expect(data).not.toHaveProperty('notified');
}

describe('an import into a calendar whose server mails people', () => {
  it.each([
    ['nothing', [ME, `ATTENDEE:${EVE}`]],
    ['the server as agent', [ME, `ATTENDEE;SCHEDULE-AGENT=SERVER:${EVE}`]],
    ['the agent in quotes', [ME, `ATTENDEE;SCHEDULE-AGENT="SERVER":${EVE}`]],
    ['the agent in small letters', [ME, `ATTENDEE;schedule-agent=server:${EVE}`]],
    ['the agent folded', [ME, `ATTENDEE;SCHEDULE-AG\r\n ENT=SER\r\n\tVER:${EVE}`]],
    ['an agent that nobody knows', [ME, `ATTENDEE;SCHEDULE-AGENT=X-FOO:${EVE}`]],
    ['an agent without a name', [ME, `ATTENDEE;SCHEDULE-AGENT=:${EVE}`]],
    ['two agents', [ME, `ATTENDEE;SCHEDULE-AGENT=CLIENT;SCHEDULE-AGENT=SERVER:${EVE}`]],
    ['two agents in one', [ME, `ATTENDEE;SCHEDULE-AGENT=CLIENT,SERVER:${EVE}`]],
    ['an agent behind a blank', [ME, `ATTENDEE; SCHEDULE-AGENT=SERVER:${EVE}`]],
    ['an agent before a blank', [ME, `ATTENDEE;SCHEDULE-AGENT =SERVER:${EVE}`]],
    ['nobody as agent', [ME, `ATTENDEE;SCHEDULE-AGENT=NONE:${EVE}`]],
    ['a forced message', [ME, `ATTENDEE;SCHEDULE-FORCE-SEND=REQUEST:${EVE}`]],
    [
      'a forced message of an agent',
      [ME, `ATTENDEE;SCHEDULE-AGENT=CLIENT;SCHEDULE-FORCE-SEND=REQUEST:${EVE}`],
    ],
    ['an agent in a name', [ME, `ATTENDEE;CN="x;SCHEDULE-AGENT=CLIENT":${EVE}`]],
    ['an agent of the organizer', ['ORGANIZER;SCHEDULE-AGENT=SERVER:mailto:me@x.org', `ATTENDEE:${EVE}`]],
    ['names that are folded', ['ORGANI\r\n ZER:mailto:me@x.org', `ATTEN\r\n DEE:${EVE}`]],
    ['names folded before the colon', ['ORGANIZER\r\n :mailto:me@x.org', `ATTENDEE\r\n :${EVE}`]],
    ['names folded after a letter', ['O\r\n RGANIZER:mailto:me@x.org', `A\r\n\tTTENDEE:${EVE}`]],
    ['names folded with LF', ['ORGANI\n ZER:mailto:me@x.org', `ATTEN\n DEE:${EVE}`]],
    ['letter by letter', [[...ME].join('\r\n '), [...`ATTENDEE:${EVE}`].join('\r\n ')]],
    ['small letters', ['organizer:mailto:me@x.org', `attendee:${EVE}`]],
    ['mixed letters', ['Organizer:MAILTO:me@x.org', 'aTTendee:MAILTO:eve@evil.example']],
    ['the organizer as a path', ['ORGANIZER;EMAIL=me@x.org:/p/me/', `ATTENDEE:${EVE}`]],
    ['an address as a path', [ME, 'ATTENDEE;EMAIL=eve@evil.example;SCHEDULE-AGENT=SERVER:/p/eve/']],
    [
      'an organizer elsewhere',
      ['ORGANIZER;SCHEDULE-AGENT=SERVER:mailto:eve@evil.example', 'ATTENDEE:mailto:me@x.org'],
    ],
    [
      'people of an alarm',
      [
        ME,
        'BEGIN:VALARM',
        'ACTION:EMAIL',
        'TRIGGER:-PT5M',
        'SUMMARY:x',
        'DESCRIPTION:x',
        `ATTENDEE;SCHEDULE-AGENT=SERVER:${EVE}`,
        'END:VALARM',
      ],
    ],
  ])('reaches nobody whatever the text says: %s', async (_, people) => {
    await importInto(deskOnMailing(), text(...people));
    expect(mailing()).toEqual([]);
  });

  const anyCase = (word: string) =>
    fc
      .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
      .map((ups) => [...word].map((one, at) => (ups[at] ? one.toUpperCase() : one.toLowerCase())).join(''));
  const parameter = fc
    .tuple(
      fc.oneof(anyCase('schedule-agent'), anyCase('schedule-force-send'), anyCase('cn'), anyCase('role')),
      fc.constantFrom('SERVER', 'CLIENT', 'NONE', 'X-Y', 'REQUEST', 'a;b:c', ''),
      fc.boolean(),
    )
    .map(([name, value, quoted]) => `;${name}=${quoted || /[;:]/.test(value) ? `"${value}"` : value}`);
  const person = fc
    .tuple(
      fc.oneof(anyCase('attendee'), anyCase('organizer')),
      fc.array(parameter, { maxLength: 3 }),
      fc.nat(9),
    )
    .map(([name, parameters, who]) => `${name}${parameters.join('')}:mailto:p${who}@x.org`);
  const folded = fc
    .tuple(
      person,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('\r\n ', '\r\n\t', '\n ')), {
        maxLength: 4,
      }),
    )
    .map(([line, folds]) =>
      folds
        .toSorted(([a], [b]) => b - a)
        .reduce(
          (whole, [at, fold]) => (at < line.length ? whole.slice(0, at) + fold + whole.slice(at) : whole),
          line,
        ),
    );

  it('reaches nobody, however it is folded and written', async () => {
    const desk = deskOnMailing();
    await fc.assert(
      fc.asyncProperty(fc.array(folded, { minLength: 1, maxLength: 4 }), async (people) => {
        await importInto(desk, text(...people));
        expect(mailing()).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  });
});

it('an event that comes back reaches nobody when nobody is to be notified', async () => {
  const desk = deskOnMailing();
  const ics = text(ME, `ATTEN\r\n DEE;SCHEDULE-AGENT=SERVER;SCHEDULE-FORCE-SEND=REQUEST:${EVE}`);
  server.objects.set('/home/cal/talk.ics', { etag: '"1"', ics });
  const { data } = await desk.write({ mutation: { operation: 'delete', filters: { title: 'Talk' } } });
  const restore = { operation: 'restore', id: data.id, notify: false };
  expect((await desk.write({ mutation: restore })).data).not.toHaveProperty('notified');
  expect(mailing()).toEqual([]);
});
