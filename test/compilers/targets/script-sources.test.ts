import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SCRIPT_SOURCES } from '../../../compilers/targets/applescript/script-sources.js';
import { assembleScript } from '../../../scripts/import-scripts.mjs';

const FOLDER = fileURLToPath(new URL('../../../compilers/targets/applescript/scripts/', import.meta.url));
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.applescript'))
  .map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }));
const SCRIPTS = FILES.filter(({ file }) => basename(file) === file);

function handlersIn(text: string): readonly string[] {
  return [...text.matchAll(/^on (\w+)\(/gm)].map(([, name = '']) => name);
}

it('has every script, under the name of its file', () => {
  const assembled = SCRIPTS.map(({ file }) => [
    basename(file, '.applescript'),
    assembleScript(join(FOLDER, file)),
  ]);
  expect(SCRIPT_SOURCES).toEqual(Object.fromEntries(assembled));
});

it('puts the text of a file where a script includes it, a blank line before each', () => {
  const text = assembleScript(join(FOLDER, 'create-event.applescript'));
  const part = (name: string) => readFileSync(join(FOLDER, 'handlers', `${name}.applescript`), 'utf8');
  expect(text.startsWith('-- Makes one event.')).toBe(true);
  expect(text).toContain(`\nend run\n\n${part('arguments')}\n${part('require-writable')}\n`);
  expect(text.endsWith(`\n\n${part('clean-text')}`)).toBe(true);
  expect(() => assembleScript(join(FOLDER, 'no-such.applescript'))).toThrow('ENOENT');
});

it('has each handler written once, and no file of handlers that no script includes', () => {
  const names = FILES.flatMap(({ text }) => handlersIn(text));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
  const included = SCRIPTS.flatMap(({ text }) => [...text.matchAll(/^-- include: (\S+)$/gm)]);
  const handlers = FILES.map(({ file }) => file).filter((file) => basename(file) !== file);
  expect([...new Set(included.map(([, file]) => file))].sort()).toEqual(handlers.sort());
});

it.each(Object.entries(SCRIPT_SOURCES))('%s holds the handlers that it calls, and no other', (_, source) => {
  const code = source.replace(/ *--.*/g, '').replace(/^on .*/gm, '');
  const called = [...code.matchAll(/\b(\w+)\(/g)].map(([, name = '']) => name);
  expect([...new Set(called)].sort()).toEqual([...handlersIn(source)].sort());
  expect(source).not.toMatch(/include/);
});
