import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFolderIndex } from '../../../src/backends/local/folder-index.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { titled } from '../../conformance/events.js';
import { temporaryFolder } from './folder.js';

function folderOf(count: number) {
  const path = join(temporaryFolder(), 'Calendar');
  mkdirSync(path);
  const add = (name: string) => writeFileSync(join(path, `${name}.ics`), titled(name, name));
  for (let n = 0; n < count; n++) add(`event-${n}`);
  const { recordOf } = createRecordCache(zoneOf);
  return { add, index: createFolderIndex(path, { id: 'calendar', folder: 'Calendar' }, recordOf) };
}

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));

it('looks at a folder once for all questions of one turn of the event loop', async () => {
  const { index } = folderOf(3);
  const answers: ReturnType<typeof index.files>[] = [];
  for (let asked = 0; asked < 16; asked++) {
    answers.push(index.files());
    await nextTick();
  }
  expect(new Set(await Promise.all(answers)).size).toBe(1);
});

it('answers each question with what was there when it was asked, also while it looks', async () => {
  const { add, index } = folderOf(300);
  const answers: Promise<void>[] = [];
  for (let asked = 0; asked < 40; asked++) {
    add(`late-${asked}`);
    const last = `late-${asked}.ics`;
    answers.push(
      index.files().then((files) => {
        expect(files.has(last)).toBe(true);
      }),
    );
    await turn();
  }
  await Promise.all(answers);
});
