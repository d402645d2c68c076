import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';

const EVE = 'eve@evil.example';

/** A calendar whose server mails people, with one event of this organizer. */
function deskWith(organizer: string, ownAddresses: readonly string[] = ['me@x.org']): Desk {
  const lines = ['UID:party', 'SUMMARY:Party', 'DTSTART:20261126T090000Z', organizer];
  const objects = [ics(...event(...lines, 'ATTENDEE:mailto:bob@x.org'))];
  const calendars = [{ name: 'Home', objects }];
  const memory = createMemoryBackend({ name: 'test', calendars, ownAddresses });
  return deskOver([{ ...memory, sendsInvitations: async () => true }], { policy: POLICIES.careful });
}

const update = (changes: object) => ({
  mutation: { operation: 'update', filters: { title: 'party' }, changes },
});

describe('people who are invited to an event of the user are asked about', () => {
  it.each([
    'ORGANIZER:mailto:me@x.org',
    'ORGANIZER:MAILTO:Me@X.org',
    'ORGANIZER:me@x.org',
    'ORGANIZER:mailto:me%40x.org',
    'ORGANIZER;EMAIL=me@x.org:/p/me/',
    'ORGANIZER;EMAIL=me@x.org:urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'ORGANIZER;EMAIL="me@x.org";CN=Me:https://cal.x.org/principals/me/',
    'ORGANIZER;EMAIL=other@x.org:urn:uuid:me',
    'ORGANIZER:/p/me/',
    'ORGANIZER:urn:uuid:me',
    'ORGANIZER:https://cal.x.org/principals/me/',
    'ORGANIZER;CN=Me:invalid:nomail',
    'ORGANIZER:',
    'ORGANI\r\n ZER:/p/me/',
  ])('%j', async (organizer) => {
    for (const changes of [{ addAttendees: [EVE] }, { attendees: [EVE] }]) {
      const refused = await failureOf(deskWith(organizer).write(update(changes)));
      expect(refused).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
      expect(JSON.stringify(refused.info)).toContain(EVE);
    }
  });

  it('also where the addresses of the user are not known', async () => {
    const on = deskWith('ORGANIZER:mailto:me@x.org', []);
    expect((await failureOf(on.write(update({ addAttendees: [EVE] })))).code).toBe('CONFIRMATION_REQUIRED');
  });

  it('and not where somebody else invites, who alone can', async () => {
    const on = deskWith('ORGANIZER:mailto:ann@x.org');
    expect((await on.write(update({ addAttendees: [EVE] }))).data).toMatchObject({ outcome: 'applied' });
  });
});

it.each(['ORGANIZER;EMAIL=me@x.org:/p/me/', 'ORGANIZER:/p/me/'])(
  'the people of %s are told of a change, and named',
  async (organizer) => {
    const { data } = await deskWith(organizer).write(update({ location: 'Hall' }));
    expect(data.notified).toEqual(['bob@x.org']);
  },
);
