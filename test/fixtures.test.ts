import { afterAll, describe, expect, inject, it } from 'vitest';
import { compileAnalysis } from '../compilers/analysis/compile-analysis.js';
import { compileWrite } from '../compilers/mutation/compile-write.js';
import { printPlan } from '../compilers/plan/print-plan.js';
import { describeScan, split } from '../compilers/pushdown/split.js';
import { compileRead } from '../compilers/query/compile-read.js';
import { CalendarError } from '../schemas/model/error.js';
import { parseAnalyze, parseRead, parseWrite } from '../schemas/parse/parse-input.js';
import type { CalendarService, Success } from '../src/engine/context/service.js';
import {
  type CapturedWrite,
  capturing,
  changedLines,
  printWriteCall,
  storedLines,
} from './fixtures/capture-writes.js';
import { compactRow } from './fixtures/compact-row.js';
import { type Corpus, corpusOf, onlyObjects } from './fixtures/corpora.js';
import { fixtureFiles } from './fixtures/fixture-file.js';
import {
  analysisFixtureSchema,
  type MutationFixture,
  mutationFixtureSchema,
  queryFixtureSchema,
} from './fixtures/fixture-schema.js';
import { normalised, withIds } from './fixtures/normalise.js';
import { type CapturedCalendarWrite, printCalendarCall } from './fixtures/print-calendar-call.js';
import { printReadCall, TARGET_NAMES, TARGETS } from './fixtures/print-call.js';
import { printAnalysisPlan, printWritePlan } from './fixtures/print-write-plan.js';
import {
  caldavStage,
  contextOf,
  localWorld,
  memoryWorld,
  type Setting,
  SIGNAL,
  type Stage,
  serviceOf,
  type World,
} from './fixtures/world.js';
import type { ProvidedServer } from './servers/global-setup.js';

const CALL = { signal: SIGNAL };
/** None in the project without servers: there memory and local answer alone. */
const { radicale, cyrus } = inject('servers') ?? { radicale: null, cyrus: null };
const servers = [radicale, cyrus].filter((server) => server !== null);
/** Servers hold one event under one UID in all calendars of a user, so what is changed belongs to another user. */
const forChanges = servers.map(
  (server): ProvidedServer => ({ ...server, username: 'bob', password: 'bobpw' }),
);

/** Collections on the servers, by user and calendars, and worlds that only questions are asked of. */
const stages = new Map<string, Promise<Stage>>();
const asked = new Map<string, Promise<readonly World[]>>();

function worldsOf(name: string): Promise<readonly World[]> {
  const made = asked.get(name) ?? makeWorlds(corpusOf(name), servers);
  asked.set(name, made);
  return made;
}

async function makeWorlds(corpus: Corpus, on: readonly ProvidedServer[]): Promise<readonly World[]> {
  const names = corpus.calendars.map((calendar) => calendar.name);
  return Promise.all([
    memoryWorld(corpus),
    localWorld(corpus),
    ...on.map(async (server) => (await stageOf(server, names)).show(corpus)),
  ]);
}

function stageOf(server: ProvidedServer, names: readonly string[]): Promise<Stage> {
  const key = [server.name, server.username, ...names].join(' ');
  const stage = stages.get(key) ?? caldavStage(server, names);
  stages.set(key, stage);
  return stage;
}

afterAll(async () => {
  for (const worlds of asked.values()) {
    for (const world of await worlds) if (world.name === 'local') await world.close();
  }
  await Promise.all([...stages.values()].map(async (stage) => (await stage).close()));
});

function settingOf({
  now,
  timezone,
  weekStart = 1,
}: Omit<Setting, 'weekStart'> & { weekStart?: number | undefined }) {
  return { now, timezone, weekStart };
}

/** Services by corpus, world and setting: each remembers what it has read. */
const services = new Map<string, CalendarService>();

function askedService(world: World, setting: Setting, name: string): CalendarService {
  const key = `${world.name} ${name} ${JSON.stringify(setting)}`;
  const service = services.get(key) ?? serviceOf(world, setting);
  services.set(key, service);
  return service;
}

/** Asks every world and returns their answers by name; all are done when one has failed. */
async function answersOf<T>(
  worlds: readonly World[],
  ask: (world: World) => Promise<T>,
): Promise<readonly [string, T][]> {
  const asking = worlds.map(async (world): Promise<[string, T]> => [world.name, await ask(world)]);
  await Promise.allSettled(asking);
  return Promise.all(asking);
}

describe('query fixtures', () => {
  describe.each(fixtureFiles('query', queryFixtureSchema))('$name', ({ fixture, check }) => {
    const setting = settingOf(fixture);
    const plan = () => compileRead(parseRead(fixture.input), contextOf(setting));

    it('compiles', () => check('plan', printPlan(plan())));

    it('is split for each target', () => {
      const { type, deleted } = plan();
      const targets = TARGET_NAMES.map((name) => {
        const scan = split(plan(), TARGETS[name].capabilities);
        const { pushed, residual } = describeScan(scan);
        return [name, { pushed, residual, call: printReadCall(name, scan) }];
      });
      if (type !== 'calendars' && !deleted) check('targets', Object.fromEntries(targets));
      else expect(fixture.targets).toBeUndefined();
    });

    it('answers the same everywhere', async () => {
      const answers = await answersOf(await worldsOf(fixture.corpus), async (world) => {
        const service = askedService(world, setting, fixture.corpus);
        const answer = await service.read(withIds(fixture.input, world), CALL);
        if (plan().explain) expect(answer.meta.explain).toMatchObject({ plan: printPlan(plan()) });
        return readResult(fixture.input.query.fields === undefined, answer, world);
      });
      agree(answers, (result) => check('result', result));
    });
  });
});

describe('mutation fixtures', () => {
  describe.each(fixtureFiles('mutation', mutationFixtureSchema))('$name', ({ fixture, check }) => {
    const setting = settingOf(fixture);
    const corpus = onlyObjects(corpusOf(fixture.corpus), fixture.objects);

    it('compiles', () => {
      check('plan', printWritePlan(compileWrite(parseWrite(fixture.input), contextOf(setting))));
    });

    it('writes what it should', async () => {
      const memory = await memoryWorld(corpus);
      const writes: (CapturedWrite | CapturedCalendarWrite)[] = [];
      const world: World = { ...memory, backend: capturing(memory.backend, writes) };
      const service = serviceOf(world, setting);
      await prepare(service, fixture, world);
      writes.length = 0;
      const before = await storedLines(memory.backend);
      await answerTo(() => write(service, fixture.input, world));
      const targets = TARGET_NAMES.map((name) => [
        name,
        writes.flatMap((write) =>
          'calendarPatch' in write
            ? printCalendarCall(name, write)
            : printWriteCall(name, write, setting.timezone),
        ),
      ]);
      check('targets', Object.fromEntries(targets));
      check('changed', changedLines(before, await storedLines(memory.backend)));
    });

    it('has the same effect everywhere', async () => {
      const worlds = await makeWorlds(corpus, forChanges);
      try {
        const answers = await answersOf(worlds, (world) => changeAndRead(fixture, world));
        const told = answers.filter(([, { mails }]) => mails);
        for (const [, { mails, notified }] of answers) if (!mails) expect(notified).toEqual([]);
        if (told.length > 0) {
          agree(
            told.map(([name, { notified }]) => [name, notified]),
            (notified) => check('notified', notified),
          );
        }
        agree(
          answers.map(([name, { answer }]) => [name, answer]),
          (answer) => check('answer', answer),
        );
        agree(
          answers.map(([name, { result }]) => [name, result]),
          (result) => check('result', result),
        );
      } finally {
        await Promise.all(worlds.map((world) => world.close()));
      }
    });
  });
});

describe('analysis fixtures', () => {
  describe.each(fixtureFiles('analysis', analysisFixtureSchema))('$name', ({ fixture, check }) => {
    const setting = settingOf(fixture);

    it('compiles', () => {
      check('plan', printAnalysisPlan(compileAnalysis(parseAnalyze(fixture.input), contextOf(setting))));
    });

    it('finds the same everywhere', async () => {
      const answers = await answersOf(await worldsOf(fixture.corpus), async (world) => {
        const service = askedService(world, setting, fixture.corpus);
        const { data, meta } = await service.analyze(withIds(fixture.input, world), CALL);
        return withMeta({ data: normalised(data, world) }, meta, world);
      });
      agree(answers, (result) => check('result', result));
    });
  });
});

/** All worlds must answer as the memory world does; that answer is what the fixture expects. */
function agree(answers: readonly (readonly [string, unknown])[], check: (result: unknown) => void): void {
  const plain: readonly (readonly [string, unknown])[] = JSON.parse(JSON.stringify(answers));
  const [reference] = plain;
  check(reference?.[1]);
  for (const answer of plain) expect(answer).toEqual([answer[0], reference?.[1]]);
}

async function prepare(service: CalendarService, fixture: MutationFixture, world: World): Promise<void> {
  for (const mutation of fixture.before ?? []) await write(service, { mutation }, world);
}

/** Sends a mutation; where its token is `{asked}`, after asking for one and agreeing. */
async function write(
  service: CalendarService,
  input: MutationFixture['input'],
  world: World,
): Promise<Success> {
  const { confirmToken, ...mutation } = input.mutation;
  if (confirmToken !== '{asked}') return service.write(withIds(input, world), CALL);
  const shown = await service.write(withIds({ mutation: { ...mutation, dryRun: true } }, world), CALL);
  return service.write(
    withIds({ mutation: { ...mutation, confirmToken: shown.data.confirmToken } }, world),
    CALL,
  );
}

async function changeAndRead(fixture: MutationFixture, world: World) {
  const service = serviceOf(world, settingOf(fixture));
  await prepare(service, fixture, world);
  const answer = await answerTo(() => write(service, fixture.input, world));
  const question = fixture.read ?? {
    query: { type: 'events', filters: { when: { between: ['2026-11-23', '2027-01-31'] } }, limit: 100 },
  };
  const shown = await service.read(withIds(question, world), CALL);
  const { rows, data } = readResult(question.query.fields === undefined, shown, world);
  return {
    answer: normalised(answer, world),
    notified: notifiedIn(answer),
    mails: (await world.backend.sendsInvitations?.(SIGNAL)) ?? false,
    result: rows === undefined ? { data } : { rows },
  };
}

/** What a write answers, or how it refuses. */
async function answerTo(write: () => Promise<Success>): Promise<unknown> {
  try {
    const { data, meta } = await write();
    const { results } = data;
    const items = Array.isArray(results) ? { results: results.map(withStableNotes) } : {};
    return withStableNotes({ ...data, ...items, notes: meta.notes });
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const { outcome, path, pendingAction } = error.info;
    const asks = pendingAction && { description: pendingAction.description, preview: pendingAction.preview };
    return {
      error: { code: error.code, ...(outcome && { outcome }), ...(path && { path }), ...(asks && { asks }) },
    };
  }
}

/** Whether a calendar made anew has its old address, and whether people are mailed, depends on the store. */
function withStableNotes({ notes: all, ...answer }: { readonly notes?: unknown }) {
  const notes = [all ?? []].flat().filter((note) => !/new id|sends no mail/.test(String(note)));
  return { ...answer, ...(notes.length === 0 ? {} : { notes }) };
}

function notifiedIn(answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null || !('notified' in answer)) return [];
  return Array.isArray(answer.notified) ? answer.notified.map(String) : [];
}

/** An answer of calendar_read in its compact form. */
function readResult(defaultRow: boolean, { data, meta }: Success, world: World) {
  const { events, ics, table } = data;
  if (Array.isArray(events) && defaultRow) return withMeta({ rows: events.map(compactRow) }, meta, world);
  if (typeof ics === 'string') return withMeta({ data: exported(ics) }, meta, world);
  if (typeof table === 'string') {
    return withMeta(
      { data: { table: table.split('\n').map((line) => normalised(line, world)) } },
      meta,
      world,
    );
  }
  return withMeta({ data: normalised(data, world) }, meta, world);
}

/** Servers may store an object in other words, so an export is known by what is in it. */
function exported(ics: string) {
  const lines = ics.replace(/\r\n[ \t]/g, '').split('\r\n');
  const count = (line: string) => lines.filter((one) => one === line).length;
  return {
    calendars: count('BEGIN:VCALENDAR'),
    events: count('BEGIN:VEVENT'),
    zones: lines.filter((line) => line.startsWith('TZID:')).sort(),
    uids: [...new Set(lines.filter((line) => line.startsWith('UID:')))].sort(),
  };
}

const KEPT_META = ['total', 'nextOffset', 'notes'];

function withMeta(
  result: { readonly rows?: readonly string[]; readonly data?: unknown },
  meta: Readonly<Record<string, unknown>>,
  world: World,
): { readonly rows?: readonly string[]; readonly data?: unknown; readonly meta?: unknown } {
  const kept = Object.entries(meta).filter(([key]) => KEPT_META.includes(key));
  const sources = Array.isArray(meta.sources) ? meta.sources : [];
  const problems = sources.filter((one: object) => 'error' in one || 'unreadable' in one);
  if (problems.length > 0) kept.push(['sources', problems]);
  return kept.length === 0 ? result : { ...result, meta: normalised(Object.fromEntries(kept), world) };
}
