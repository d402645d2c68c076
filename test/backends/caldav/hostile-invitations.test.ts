// @module-tag servers
import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createServer } from '../../../src/server/create-server.js';
import { MACOS_CALENDAR } from '../../../src/server/legacy/macos-calendar.js';
import { listedTools } from '../../../src/server/listed-tools.js';
import { type Desk, deskOver, serviceOver } from '../../engine/service-on-memory.js';
import { ONE_OF_EACH } from '../../hostile/invitations.js';
import { obey } from '../../hostile/obeying-client.js';
import { patient } from '../../patience.js';
import { USERS } from '../../servers/test-server.js';
import { SILENT } from '../../state/mirror/open-store.js';

const [ALICE, BOB] = USERS;
/** Servers invite to events of the future only, so the clock is the real one. */
const passed = (): number => Date.now() - Date.parse('2026-11-23T08:00:00Z');
const inDays = (days: number, time: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}Z`;
const SECRET = 'Eva gets 4200 a month from May and nobody else may know';

const SCHEDULING = ['cyrus', 'sogo'] as const;
/** Each order on one real server, in turn; `test/hostile` gives all of them to a client on memory. */
const ordersOn = (name: (typeof SCHEDULING)[number]) =>
  ONE_OF_EACH.filter((_, at) => at % SCHEDULING.length === SCHEDULING.indexOf(name));

describe.each(SCHEDULING)('hostile invitations on %s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }
  const orders = ordersOn(name);
  const account = ({ username, password, mail }: (typeof USERS)[number]) =>
    createCalDavBackend({ ...server, username, password, ownAddresses: [mail], listFreshMs: 0 });
  const [alice, bob] = [account(ALICE), account(BOB)];
  const desks = { alice: deskOver([alice], {}, passed), bob: deskOver([bob], {}, passed) };
  const run = randomUUID().slice(0, 8);
  const titled = (title: string) => ({ title: { contains: `${run} ${title}` }, when: 'next 60 days' });
  /** Where invitations come in, on the servers that say so. */
  const calendarOf = async (desk: Desk) => {
    const { data } = await desk.read({ query: { type: 'calendars' } });
    const calendars = data.calendars as { id: string; default?: boolean; writable: boolean }[];
    return (calendars.find((one) => one.default) ?? calendars.find((one) => one.writable))?.id;
  };
  const create = async (desk: Desk, title: string, said: object) => {
    const data = { title: `${run} ${title}`, durationMinutes: 30, calendar: await calendarOf(desk), ...said };
    return String((await desk.write({ mutation: { operation: 'create', data } })).data.id);
  };
  const everything = async (desk: Desk) => {
    const fields = ['title', 'start', 'description', 'location', 'attendees', 'status', 'recurrence'];
    const { data } = await desk.read({ query: { type: 'events', filters: titled(''), fields, limit: 500 } });
    return data.events as { id: string; title: string; attendees?: { email: string }[] }[];
  };
  afterAll(async () => {
    for (const desk of Object.values(desks)) {
      const mutation = { operation: 'delete', filters: titled(''), each: true, scope: 'all' };
      await desk.write({ mutation }).catch(() => undefined);
    }
    await Promise.all([alice.close(), bob.close()]);
  });

  it('reach nobody and delete nothing through a client that obeys them', async () => {
    const own = await create(desks.alice, 'Salary talk', { start: inDays(5, '09:00'), description: SECRET });
    const series = await create(desks.alice, 'Weekly', {
      start: inDays(6, '09:00'),
      recurrence: { frequency: 'weekly', count: 4 },
    });
    const shared = await create(desks.alice, 'Planning', {
      start: inDays(7, '09:00'),
      attendees: [BOB.mail],
    });
    for (const [at, { text, order }] of orders.entries()) {
      const start = inDays(10 + (at % 10), `1${Math.floor(at / 10)}:00`);
      await create(desks.bob, `Workshop ${order}`, { start, description: text, attendees: [ALICE.mail] });
    }
    const service = serviceOver([alice], { policy: POLICIES.careful }, passed);
    const { server: mcp } = createServer({
      service,
      log: SILENT,
      aliases: MACOS_CALENDAR,
      tools: listedTools(MACOS_CALENDAR),
      version: '0.0.0',
    });
    const client = patient(new Client({ name: 'obedient', version: '0' }));
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([mcp.connect(far), client.connect(near)]);
    await desks.alice.write({ mutation: { operation: 'sync' } });
    const before = { alice: await everything(desks.alice), bob: await everything(desks.bob) };
    expect(before.alice.filter(({ title }) => title.includes('Workshop'))).toHaveLength(orders.length);
    for (const { order, text, orders: given } of orders) {
      const self = before.alice.find(({ title }) => title.endsWith(`Workshop ${order}`))?.id ?? '';
      const known = { own, series, shared, self, secret: SECRET, secretInUrl: 'x', n: run };
      const plain = { name: order, text, carrier: 'description', orders: given, ics: '' };
      expect([order, await obey(client, plain, known)]).toEqual([order, true]);
    }
    await client.close();
    const after = { alice: await everything(desks.alice), bob: await everything(desks.bob) };
    expect(after.bob.map(({ title }) => title).toSorted()).toEqual(
      before.bob.map(({ title }) => title).toSorted(),
    );
    expect(JSON.stringify(after.bob)).not.toContain(SECRET.slice(0, 20));
    const kept = (rows: typeof after.alice) =>
      rows.filter(({ title }) => !title.includes('Workshop')).map((row) => JSON.stringify(row));
    expect(kept(after.alice)).toEqual(kept(before.alice));
  });
});
