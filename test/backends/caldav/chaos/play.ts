import { randomUUID } from 'node:crypto';
import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import { split } from '../../../../compilers/pushdown/split.js';
import type { Patch } from '../../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { objectFileName } from '../../../../src/engine/sources/event-id.js';
import type { Backend, CalendarInfo } from '../../../../src/ports/backend.js';
import { QUIRKS } from '../../../conformance/quirks.js';
import { never, required } from '../../../conformance/subject.js';
import type { ProvidedServer } from '../../../servers/global-setup.js';
import { eventText } from '../event-text.js';
import { answered } from './answered.js';
import {
  type Claim,
  disturbed,
  doubled,
  falseAlone,
  falseRead,
  falseReceipts,
  falseTogether,
  type Made,
  type Read,
  sayMade,
  sayRead,
} from './claims.js';
import type { Op, Step } from './plan.js';
import type { ChaosProxy } from './proxy.js';
import { pathOfHref, readText, readTruth, removeAll, type Stored, titleOf } from './truth.js';

/** Two clients behind a proxy, and the calendars they share. */
export interface Stage {
  readonly server: ProvidedServer;
  readonly proxy: ChaosProxy;
  /** How long the clients wait for an answer. */
  readonly deadlineMs: number;
  /** Addresses on the server itself. */
  readonly calendars: readonly string[];
  readonly clients: readonly [Backend, Backend];
  /** The same calendars as the clients list them. */
  readonly infos: readonly CalendarInfo[];
}

/** The events of the plan are in it. */
const WINDOW = { from: Date.parse('2026-11-23T00:00:00Z'), to: Date.parse('2026-11-30T00:00:00Z') };

type Question = Extract<Step, { kind: 'read' }>;

/** Plays a plan; after each step what the clients said is held against what the server has. Throws what was false. */
export async function play(
  { server, proxy, deadlineMs, calendars, clients, infos }: Stage,
  todo: readonly Step[],
): Promise<void> {
  const run = randomUUID().slice(0, 8);
  const quirks = QUIRKS[server.name];
  const known = [new Map<string, Stored>(), new Map<string, Stored>()] as const;
  /** Titles of creates that are of unknown outcome, which their client then repeats. */
  const unsettled = new Map<string, string>();
  /** When what is there now was there at the latest, by path and title. */
  const since = new Map<string, number>();
  const story: string[] = [];
  let writes = 0;
  let truth = await readTruth(server, calendars);

  for (const step of todo) {
    const before = truth;
    const ops = step.kind === 'write' ? [step.op] : step.kind === 'both' ? orderly(step.ops) : [];
    proxy.plan([]);
    if (quirks.versions !== undefined) for (const op of ops) await readFirst(op);
    proxy.plan(step.mishaps);
    const began = performance.now();
    const read = step.kind === 'read' ? await readAs(step) : undefined;
    const made = await Promise.all(ops.map(write));
    // An answer that came as late as that may have met nobody.
    const inTime = performance.now() - began < deadlineMs;
    await proxy.settled();
    truth = await readTruth(server, calendars);
    for (const { path, title } of truth) {
      if (!since.has(`${path} ${title}`)) since.set(`${path} ${title}`, Date.now());
    }
    const around = { before, after: truth, clean: proxy.isClean() && inTime, quirks };
    const [one, two] = made;
    const problems = [
      ...doubled(made, around),
      ...disturbed(made, around),
      ...(one !== undefined && two !== undefined && one.uid === two.uid
        ? falseTogether([one, two], around)
        : made.flatMap((each) => falseAlone(each, around))),
      ...(ops.length === 1 ? falseReceipts(made, around, await textsOf(made)) : []),
      ...(read === undefined ? [] : falseRead(read, around, since)),
    ];
    const said = read === undefined ? made.map(sayMade).join(' | ') : sayRead(read);
    story.push([`${step.kind}: ${said}`, ...proxy.trace()].join('\n    '));
    if (problems.length > 0) {
      throw new Error(
        [`${name()}: ${problems.join('; ')}`, ...story, sayAll(before), sayAll(truth)].join('\n  '),
      );
    }
    await keepOne();
    for (const [at, op] of ops.entries()) learn(op, required(made[at]));
  }
  for (const calendar of infos.keys()) {
    const question = { client: 0, calendar, refresh: true, asked: 'all' } as const;
    const read = await answered(
      { proxy, deadlineMs },
      () => readAs(question),
      ({ result }) => result instanceof CalendarError,
    );
    const problems = falseRead(read, { before: truth, after: truth, clean: true, quirks }, since);
    if (problems.length > 0) {
      throw new Error(
        [`${name()}, at the end: ${problems.join('; ')}`, ...story, sayAll(truth)].join('\n  '),
      );
    }
  }

  function name(): string {
    return `${server.name} (step ${story.length})`;
  }

  /** A create makes what is not there, and everything else is about what there is. */
  async function write({ kind: asked, client, n }: Op): Promise<Made> {
    const uid = `chaos-${run}-${n}`;
    const there = truth.find((each) => each.uid === uid);
    const based = known[client].get(uid) ?? there;
    const fileName = objectFileName(uid);
    if (based === undefined || (asked === 'create' && there?.calendar === 0)) {
      const title = unsettled.get(`${client} ${uid}`) ?? `t${run}-${writes++}`;
      const ics = eventText(uid, title);
      const patch: Patch = { kind: 'create', calendar: required(infos[0]), uid, ics };
      return {
        kind: 'create',
        uid,
        title,
        based: undefined,
        claim: await claimOf(clients[client], patch, fileName),
      };
    }
    const kind = asked === 'create' ? 'replace' : asked;
    const title = `t${run}-${writes++}`;
    const from = { calendar: required(infos[based.calendar]), href: addressOf(based.path), etag: based.etag };
    // As the server has it, but for the title.
    const stored = (await readText(server, based.path))?.ics ?? eventText(uid, based.title);
    const patch: Patch =
      kind === 'delete'
        ? { kind, ...from }
        : kind === 'move'
          ? { kind, ...from, to: required(infos[1 - based.calendar]), ics: stored }
          : { kind, ...from, ics: stored.replace(/^SUMMARY:.*$/m, `SUMMARY:${title}`) };
    return { kind, uid, title, based, claim: await claimOf(clients[client], patch, fileName) };
  }

  /** What the client knows from now on: what it was told, or after a failure nothing until it reads again. */
  function learn({ client }: Op, { kind, uid, title, based, claim }: Made): void {
    const mine = known[client];
    const key = `${client} ${uid}`;
    const isUnsettled = kind === 'create' && claim.kind === 'failed' && claim.outcome === 'unknown';
    if (isUnsettled) unsettled.set(key, title);
    else unsettled.delete(key);
    if (claim.kind === 'done' && claim.receipt !== undefined) {
      const { href, etag, ics } = claim.receipt;
      const calendar = kind === 'move' ? 1 - (based?.calendar ?? 0) : (based?.calendar ?? 0);
      mine.set(uid, { path: pathOfHref(href), calendar, etag, uid, title: titleOf(ics) });
      return;
    }
    mine.delete(uid);
  }

  /** Where an ETag may name another text, a client has to have read what it changes. */
  async function readFirst({ client, n }: Op): Promise<void> {
    const uid = `chaos-${run}-${n}`;
    const there = truth.find((each) => each.uid === uid);
    if (known[client].has(uid) || there === undefined) return;
    await readAs({ client, calendar: there.calendar, refresh: true, asked: 'all' });
  }

  async function readAs(question: Omit<Question, 'kind' | 'mishaps'>): Promise<Read> {
    const { client, calendar, refresh, asked } = question;
    const info = required(infos[calendar]);
    const backend = clients[client];
    const paths = truth.filter((each) => each.calendar === calendar).map(({ path }) => path);
    const named = asked === 'addresses';
    const hrefs = named ? { hrefs: [...paths.map(addressOf), `${info.href}absent.ics`] } : {};
    const divided = split(
      { range: asked === 'window' ? WINDOW : ALL_TIME, where: EVERYTHING },
      backend.target.capabilities,
    );
    try {
      await backend.calendars({ signal: never });
      const call = backend.target.compileRead(
        { ...divided, ...(refresh ? { refresh } : {}), ...hrefs },
        info,
      );
      return { calendar, named, result: await backend.scan(call, { signal: never }) };
    } catch (error) {
      if (error instanceof CalendarError) return { calendar, named, result: error };
      throw error;
    }
  }

  function textsOf(made: readonly Made[]): Promise<readonly Awaited<ReturnType<typeof readText>>[]> {
    return Promise.all(
      made.map(async ({ claim }) =>
        claim.kind === 'done' && claim.receipt !== undefined
          ? readText(server, pathOfHref(claim.receipt.href))
          : undefined,
      ),
    );
  }

  /** A move that was cut short may leave an event in both calendars: its owner takes one away. */
  async function keepOne(): Promise<void> {
    const extra = truth.filter(({ uid }, at) => truth.slice(0, at).some((each) => each.uid === uid));
    await removeAll(server, extra);
    truth = truth.filter((each) => !extra.includes(each));
  }

  function addressOf(path: string): string {
    return new URL(encodeURI(path), proxy.origin).href;
  }
}

/** A create beside something else of the same event would make a second one in the other calendar. */
function orderly(ops: readonly [Op, Op]): readonly Op[] {
  const [one, two] = ops;
  if (one.n !== two.n || (one.kind === 'create') === (two.kind === 'create')) return ops;
  return [one, { ...two, kind: one.kind }];
}

async function claimOf(backend: Backend, patch: Patch, fileName: string): Promise<Claim> {
  try {
    const receipt = await backend.apply(backend.target.compileWrite(patch, fileName), { signal: never });
    return { kind: 'done', receipt };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return { kind: 'failed', code: error.code, outcome: error.info.outcome };
  }
}

function sayAll(stored: readonly Stored[]): string {
  return stored.map(({ calendar, path, title }) => `${calendar} ${path.slice(-40)} ${title}`).join('\n    ');
}
