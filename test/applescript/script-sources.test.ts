import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { SCRIPT_SOURCES } from '../../compilers/targets/applescript/script-sources.js';

const FOLDER = new URL('../../compilers/targets/applescript/scripts/', import.meta.url);

it('has every script, under the name of its file', () => {
  const files = readdirSync(FOLDER).map((file) => [
    basename(file, '.applescript'),
    readFileSync(new URL(file, FOLDER), 'utf8'),
  ]);
  expect(SCRIPT_SOURCES).toEqual(Object.fromEntries(files));
});
