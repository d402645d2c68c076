import { afterAll, describe, expect, inject, it } from 'vitest';
import { some } from '../cases.js';
import { type Corpus, corpusOf, onlyObjects } from '../fixtures/corpora.js';
import { printCompact } from '../fixtures/print-compact.js';
import {
  caldavStage,
  localWorld,
  memoryWorld,
  type Setting,
  type Stage,
  type World,
} from '../fixtures/world.js';
import type { ProvidedServer } from '../servers/global-setup.js';
import { type PlayedScene, playScene } from './play-scene.js';
import {
  type RecordedCall,
  type RecordedFile,
  type RecordedResult,
  type RecordedScene,
  recordedFiles,
  saveRecorded,
  updating,
} from './recorded-file.js';

interface Place {
  readonly world: World;
  /** Addresses of the store, and what stands for them in answers. */
  readonly places: ReadonlyMap<string, string>;
}

/** None in the project without servers. */
const server = inject('servers')?.radicale ?? null;

const BACKENDS: Readonly<Record<string, (corpus: Corpus) => Promise<Place>>> =
  server === null
    ? {
        memory: async (corpus) => ({ world: await memoryWorld(corpus), places: new Map() }),
        local: async (corpus) => {
          const world = await localWorld(corpus);
          return { world, places: new Map([[world.dir, '{folder}']]) };
        },
      }
    : { radicale: (corpus) => onServer(server, corpus) };

/** Collections on the server, by the names of their calendars. */
const stages = new Map<string, Promise<Stage>>();

async function onServer(provided: ProvidedServer, corpus: Corpus): Promise<Place> {
  // The first user's calendars belong to tests that only read.
  const user = { ...provided, username: 'bob', password: 'bobpw' };
  const names = corpus.calendars.map(({ name }) => name);
  const stage =
    stages.get(names.join()) ?? caldavStage(user, names, (name) => `recorded-${name.toLowerCase()}`);
  stages.set(names.join(), stage);
  return { world: await (await stage).show(corpus), places: new Map([[provided.url, '{server}/']]) };
}

afterAll(async () => {
  for (const stage of stages.values()) await (await stage).close();
});

const files = recordedFiles();

/**
 * Scenes that a backend plays. On a server those that change something or have another end there than in memory:
 * that it gives the same answers to questions is what the fixtures prove.
 */
function scenesOf({ scenes }: RecordedFile): readonly RecordedScene[] {
  if (server === null || updating) return some(scenes);
  return scenes.filter(
    ({ calls, stored = [], storedOn }) =>
      stored.length > 0 || storedOn?.radicale !== undefined || calls.some(({ on }) => on?.radicale),
  );
}

describe.each(Object.keys(BACKENDS))('recorded calls on %s', (backend) => {
  describe.each(files.filter(([, file]) => scenesOf(file).length > 0))('%s', (name, file) => {
    it.each(scenesOf(file).map((scene) => [scene.title, scene] as const))('%s', async (_title, scene) => {
      const all = corpusOf(scene.corpus);
      const corpus = scene.objects === undefined ? all : onlyObjects(all, scene.objects);
      const place = await BACKENDS[backend]?.(corpus);
      if (place === undefined) throw new Error(`there is no backend ${backend}`);
      try {
        const played = await playScene(scene, place.world, settingOf(scene, file), place.places);
        if (updating) record(scene, backend, played);
        else compare(scene, backend, played);
      } finally {
        await place.world.close();
      }
    });
    if (updating) afterAll(() => saveRecorded(name, file));
  });
});

function settingOf(scene: RecordedScene, file: RecordedFile): Setting {
  const { now = file.now, timezone = file.timezone, weekStart = file.weekStart } = scene;
  return { now, timezone, weekStart };
}

/** The text is compared, so that the order of keys counts too. */
function compare(scene: RecordedScene, backend: string, { results, stored }: PlayedScene): void {
  const expected = scene.calls.map((call) => withInput(call, call.on?.[backend] ?? call.result));
  const actual = scene.calls.map((call, at) => withInput(call, results[at]));
  expect(printCompact(actual)).toBe(printCompact(expected));
  expect(stored).toEqual(scene.storedOn?.[backend] ?? scene.stored ?? []);
}

function withInput({ tool, arguments: args }: RecordedCall, result: unknown): unknown {
  return { tool, arguments: args, result };
}

function record(scene: RecordedScene, backend: string, { results, stored }: PlayedScene): void {
  for (const [at, call] of scene.calls.entries()) {
    const result = results[at];
    if (result === undefined) continue;
    if (backend === 'memory') call.result = result;
    else call.on = others(call.on, backend, result, call.result);
    if (call.on === undefined) delete call.on;
  }
  if (backend === 'memory') scene.stored = stored.length === 0 ? undefined : [...stored];
  else scene.storedOn = others(scene.storedOn, backend, [...stored], scene.stored ?? []);
}

/** What other backends answer, only where it is not what memory answers. */
function others<T extends RecordedResult | string[]>(
  known: Readonly<Record<string, T>> | undefined,
  backend: string,
  actual: T,
  onMemory: T | undefined,
): Record<string, T> | undefined {
  const isSame = printCompact(actual) === printCompact(onMemory);
  // A backend that is known keeps its place, so that the diff shows what is new.
  const all = Object.entries({ ...known, [backend]: actual }).filter(([name]) => name !== backend || !isSame);
  return all.length === 0 ? undefined : Object.fromEntries(all);
}
