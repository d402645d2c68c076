import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseCommand } from '../src/cli/parse-command.js';
import { wordsOf } from '../src/setup/words-of.js';

const root = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  '.github/SECURITY.md',
  '.github/SUPPORT.md',
  ...readdirSync(join(root, 'docs/guide'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs/guide', name)),
];

const PROGRAM =
  /^(?:calendar-mcp|npx --yes github:\S+|npx calendar-builder-mcp|node \S*dist\/main\.js)(?: |$)/;

/** Commands to type: lines of blocks, and commands in a sentence, which may omit their arguments. */
const printed = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^ *```(?:sh|)\n([\s\S]*?)^ *```/gm)].flatMap((found) =>
    (found[1] ?? '').replace(/\\\n\s*/g, ' ').split('\n'),
  );
  const lines = blocks.map(
    (line) => (/^\s*/.exec(line) ? line.trim() : line).split(/\s{3,}|\s+#/, 1)[0] ?? '',
  );
  const inline = [...text.matchAll(/`((?:[A-Z_]+=\S+ )?calendar-mcp [^`]+)`/g)].map(
    (found) => found[1] ?? '',
  );
  return [...lines, ...inline]
    .map((line) => line.replace(/^(?:[A-Z_]+=\S+ )+/, ''))
    .filter((line) => PROGRAM.test(line) && !/[…|]/.test(line))
    .map((line) => ({ page, line }));
});

it('commands in the documents are found', () => {
  expect(printed.length).toBeGreaterThan(60);
});

it.each(printed)('$page: $line', async ({ line }) => {
  const [command = ''] = line.replace(PROGRAM, '').split(/ [>|<] /);
  try {
    await parseCommand(wordsOf(command), {});
  } catch (error) {
    // A sentence may name a command without its arguments.
    expect(error).toMatchObject({ message: expect.stringMatching(/takes (?!no)/) });
  }
});
