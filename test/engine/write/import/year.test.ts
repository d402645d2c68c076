import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backendOn, temporaryFolder } from '../../../backends/local/folder.js';
import { deskOver } from '../../service-on-memory.js';
import { busyYear } from './busy-year.js';
import { exported, take, yearRows } from './year.js';

it('a busy year is the same once it is imported into a folder, exported, and imported beside it', async () => {
  const folder = temporaryFolder();
  for (const name of ['First', 'Second']) mkdirSync(join(folder, name));
  const on = deskOver([backendOn(folder)]);
  const { data } = await take(on, busyYear(120, 20), 'First');
  expect(data).toMatchObject({ outcome: 'applied', imported: 140 });
  const rows = await yearRows(on, 'First');
  expect(rows).toHaveLength(120 + 20 * 9 + (20 * 19) / 2);
  const again = await take(on, await exported(on, 'First'), 'Second');
  expect(again.data).toMatchObject({ outcome: 'applied', imported: 140 });
  expect(await yearRows(on, 'Second')).toEqual(rows);
  // What is there is skipped; nothing differs.
  const third = await take(on, await exported(on, 'Second'), 'First');
  expect(third.data).toMatchObject({ imported: 0 });
  expect(third.data).not.toHaveProperty('different');
});
