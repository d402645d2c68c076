import { afterAll, describe, expect, it } from 'vitest';
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

const WORLDS = { memory: memoryWorld, folder: localWorld };
const files = recordedFiles();

describe.each(['memory', 'folder'] as const)('recorded calls over %s', (store) => {
  describe.each(files)('%s', (name, file) => {
    it.each(some(file.scenes).map((scene) => [scene.title, scene] as const))('%s', async (_title, scene) => {
      const world = await WORLDS[store](onlyObjects(corpusOf(scene.corpus), scene.objects));
      const { timezone, weekStart } = file;
      try {
        const played = await playScene(scene, world, { now: scene.now ?? file.now, timezone, weekStart });
        if (updating) record(scene, store === 'folder', played);
        else compare(scene, store === 'folder', played);
      } finally {
        await world.close();
      }
    });
    if (updating) afterAll(() => saveRecorded(name, file));
  });
});

/** Compares text, so the order of keys counts too. */
function compare(scene: RecordedScene, inFolder: boolean, { results, stored }: PlayedScene): void {
  const expected = scene.calls.map(({ result, ...call }) => [
    call.arguments,
    (inFolder && call.inFolder) || result,
  ]);
  const actual = scene.calls.map((call, at) => [call.arguments, results[at]]);
  expect(printCompact(actual)).toBe(printCompact(expected));
  expect(stored).toEqual(scene.stored);
}

function record(scene: RecordedScene, inFolder: boolean, { results, stored }: PlayedScene): void {
  for (const [at, call] of scene.calls.entries()) {
    if (!inFolder) call.result = results[at];
    else if (printCompact(results[at]) !== printCompact(call.result)) call.inFolder = results[at];
    else delete call.inFolder;
  }
  if (stored !== undefined) scene.stored = [...stored];
}
