import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { failureOf } from '../../../thrown.js';
import { type Desk, deskOver, event, ics } from '../../service-on-memory.js';
import { one, rows } from '../one-desk.js';

const BOB = 'ATTENDEE;CN="Bob \\"B\\" Bobson";PARTSTAT=NEEDS-ACTION:mailto:bob@x.org';
const ME = 'ORGANIZER:mailto:me@x.org';

/** A calendar without mail, and one whose server mails people. */
function deskWith(...lines: string[]): Desk {
  const party = ics(...event('UID:party', 'SUMMARY:Party', 'DTSTART:20261126T090000Z', ...lines));
  const options = { ownAddresses: ['me@x.org'] };
  const silent = createMemoryBackend({
    name: 'here',
    calendars: [{ name: 'Here', objects: [party] }],
    ...options,
  });
  const mailing = createMemoryBackend({
    name: 'there',
    calendars: [{ name: 'There', objects: [] }],
    ...options,
  });
  return deskOver([silent, { ...mailing, sendsInvitations: async () => true }], { policy: POLICIES.careful });
}

const MOVE = { mutation: { operation: 'move', filters: { title: 'party' }, calendar: 'There' } };

describe('a guest on a line that breaks the rules', () => {
  it.each([
    BOB,
    'ATTENDEE;CN=Rey: Ops:mailto:bob@x.org',
    'ATTENDEE;RSVP:mailto:bob@x.org',
    'ATTENDEE;CN="Bob\\":mailto:bob@x.org',
    'ATTENDEE;CN="Bob:mailto:bob@x.org',
    'ATTENDEE;CN=a"b:c"d:mailto:bob@x.org',
    'item1.ATTENDEE:mailto:bob@x.org',
    'ATTENDEE mailto:bob@x.org',
    'ATTENDEE;CN="bob@x.org',
  ])('%s is asked about before mail goes', async (guest) => {
    const refused = await failureOf(deskWith(ME, guest).write(MOVE));
    expect(refused.code).toBe('CONFIRMATION_REQUIRED');
    expect(refused.message + JSON.stringify(refused.info)).toContain('Mail would go to 1 person');
  });

  it('is asked about where the organizer cannot be read', async () => {
    const refused = await failureOf(deskWith('ORGANIZER;CN="Me', 'ATTENDEE:mailto:bob@x.org').write(MOVE));
    expect(refused.code).toBe('CONFIRMATION_REQUIRED');
  });

  it('can be found, replaced and removed, and is said to be in doubt', async () => {
    const on = deskWith(ME, BOB);
    const { meta } = await on.read({ query: { type: 'events', filters: { attendee: 'bob@x.org' } } });
    expect(meta.notes).toEqual([expect.stringContaining('breaks the rules of iCalendar')]);
    const changes = { removeAttendees: ['bob@x.org'] };
    await on.write({ mutation: { operation: 'update', filters: { title: 'party' }, changes } });
    expect(await one(on, { title: 'party' })).not.toHaveProperty('attendees');
  });
});

describe('an invitation whose lines break the rules', () => {
  const boss = 'ORGANIZER;CN="Boss \\"Big\\" B":mailto:boss@x.org';

  it('is that of somebody else, and is answered', async () => {
    const on = deskWith(boss, 'ATTENDEE;RSVP;PARTSTAT=NEEDS-ACTION;CN="Me \\"M\\"":mailto:me@x.org');
    expect(await one(on, { title: 'party' })).toMatchObject({ external: true, myResponse: 'needs_action' });
    await on.write({ mutation: { operation: 'respond', filters: { title: 'party' }, response: 'accepted' } });
    const fields = { fields: ['myResponse'] };
    expect(await rows(on, { title: 'party' }, fields)).toMatchObject([{ myResponse: 'accepted' }]);
  });
});
