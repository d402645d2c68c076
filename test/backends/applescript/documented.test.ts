import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { applescriptTarget } from '../../../compilers/targets/applescript/applescript-target.js';
import { LIMITS } from '../../../compilers/targets/applescript/limits.js';
import { SCRIPT_SOURCES } from '../../../compilers/targets/applescript/script-sources.js';
import { explainFailure } from '../../../src/backends/applescript/scripts/explain-failure.js';
import { ScriptFailure } from '../../../src/backends/applescript/scripts/script-failure.js';

const page = (path: string): string =>
  readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
const PAGE = page('internals/applescript.md');

function section(title: string, of = PAGE): string {
  const [, text] = of.split(`\n## ${title}\n`);
  if (text === undefined) throw new Error(`the page has no section ${title}`);
  return text.split('\n## ')[0] ?? '';
}

/** Cells of the rows of a table, without its head. */
function table(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

it('lists what Calendar cannot be given as errors and status say it', () => {
  expect(table(section('What scripts cannot change', page('guide/mac.md')))).toEqual(
    Object.values(LIMITS).map(({ what, reason }) => [what, reason]),
  );
  expect(applescriptTarget.capabilities.limits).toEqual(Object.values(LIMITS));
});

it('reads every script and every handler', () => {
  const read = table(section('Independent reading of the scripts')).flatMap(([names = '']) =>
    names.split(', ').map((name) => name.replaceAll('`', '')),
  );
  const handlers = Object.values(SCRIPT_SOURCES).flatMap((source) =>
    [...source.matchAll(/^on (\w+)\(/gm)].map(([, name = '']) => name),
  );
  expect([...new Set(read)].sort()).toEqual([...Object.keys(SCRIPT_SOURCES), ...new Set(handlers)].sort());
});

it('says of every error number what the program says of it', () => {
  const rows = table(section('When something fails')).filter(([cell = '']) => !/^no /.test(cell));
  const numbers = rows.flatMap(([cell = '', code = '']) =>
    cell.split(', ').map((number) => [Number(number), /`(\w+)`/.exec(code)?.[1]] as const),
  );
  expect(
    numbers.map(([number]) => [number, explainFailure(new ScriptFailure('reported', number)).code]),
  ).toEqual(numbers);
  const raised = Object.values(SCRIPT_SOURCES).flatMap((source) =>
    [...source.matchAll(/ number (\d{4})$/gm)].map(([, number]) => Number(number)),
  );
  // 7013 is never told as such: what was made in part is an outcome that nobody knows.
  const told = new Set([...numbers.map(([number]) => number), 7013]);
  expect([...new Set(raised)].filter((number) => !told.has(number))).toEqual([]);
});
