import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import type { Backend } from '../../../../src/ports/backend.js';
import type { ReplyQuirk } from '../../../../src/ports/reply-quirk.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { failureOf } from '../../../thrown.js';
import { type Desk, deskOver, event, ics } from '../../service-on-memory.js';

const PEOPLE = [
  'ORGANIZER:mailto:bob@example.org',
  'ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.org',
  'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:me@example.org',
];
const LUNCH = ['SUMMARY:Lunch', 'DTSTART:20261127T110000Z', 'DTEND:20261127T120000Z'];
const INVITED = ics(...event('UID:lunch@x', ...LUNCH, ...PEOPLE));
const CHOIR = ['SUMMARY:Choir', 'DTSTART:20261127T180000Z', 'DTEND:20261127T190000Z'];
const SERIES = ics(...event('UID:choir@x', ...CHOIR, 'RRULE:FREQ=WEEKLY;COUNT=4', ...PEOPLE));
const OWN = ics(
  ...event(
    'UID:own@x',
    'SUMMARY:Own',
    ...LUNCH.slice(1),
    'ORGANIZER:mailto:me@example.org',
    ...PEOPLE.slice(1),
  ),
);
const GONE = ics(...event('UID:gone@x', 'SUMMARY:Gone', ...LUNCH.slice(1), ...PEOPLE, 'STATUS:CANCELLED'));
const ALONE = ics(...event('UID:alone@x', 'SUMMARY:Alone', ...LUNCH.slice(1)));

function account(objects: readonly string[], quirk?: ReplyQuirk): Backend {
  const memory = createMemoryBackend({
    name: 'test',
    calendars: [{ name: 'Work', objects: [...objects] }],
    ownAddresses: ['me@example.org'],
  });
  return {
    ...memory,
    sendsInvitations: async () => true,
    ...(quirk && { replyQuirk: async () => quirk }),
  };
}

/** Somebody else stores this in the very moment before the answer is stored. */
function overtaken(inner: Backend, text: string): Desk {
  let left = 1;
  const apply: Backend['apply'] = async (call, request) => {
    const { target } = inner;
    if (left-- > 0) {
      const [calendar] = await inner.calendars(request);
      if (calendar === undefined) throw new Error('no calendar');
      const read = target.compileRead({ range: ALL_TIME, pushed: [], residual: EVERYTHING }, calendar);
      const [object] = (await inner.scan(read, request)).objects;
      if (object === undefined) throw new Error('no object');
      const { href, etag } = object;
      await inner.apply(
        target.compileWrite({ kind: 'replace', calendar, href, etag, ics: text }, ''),
        request,
      );
    }
    return inner.apply(call, request);
  };
  return deskOver([{ ...inner, apply }]);
}

const respond = (on: Desk, id: string, response: string, more: object = {}) =>
  on.write({ mutation: { operation: 'respond', id, response, ...more } });

async function stored(on: Desk, uid: string): Promise<string> {
  const { data } = await on.read({ query: { type: 'events', filters: { id: uid }, format: 'ics' } });
  return String(data.ics).replace(/\r\n /g, '');
}

async function occurrence(on: Desk, day: string): Promise<string> {
  const { data } = await on.read({ query: { type: 'events', filters: { title: 'Choir', when: day } } });
  return (data.events as { id: string }[])[0]?.id ?? '';
}

describe('an answer', () => {
  it('that is given again changes nothing, so that an undo takes the first one back', async () => {
    const on = deskOver([account([INVITED])]);
    const before = await stored(on, 'lunch@x');
    await respond(on, 'lunch@x', 'accepted');
    const { data, meta } = await respond(on, 'lunch@x', 'accepted');
    expect(data).toMatchObject({ outcome: 'applied', event: { title: 'Lunch' }, changed: {} });
    expect(data).not.toHaveProperty('undoToken');
    expect(data).not.toHaveProperty('notified');
    expect(meta.notes).toEqual(['The invitation has this answer already; nothing was written.']);
    await on.write({ mutation: { operation: 'undo' } });
    expect(await stored(on, 'lunch@x')).toBe(before);
  });

  it.each([
    ['moved', INVITED.replace(/T11/, 'T13').replace(/T12/, 'T14')],
    ['made a series', INVITED.replace('SUMMARY', 'RRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY')],
  ])('to a meeting that was %s in between is a conflict', async (_, theirs) => {
    const inner = account([INVITED]);
    const error = await failureOf(respond(overtaken(inner, theirs), 'lunch@x', 'accepted'));
    expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    expect(error.message).toMatch(/moved/);
    expect(await stored(deskOver([inner]), 'lunch@x')).toContain('NEEDS-ACTION');
  });

  it.each([
    ['others answered', INVITED.replace('PARTSTAT=ACCEPTED', 'PARTSTAT=TENTATIVE'), 'PARTSTAT=TENTATIVE'],
    ['its place changed', INVITED.replace('SUMMARY', 'LOCATION:Hall\r\nSUMMARY'), 'LOCATION:Hall'],
  ])('to a meeting of which %s in between is stored beside that', async (_, theirs, kept) => {
    const inner = account([INVITED]);
    await respond(overtaken(inner, theirs), 'lunch@x', 'declined');
    const text = await stored(deskOver([inner]), 'lunch@x');
    expect(text).toContain(kept);
    expect(text).toContain('PARTSTAT=DECLINED');
  });

  it('to everything of a day leaves out what is no invitation, and says so', async () => {
    const on = deskOver([account([OWN, GONE, ALONE, INVITED])]);
    const mutation = {
      operation: 'respond',
      filters: { when: '2026-11-27' },
      each: true,
      response: 'declined',
    };
    const shown = await on.write({ mutation: { ...mutation, dryRun: true } });
    expect(shown.data).toMatchObject({ dryRun: true, succeeded: 1, failed: 0 });
    const { data, meta } = await on.write({ mutation });
    expect(data).toMatchObject({ outcome: 'applied', succeeded: 1, failed: 0 });
    expect(meta.notes).toContainEqual(expect.stringContaining('left out: own events'));
    expect(await stored(on, 'own@x')).not.toContain('DECLINED');
    await on.write({ mutation: { operation: 'undo' } });
    expect(await stored(on, 'lunch@x')).not.toContain('DECLINED');
  });

  it('to what matches is about the invitation among other events, and an error where there is none', async () => {
    const filters = { when: '2026-11-27' };
    const on = deskOver([account([OWN, GONE, INVITED])]);
    const { data } = await on.write({ mutation: { operation: 'respond', filters, response: 'accepted' } });
    expect(data).toMatchObject({ event: { title: 'Lunch' } });
    const none = deskOver([account([OWN])]);
    const error = await failureOf(
      none.write({ mutation: { operation: 'respond', filters, response: 'accepted' } }),
    );
    expect([error.code, error.message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('organizes')]);
  });
});

describe('an answer to one occurrence, on a server that', () => {
  it('leaves it apart from the event of the organizer, says so', async () => {
    const on = deskOver([account([SERIES], 'apart')]);
    const { data, meta } = await respond(on, await occurrence(on, '2026-12-04'), 'declined', {
      scope: 'this',
    });
    expect(data.notified).toEqual(['bob@example.org']);
    expect(meta.notes).toEqual([expect.stringContaining('inbox of the organizer')]);
    const whole = await respond(on, 'choir@x', 'accepted', { scope: 'all' });
    expect(whole.meta.notes).not.toContainEqual(expect.stringContaining('inbox'));
  });

  it('takes it for one to the series, is refused before anything is sent', async () => {
    const on = deskOver([account([SERIES], 'whole')]);
    const id = await occurrence(on, '2026-12-04');
    for (const scope of ['this', 'following']) {
      const error = await failureOf(respond(on, id, 'declined', { scope }));
      expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
      expect(error.info.suggestion).toContain('scope "all"');
    }
    const { data } = await respond(on, 'choir@x', 'accepted', { scope: 'all' });
    expect(data.notified).toEqual(['bob@example.org']);
  });

  it('takes its undo for a refusal of the series, is not undone but answered again', async () => {
    const on = deskOver([account([SERIES], 'single')]);
    const id = await occurrence(on, '2026-12-04');
    await respond(on, 'choir@x', 'accepted', { scope: 'all' });
    const { data } = await respond(on, id, 'declined', { scope: 'this' });
    const again = await respond(on, 'choir@x', 'tentative', { scope: 'all' });
    expect(again.meta.notes).toContainEqual(expect.stringContaining('may not tell the organizer'));
    await on.write({ mutation: { operation: 'undo' } });
    const undo = { operation: 'undo', undoToken: data.undoToken };
    const error = await failureOf(on.write({ mutation: undo }));
    expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
    expect((await respond(on, id, 'accepted', { scope: 'this' })).data.notified).toEqual(['bob@example.org']);
  });

  it('understands one answer in a write, is sent them one by one, each last', async () => {
    const inner = account([SERIES], 'single');
    const sent: string[] = [];
    const apply: Backend['apply'] = async (call, request) => {
      const receipt = await inner.apply(call, request);
      sent.push(receipt?.ics ?? '');
      return receipt;
    };
    const on = deskOver([{ ...inner, apply }]);
    const id = await occurrence(on, '2026-12-11');
    for (const response of ['declined', 'tentative']) {
      await respond(on, id, response, { scope: 'following' });
      const lasts = sent.splice(0).map((text) => text.split('BEGIN:VEVENT').at(-1));
      expect(lasts).toEqual(
        ['20261211', '20261218'].map((day) => expect.stringContaining(`RECURRENCE-ID:${day}`)),
      );
      for (const last of lasts) expect(last).toContain(`PARTSTAT=${response.toUpperCase()}`);
    }
  });

  it('passes it on as it is meant, tells the organizer of its undo', async () => {
    const on = deskOver([account([SERIES])]);
    const { data } = await respond(on, await occurrence(on, '2026-12-04'), 'declined', { scope: 'this' });
    const undone = await on.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    expect(undone.data.notified).toEqual(['bob@example.org']);
  });
});
