import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';
import { idOf } from './answers/answering-desk.js';

const GUESTS = [
  'ORGANIZER:mailto:bob@example.org',
  'ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.org',
  'ATTENDEE;CN=Me;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:Me@Example.org',
];
const LUNCH = ['UID:lunch@x', 'SUMMARY:Lunch', 'DTSTART:20261124T110000Z', 'DTEND:20261124T120000Z'];
const CHOIR = ['UID:choir@x', 'SUMMARY:Choir', 'DTSTART:20261124T180000Z', 'DTEND:20261124T190000Z'];

interface Setting {
  readonly sends?: boolean;
  readonly own?: readonly string[];
  /** Of events of their own. */
  readonly others?: readonly string[][];
}

function invited(
  lines: readonly string[][],
  { sends = true, own = ['me@example.org'], others = [] }: Setting = {},
) {
  const backend = createMemoryBackend({
    name: 'test',
    calendars: [
      {
        name: 'Work',
        objects: [
          ics(...lines.flatMap((some) => event(...some))),
          ...others.map((some) => ics(...event(...some))),
        ],
      },
    ],
    ownAddresses: own,
  });
  return deskOver([{ ...backend, sendsInvitations: async () => sends }]);
}

const respond = async (on: Desk, uid: string, mutation: object) =>
  on.write({ mutation: { operation: 'respond', id: await idOf(on, uid), ...mutation } });

async function stored(on: Desk, uid: string): Promise<string> {
  const { data } = await on.read({ query: { type: 'events', filters: { id: uid }, format: 'ics' } });
  return String(data.ics).replace(/\r\n /g, '');
}

async function answers(on: Desk): Promise<unknown[]> {
  const fields = ['start', 'myResponse'];
  const { data } = await on.read({ query: { type: 'events', filters: { title: 'choir' }, fields } });
  return (data.events as Record<string, unknown>[]).map(({ myResponse }) => myResponse);
}

describe('an answer to an invitation', () => {
  it('sets the own answer, says who hears of it, and can be taken back', async () => {
    const on = invited([[...LUNCH, ...GUESTS]]);
    const before = await stored(on, 'lunch@x');
    const { data } = await respond(on, 'lunch@x', { response: 'accepted', comment: 'I bring cake, and tea' });
    expect(data).toMatchObject({
      outcome: 'applied',
      event: { title: 'Lunch' },
      changed: { myResponse: ['needs_action', 'accepted'] },
      notified: ['bob@example.org'],
    });
    const after = await stored(on, 'lunch@x');
    expect(after).toContain('ATTENDEE;CN=Me;PARTSTAT=ACCEPTED:mailto:Me@Example.org\r\n');
    expect(after).toContain('COMMENT:I bring cake\\, and tea\r\n');
    expect(after).not.toContain('SEQUENCE');
    await on.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    expect(await stored(on, 'lunch@x')).toBe(before);
  });

  it('says what becomes of a comment where nobody is mailed', async () => {
    const comment = 'I bring cake';
    const silent = await respond(invited([[...LUNCH, ...GUESTS]], { sends: false }), 'lunch@x', {
      response: 'accepted',
      comment,
    });
    const told = 'The comment is stored with the answer and reaches nobody.';
    expect(silent.meta.notes).toEqual([told, expect.stringContaining('sends no mail')]);
    for (const [sends, more] of [
      [true, { comment }],
      [false, {}],
    ] as const) {
      const on = invited([[...LUNCH, ...GUESTS]], { sends });
      const { meta } = await respond(on, 'lunch@x', { response: 'accepted', ...more });
      expect(meta.notes ?? []).not.toContain(told);
    }
  });

  it('is told to an organizer who is not a guest', async () => {
    const on = invited([[...LUNCH, ...GUESTS.filter((line) => !line.includes('ACCEPTED'))]]);
    const { data } = await respond(on, 'lunch@x', { response: 'accepted' });
    expect(data.notified).toEqual(['bob@example.org']);
  });

  it('is not told where the server is to leave the organizer alone', async () => {
    const agent = GUESTS.map((line) => line.replace('ORGANIZER:', 'ORGANIZER;SCHEDULE-AGENT=CLIENT:'));
    const on = invited([[...LUNCH, ...agent]]);
    const { data } = await respond(on, 'lunch@x', { response: 'accepted' });
    expect(data).not.toHaveProperty('notified');
  });

  it('is given to everything of a day', async () => {
    const tea = ['UID:tea@x', 'SUMMARY:Tea', 'DTSTART:20261124T150000Z', 'DTEND:20261124T160000Z', ...GUESTS];
    const on = invited([[...LUNCH, ...GUESTS]], { others: [tea] });
    const filters = { when: '2026-11-24', myResponse: 'needs_action' };
    const mutation = { operation: 'respond', filters, each: true, response: 'declined' };
    expect((await on.write({ mutation })).data).toMatchObject({ outcome: 'applied', succeeded: 2 });
    expect(await stored(on, 'tea@x')).toContain('PARTSTAT=DECLINED');
    await on.write({ mutation: { operation: 'undo' } });
    expect(await stored(on, 'tea@x')).not.toContain('DECLINED');
  });

  it('is stored where nobody can be told, and says so', async () => {
    const on = invited([[...LUNCH, ...GUESTS]], { sends: false });
    const { data, meta } = await respond(on, 'lunch@x', { response: 'declined' });
    expect(data.notified).toBeUndefined();
    expect(meta.notes).toEqual(['This calendar sends no mail: nobody on the event is notified.']);
    expect(await stored(on, 'lunch@x')).toContain('PARTSTAT=DECLINED');
  });

  it('of yes tells of what is at that time already, or is not given then', async () => {
    const call = ['UID:call@x', 'SUMMARY:Call', 'DTSTART:20261124T113000Z', 'DTEND:20261124T123000Z'];
    const on = invited([[...LUNCH, ...GUESTS]], { others: [call] });
    const refused = respond(on, 'lunch@x', { response: 'accepted', allowConflicts: false });
    expect((await failureOf(refused)).code).toBe('HAS_CONFLICTS');
    const { data } = await respond(on, 'lunch@x', { response: 'tentative' });
    expect(data.conflicts).toMatchObject([{ title: 'Call' }]);
    const no = await respond(on, 'lunch@x', { response: 'declined' });
    expect(no.data.conflicts).toBeUndefined();
  });

  const series = [...CHOIR, 'RRULE:FREQ=WEEKLY;COUNT=4', ...GUESTS];
  const [tentative] = [GUESTS[2] ?? ''].map((line) => line.replace('NEEDS-ACTION', 'TENTATIVE'));
  const third = [
    'UID:choir@x',
    'RECURRENCE-ID:20261208T180000Z',
    'SUMMARY:Choir (hall)',
    'DTSTART:20261208T190000Z',
    'DTEND:20261208T200000Z',
    ...GUESTS.slice(0, 2),
    tentative ?? '',
  ];
  it.each([
    ['this', ['needs_action', 'declined', 'tentative', 'needs_action']],
    ['following', ['needs_action', 'declined', 'declined', 'declined']],
    ['all', ['declined', 'declined', 'tentative', 'declined']],
  ])('is about %s', async (scope, expected) => {
    const on = invited([series, third]);
    const id = `${await idOf(on, 'choir@x')}/20261201T1800`;
    const { data, meta } = await respond(on, 'choir@x', { id, scope, response: 'declined' });
    expect(data).toMatchObject({ id, event: { myResponse: 'declined' } });
    expect(await answers(on)).toEqual(expected);
    expect(data.notified).toEqual(['bob@example.org']);
    const kept = 'Individually changed occurrences keep their own values: response.';
    expect(meta.notes ?? []).toEqual(scope === 'all' ? [kept] : []);
  });

  it('from one on is refused in a series without an end', async () => {
    const on = invited([series.map((line) => line.replace(';COUNT=4', ''))]);
    const id = `${await idOf(on, 'choir@x')}/20261201T1800`;
    const error = await failureOf(respond(on, 'choir@x', { id, scope: 'following', response: 'declined' }));
    expect([error.code, error.info.path, error.info.outcome]).toEqual([
      'UNSUPPORTED',
      '/mutation/scope',
      'not_applied',
    ]);
  });

  it('to a single occurrence that was shared is about that one', async () => {
    const on = invited([third.map((line) => line.replace('TENTATIVE', 'NEEDS-ACTION'))]);
    const id = `${await idOf(on, 'choir@x')}/20261208T1800`;
    await respond(on, 'choir@x', { id, scope: 'this', response: 'accepted' });
    expect(await answers(on)).toEqual(['accepted']);
  });

  it.each<[string, string[][], Setting, string, RegExp]>([
    ['one is not invited to', [LUNCH], {}, 'INVALID_ARGUMENT', /not invited/],
    [
      'one organizes',
      [[...LUNCH, ...GUESTS]],
      { own: ['bob@example.org'] },
      'INVALID_ARGUMENT',
      /organizes this event/,
    ],
    ['is cancelled', [[...LUNCH, ...GUESTS, 'STATUS:CANCELLED']], {}, 'INVALID_ARGUMENT', /has cancelled/],
    [
      'is on an account whose owner is not known',
      [[...LUNCH, ...GUESTS]],
      { own: [] },
      'CONFIGURATION',
      /addresses/,
    ],
  ])('is refused where the event %s', async (_, lines, setting, code, message) => {
    const on = invited(lines, setting);
    const error = await failureOf(respond(on, 'lunch@x', { response: 'accepted' }));
    expect([error.code, error.info.outcome]).toEqual([code, 'not_applied']);
    expect(error.message).toMatch(message);
    expect(error.info.suggestion).toBeTruthy();
  });
});

it('refuses to propose another time where no server passes it on', async () => {
  const desk = invited([[...LUNCH, ...GUESTS]], { sends: false });
  const propose = { start: '2026-11-25T12:00', end: '2026-11-25T13:00' };
  const mutation = { operation: 'respond', filters: { title: 'Lunch' }, response: 'tentative', propose };
  expect((await failureOf(desk.write({ mutation }))).info).toMatchObject({
    outcome: 'not_applied',
    path: '/mutation/propose',
  });
});
