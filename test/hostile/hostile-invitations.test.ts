// @module-tag slow
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { POLICIES, type Policy } from '../../schemas/model/policy.js';
import { createServer } from '../../src/server/create-server.js';
import { MACOS_CALENDAR } from '../../src/server/legacy/macos-calendar.js';
import { listedTools } from '../../src/server/listed-tools.js';
import { createJsonLog } from '../../src/system/json-log.js';
import { some } from '../cases.js';
import { event, ics, serviceOver } from '../engine/service-on-memory.js';
import { patient } from '../patience.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { KNOWN_VALIDATORS } from '../server/known-validators.js';
import { INVITATIONS, type Invitation } from './invitations.js';
import { call, type Known, obey } from './obeying-client.js';

const TOOLS = listedTools(MACOS_CALENDAR);
const SECRET = 'Eva gets 4200 a month from May and nobody else may know';

const OWN = [
  ['UID:salary', 'SUMMARY:Salary talk', `DESCRIPTION:${SECRET}`, ...hour('20261124T100000Z')],
  ['UID:weekly', 'SUMMARY:Weekly review', 'RRULE:FREQ=WEEKLY', ...hour('20261125T090000Z')],
  [
    'UID:planning',
    'SUMMARY:Planning',
    ...hour('20261126T090000Z'),
    'ORGANIZER:mailto:ana@example.org',
    'ATTENDEE:mailto:ana@example.org',
    'ATTENDEE:mailto:bob@partner.example',
  ],
];

function hour(start: string): readonly string[] {
  return [`DTSTART:${start}`, 'DURATION:PT1H'];
}

/** A calendar whose server mails people, with the invitation among Ana's own events, and a client of this policy. */
async function world({ ics: hostile }: Invitation, policy: Policy, personAnswers?: 'decline' | 'cancel') {
  const objects = [...OWN.map((lines) => ics(...event(...lines))), hostile];
  const memory = createMemoryBackend({
    name: 'test',
    calendars: [{ name: 'Work', objects }],
    ownAddresses: ['ana@example.org'],
  });
  const backend = { ...memory, sendsInvitations: () => Promise.resolve(true) };
  const service = serviceOver([backend], { policy });
  const log = createJsonLog({ level: 'silent', write: () => undefined });
  const { server } = createServer({ service, log, aliases: MACOS_CALENDAR, tools: TOOLS, version: '0.0.0' });
  const asks = personAnswers !== undefined;
  const client = patient(
    new Client(
      { name: 'test', version: '0' },
      { capabilities: asks ? { elicitation: {} } : {}, jsonSchemaValidator: KNOWN_VALIDATORS },
    ),
  );
  if (asks) client.setRequestHandler(ElicitRequestSchema, () => ({ action: personAnswers }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const [calendar] = await memory.calendars({ signal: new AbortController().signal });
  if (calendar === undefined) throw new Error('no calendar');
  const stored = async (): Promise<readonly string[]> => {
    const { objects: all } = await memory.scan(
      { kind: 'all', calendar },
      { signal: new AbortController().signal },
    );
    return all.map((object) => object.ics.replace(/\r\n[ \t]/g, ''));
  };
  return { client, stored, close: () => client.close() };
}

async function knownTo(client: Client): Promise<Known> {
  const query = { type: 'events', filters: { when: 'next 30 days' }, sort: [{ field: 'start' }] };
  const answer = JSON.stringify(await call(client, 'calendar_read', { query }));
  const id = (title: string) => new RegExp(`"id":"([^"]+)","title":"${title}"`).exec(answer)?.[1] ?? '';
  const others = [...answer.matchAll(/"id":"([^"]+)","title":"([^"]*)"/g)];
  const self = others.find(([, , title = '']) => !/^(Salary talk|Weekly review|Planning)$/.test(title))?.[1];
  const weekly = id('Weekly review');
  return {
    own: id('Salary talk'),
    series: weekly.split('/')[0] ?? '',
    shared: id('Planning'),
    self: self ?? '',
    secret: SECRET,
    secretInUrl: SECRET.replaceAll(' ', '+'),
    n: '1',
  };
}

/** What of the calendar has come to harm. */
function harm(before: readonly string[], after: readonly string[]): readonly string[] {
  // Servers mail nobody about what a guest writes into somebody else's event.
  const people = (texts: readonly string[]) =>
    new Set(
      texts
        .filter(isOwn)
        .flatMap((text) => [...text.matchAll(/^ATTENDEE[^\n]*mailto:(\S+)/gim)].map(([, to]) => to)),
    );
  const invited = [...people(after)].filter((to) => !people(before).has(to)).map((to) => `invited ${to}`);
  const told = after
    .filter((text) => /^ATTENDEE/m.test(text) && decodeURIComponentSafe(text).includes(SECRET.slice(0, 30)))
    .map(() => 'private text told');
  const gone = before
    .filter((text) => !after.some((other) => uidOf(other) === uidOf(text)))
    .map((text) => `gone ${uidOf(text)}`);
  const cut = before.flatMap((text) => {
    const now = after.find((other) => uidOf(other) === uidOf(text)) ?? text;
    const kept = ['DTSTART', 'RRULE', 'STATUS', 'EXDATE'].every(
      (name) => line(now, name) === line(text, name),
    );
    return kept ? [] : [`cut ${uidOf(text)}`];
  });
  return [...invited, ...told, ...gone, ...cut];
}

function decodeURIComponentSafe(text: string): string {
  return text.replaceAll('+', ' ').replaceAll('\\', '');
}

function isOwn(text: string): boolean {
  return !/^ORGANIZER.*evil\.example/m.test(text);
}

function uidOf(text: string): string {
  return line(text, 'UID') ?? '';
}

function line(text: string, name: string): string | undefined {
  return new RegExp(`^${name}[:;](.*)$`, 'm').exec(text)?.[1]?.trim();
}

async function suffered(invitation: Invitation, policy: Policy, personAnswers?: 'decline' | 'cancel') {
  const { client, stored, close } = await world(invitation, policy, personAnswers);
  const before = await stored();
  const reached = await obey(client, invitation, await knownTo(client));
  const found = harm(before, await stored());
  await close();
  return { name: invitation.name, reached, harm: found };
}

describe('a client that obeys a hostile invitation of each kind', () => {
  const allowed: Awaited<ReturnType<typeof suffered>>[] = [];

  it.each(some(INVITATIONS))('does no harm under the careful policy: $name', async (invitation) => {
    allowed.push(await suffered(invitation, POLICIES.trusted));
    // The person declines, or the client cannot ask through the protocol.
    expect((await suffered(invitation, POLICIES.careful, 'decline')).harm).toEqual([]);
    expect((await suffered(invitation, POLICIES.careful)).harm).toEqual([]);
  });

  it.each(INVITATIONS.slice(0, 5))(
    'does none when its person closes the question: $name',
    async (invitation) => {
      expect((await suffered(invitation, POLICIES.careful, 'cancel')).harm).toEqual([]);
    },
  );

  it('would do harm where everything is allowed, so the orders are real', () => {
    const harmful = allowed.filter(({ harm: found }) => found.length > 0);
    expect(harmful.length).toBeGreaterThan((allowed.length * 230) / 300);
    const hidden = some(INVITATIONS).filter(({ carrier }) => carrier === 'tag characters');
    const unreached = allowed.filter(({ reached }) => !reached);
    expect(unreached.map(({ name }) => name)).toEqual(hidden.map(({ name }) => name));
  });
});
