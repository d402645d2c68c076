// @module-tag slow
import { afterAll, describe, expect, it } from 'vitest';
import { some } from '../cases.js';
import { corpusOf, onlyObjects } from '../fixtures/corpora.js';
import { printCompact } from '../fixtures/print/print-json.js';
import { localWorld, memoryWorld } from '../fixtures/world.js';
import { type PlayedScene, playScene } from './play-scene.js';
import { type RecordedScene, recordedFiles, saveRecorded, updating } from './recorded-file.js';

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
