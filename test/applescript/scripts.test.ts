import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScript } from './parse.js';

const dir = new URL('../../compilers/targets/applescript/scripts/', import.meta.url);
describe('scripts', () => {
  it.each(readdirSync(dir))('%s', (name) => {
    expect(parseScript(readFileSync(new URL(name, dir), 'utf8')).handlers.has('run')).toBe(true);
  });
});
