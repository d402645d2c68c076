// @module-tag database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endAll } from '../at-end.js';
import { bearer, isPossible, startCluster, tokenOf } from '../replicas/cluster.js';
import { messageIn, post } from '../server/http/http-server.js';
import { freePort } from '../servers/local-process.js';
import { startPeople } from './start-people.js';

/** Short by default. The long form: `USERS=1000 npx vitest run --project database test/scale/isolation.test.ts`. */
const USERS = Number(process.env.USERS ?? 6);
/** So many a file may name (`http.users`), with somebody whom they do not know. */
const MOST_IN_FILE = 199;
const CALLS = 12;
const AT_ONCE = 8;
const FOREIGN = 5;

type Call = readonly [name: string, args: object];

/** What one user of one world could know of the others: ids and tokens of theirs. */
interface Foreign {
  readonly ids: readonly string[];
  readonly undo: readonly string[];
  readonly confirm: readonly string[];
}

const STRANGER = 'stranger';
const namesOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${at % 2 === 0 ? 'same' : 'other'}-${at}`);

const SETTINGS = {
  policy: { base: 'trusted', write: { purge: 'confirm' } },
  env: { CALENDAR_NOW: '2026-11-24T08:00', CALENDAR_LOG: 'warn' },
};
const IN_FILE = 'of a file, with calendars in the database';
/** Where users come from, and their calendars are. */
const FORMS = {
  [IN_FILE]: async (users: readonly string[]) => ({
    cluster: await startCluster(1, 'database', { ...SETTINGS, users }),
    tokenOf,
  }),
  'who sign in, with accounts on Radicale': (users: readonly string[], port: number) => {
    const { policy, env } = SETTINGS;
    const logins = users.map(
      (name) => [name, { username: name, password: `${name}-pw`, events: 0 }] as const,
    );
    return startPeople(1, new Map(logins), { policy, env, connections: 10, radicale: { port } });
  },
};
const read = (query: object): Call => ['calendar_read', { query }];
const write = (mutation: object): Call => ['calendar_write', { mutation }];
const made = (title: string, day: number, hour = 10): Call =>
  write({
    operation: 'create',
    data: { title, start: `2026-12-${String(day).padStart(2, '0')}T${hour}:00`, durationMinutes: 30 },
    allowConflicts: true,
    idempotencyKey: title,
  });

const number = (most: number) => fc.integer({ min: 0, max: most });

/** Any call, on one's own events or on what belongs to others. */
const callOf = ({ ids, undo, confirm }: Foreign): fc.Arbitrary<Call> => {
  const title = number(6).map((n) => `Event ${n}`);
  const day = number(27).map((n) => n + 1);
  const id = fc.constantFrom(...ids);
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(title, day).map(([one, at]) => made(one, at)) },
    day.map((at) => read({ type: 'events', filters: { when: `2026-12-${String(at).padStart(2, '0')}` } })),
    title.map((text) => read({ type: 'events', mode: 'search', filters: { text } })),
    fc.constant(read({ type: 'events', filters: { when: '2026-12' }, limit: 2 })),
    fc.constant(read({ type: 'events', filters: { deleted: true } })),
    fc.constant(read({ type: 'calendars' })),
    id.map((one) => read({ type: 'events', filters: { id: one } })),
    id.map((one): Call => ['fetch', { id: one }]),
    id.map((one) => write({ operation: 'delete', id: one })),
    title.map((one) => write({ operation: 'update', filters: { title: one }, changes: { location: 'X' } })),
    title.map((one) => write({ operation: 'delete', filters: { title: one } })),
    title.map((one) => write({ operation: 'restore', filters: { title: one } })),
    title.map((one) => write({ operation: 'delete', filters: { title: one }, soft: false })),
    fc.constant(write({ operation: 'undo' })),
    fc.constantFrom(...undo).map((undoToken) => write({ operation: 'undo', undoToken })),
    fc
      .constantFrom(...confirm)
      .map((confirmToken) =>
        write({ operation: 'delete', filters: { title: 'Event 1' }, soft: false, confirmToken }),
      ),
    fc.constant<Call>(['calendar_analyze', { analysis: { type: 'status' } }]),
    fc.constant<Call>([
      'calendar_analyze',
      { analysis: { type: 'availability', scope: { when: '2026-12-01' } } },
    ]),
    fc.constant<Call>(['search', { query: 'Event' }]),
    fc.constant(read({ type: 'events', filters: { calendar: 'nowhere' } })),
  );
};

/** The calls of a user: the same ones for the same seed. */
function callsOf(foreign: Foreign, seed: number): readonly Call[] {
  return (
    fc.sample(fc.array(callOf(foreign), { minLength: CALLS, maxLength: CALLS }), { seed, numRuns: 1 })[0] ??
    []
  );
}

/**
 * What may differ all the same: what is drawn anew for each token, when a store was asked last, and what a busy Radicale
 * leaves for later: conflicts, and copies of calendars, of which an answer says so.
 */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/((?:undoToken|confirmToken|token|lastSeen)\\*":\\*")[^"\\]+/g, '$1…'],
  [
    /,\\*"notes\\*":\[\\*"(?:Conflicts could not be checked because|Some calendars are still being copied) [^"\\]*\\*"\]/g,
    '',
  ],
  [/,\\*"sources\\*":\[(?:\{\\*"calendar\\*":\\*"[^"\\]*\\*",\\*"mayLack\\*":\\*"[^"\\]*\\*"\},?)*\]/g, ''],
  [/(copies\\*":)\[[^\]]*\]/g, '$1…'],
];

function comparable(text: string): string {
  return VARYING.reduce((rest, [varying, instead]) => rest.replace(varying, instead), text);
}

interface World {
  readonly seed: number;
  /** Of Radicale: ids of events depend on their addresses. */
  readonly port: number;
  readonly known?: Foreign;
}

/** Users of one replica, all at the same time; half of them do what they do in every world. */
async function world(form: keyof typeof FORMS, { seed, port, known }: World) {
  const names = namesOf(form === IN_FILE ? Math.min(USERS, MOST_IN_FILE) : USERS);
  const { cluster, tokenOf } = await FORMS[form]([...names, STRANGER], port);
  const ask = async (user: string, [name, args]: Call): Promise<string> => {
    const message = { id: 1, method: 'tools/call', params: { name, arguments: args } };
    const answer = messageIn(await post(cluster.at(0), message, bearer(tokenOf(user))));
    return JSON.stringify(answer.result ?? answer);
  };
  const foreign = known ?? (await foreignTo((call) => ask(STRANGER, call)));
  const transcripts = new Map<string, readonly string[]>();
  const waiting = [...names];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let user = waiting.shift(); user !== undefined; user = waiting.shift()) {
        const own = Number(/\d+/.exec(user)?.[0]);
        const calls = callsOf(foreign, user.startsWith('same') ? own : 1_000_000 * seed + own);
        const said: string[] = [];
        for (const call of calls) said.push(`${JSON.stringify(call)} → ${comparable(await ask(user, call))}`);
        if (user.startsWith('same')) transcripts.set(user, said);
      }
    }),
  );
  const left = await ask(STRANGER, read({ type: 'events', filters: { when: '2026-12' } }));
  await endAll();
  return { transcripts, foreign, left };
}

/** What somebody has made whom nobody in the other world knows. */
async function foreignTo(ask: (call: Call) => Promise<string>): Promise<Foreign> {
  const found = { ids: [] as string[], undo: [] as string[], confirm: [] as string[] };
  for (let n = 0; n < FOREIGN; n++) {
    const text = await ask(made(`Secret ${n}`, 1 + n, 15));
    const { data } = JSON.parse(text).structuredContent;
    found.ids.push(data.id);
    found.undo.push(data.undoToken);
    const refused = await ask(write({ operation: 'delete', id: data.id, soft: false }));
    found.confirm.push(JSON.parse(refused).structuredContent.error.pendingAction.token);
  }
  return found;
}

describe.skipIf(!isPossible).each(Object.keys(FORMS) as (keyof typeof FORMS)[])('users %s', (form) => {
  it(`half of ${USERS} get the same answers whatever the others have and do`, async () => {
    const begun = performance.now();
    const port = await freePort();
    const first = await world(form, { seed: 1, port });
    const second = await world(form, { seed: 2, port, known: first.foreign });
    const different = [...first.transcripts].flatMap(([user, said]) => {
      const there = second.transcripts.get(user) ?? [];
      const at = said.findIndex((answer, n) => answer !== there[n]);
      return at < 0 ? [] : [{ user, here: said[at], there: there[at] }];
    });
    expect(different).toEqual([]);
    const answers = [...first.transcripts.values()].flat();
    const all = answers.join('\n');
    expect(all).not.toContain('Secret');
    for (let n = 0; n < FOREIGN; n++) expect(first.left).toContain(`Secret ${n}`);
    // What is compared are answers.
    for (const seen of ['"success":true', 'NOT_FOUND', 'CONFIRMATION_REQUIRED', 'undoToken'])
      expect(all).toContain(seen);
    process.stderr.write(
      `${first.transcripts.size} users ${form} got ${answers.length} equal answers in both worlds, ` +
        `${((performance.now() - begun) / 60_000).toFixed(1)} min\n`,
    );
  }, 7_200_000);
});
