import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Policy } from '../../../../schemas/model/policy.js';
import { POLICIES } from '../../../../schemas/model/policy.js';
import { eventId } from '../../../../src/engine/sources/event-id.js';
import type { AuditEntry } from '../../../../src/ports/audit-log.js';
import { createServer } from '../../../../src/server/create-server.js';
import { listedTools } from '../../../../src/server/listed-tools.js';
import { patient } from '../../../patience.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { createMemoryStore } from '../../../reference/memory-store.js';
import { KNOWN_VALIDATORS } from '../../../server/known-validators.js';
import { event, ics, serviceOver } from '../../service-on-memory.js';
import type { Says } from './ways.js';

/** What a call came to; undefined where its client is gone. */
export type Answer = { readonly [key: string]: unknown } | undefined;

export interface World {
  /** Makes the id of an event from its UID. */
  readonly id: (uid: string) => string;
  /** Lines of the audit log so far. */
  readonly lines: readonly AuditEntry[];
  /** Every calendar and object, byte for byte. */
  stored(): Promise<string>;
  /** Makes calls under a policy; what `says` gives is what the person does who is asked. */
  client(policy: Policy, says: Says): Promise<Party>;
}

export interface Party {
  /** What the person was asked. */
  readonly asked: readonly string[];
  call(mutation: object): Promise<Answer>;
  close(): Promise<void>;
}

/** Costs more to make than a call. */
const TOOLS = listedTools([]);
const LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const CLOCK = { now: () => Date.parse('2026-11-23T08:00:00Z'), timeZone: () => 'Europe/Berlin' };

const at = (uid: string, title: string, start: string, ...more: readonly string[]) =>
  ics(...event(`UID:${uid}`, `SUMMARY:${title}`, `DTSTART:${start}`, 'DURATION:PT1H', ...more));

const WORK = [
  at('solo', 'Solo', '20261124T090000Z'),
  at('party', 'Party', '20261124T120000Z', 'ORGANIZER:mailto:me@x.org', 'ATTENDEE:mailto:bob@x.org'),
  at('asked', 'Asked', '20261124T150000Z', 'ORGANIZER:mailto:ann@x.org', 'ATTENDEE:mailto:me@x.org'),
  at('weekly', 'Weekly', '20261125T090000Z', 'RRULE:FREQ=WEEKLY;COUNT=6'),
  ...['a', 'b'].map((one) => at(`tea-${one}`, 'Tea', '20261126T090000Z')),
  ...Array.from({ length: 11 }, (_, n) => at(`chore-${n}`, 'Chore', '20261127T090000Z')),
];

const request = () => ({ signal: new AbortController().signal });

/** A calendar whose server mails people; `first` has been done in it already. */
export async function makeWorld(first: (id: World['id']) => object | undefined): Promise<World> {
  const calendars = [
    { name: 'Work', objects: WORK },
    { name: 'Home', objects: [] },
  ];
  const memory = createMemoryBackend({ name: 'test', calendars, ownAddresses: ['me@x.org'] });
  const backend = { ...memory, sendsInvitations: () => Promise.resolve(true) };
  const state = createMemoryStore(CLOCK);
  const lines: AuditEntry[] = [];
  const audit = { append: async (entries: readonly AuditEntry[]) => void lines.push(...entries) };
  const serviceUnder = (policy: Policy) => serviceOver([backend], { policy }, undefined, () => state, audit);
  const [work] = await memory.calendars(request());
  const id = (uid: string): string => eventId(work?.id ?? '', uid);
  const before = first(id);
  if (before !== undefined) await serviceUnder(POLICIES.trusted).write({ mutation: before }, request());
  lines.length = 0;
  return {
    id,
    lines,
    async stored() {
      const all = await memory.calendars(request());
      const texts = all.map(async (calendar) => {
        const { objects } = await memory.scan({ kind: 'all', calendar }, request());
        return objects.map(({ href, ics }) => `${calendar.name}/${href} ${titleOf(ics)}\n${ics}`);
      });
      return [...all.map(({ name }) => `calendar ${name}`), ...(await Promise.all(texts)).flat()]
        .sort()
        .join('\n');
    },
    client: (policy, says) =>
      says.at === 'terminal'
        ? atTerminal(serviceUnder(policy), says.person)
        : overProtocol(serviceUnder(policy), says.person),
  };
}

function titleOf(ics: string): string {
  return /^SUMMARY:(.*)\r$/m.exec(ics)?.[1] ?? '';
}

/** A person at the shell. */
async function atTerminal(
  service: ReturnType<typeof serviceOver>,
  person: Extract<Says, { at: 'terminal' }>['person'],
): Promise<Party> {
  const asked: string[] = [];
  const ask = async (message: string) => {
    asked.push(message);
    return person ?? 'unanswered';
  };
  const context = { ...request(), caller: { kind: 'person' }, ...(person && { ask }) } as const;
  return {
    asked,
    call: (mutation) =>
      service.write({ mutation }, context).then(
        (success) => ({ ...success }),
        ({ code, info }) => ({ success: false, error: { code, ...info } }),
      ),
    close: async () => undefined,
  };
}

/** A client of the protocol, with forms where it has a person. */
async function overProtocol(
  service: ReturnType<typeof serviceOver>,
  person: Extract<Says, { at: 'client' }>['person'],
): Promise<Party> {
  const { server, settled } = createServer({
    ...{ service, log: LOG, aliases: [], tools: TOOLS, version: '0' },
  });
  const asks = person !== undefined;
  const client = patient(
    new Client(
      { name: 'test', version: '0' },
      { capabilities: asks ? { elicitation: {} } : {}, jsonSchemaValidator: KNOWN_VALIDATORS },
    ),
  );
  const asked: string[] = [];
  if (asks) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      if (person !== 'leaves') return person;
      void client.close();
      return new Promise(() => undefined);
    });
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    asked,
    async call(mutation) {
      try {
        const result = await client.callTool({ name: 'calendar_write', arguments: { mutation } });
        return { ...(result as CallToolResult).structuredContent };
      } catch (error) {
        if (person !== 'leaves') throw error;
        await settled();
        return undefined;
      }
    },
    close: () => client.close(),
  };
}
