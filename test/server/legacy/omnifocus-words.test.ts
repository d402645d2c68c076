import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../schemas/parse/parse-input.js';
import { hasMeaning } from '../../../src/server/legacy/task-server/meaning.js';
import { OMNIFOCUS } from '../../../src/server/legacy/task-server/omnifocus.js';
import { argumentsIn, type Schema } from './argument-paths.js';
import { TASK_WORDS } from './task-words.js';

const listed = OMNIFOCUS.flatMap(({ tool }) => argumentsIn(tool.inputSchema as Schema));
const withPaths = TASK_WORDS.flatMap(({ title, paths, words }) =>
  paths.map((path) => ({ title, path, words: Object.keys(words) })),
);

/** Words that say how others are combined, and so are in no table. */
const LOGIC = ['AND', 'OR', 'NOT', 'type', 'operation'];

describe.each(withPaths)('$title at $path', ({ path, words }) => {
  it('has a row for each word of the schema, and no other', () => {
    const own = listed
      .filter((argument) => argument.startsWith(path))
      .map((argument) => argument.slice(path.length))
      .filter((rest) => /^\w+$/.test(rest) && (words.includes(rest) || !LOGIC.includes(rest)));
    expect([...words].sort()).toEqual([...new Set(own)].sort());
  });
});

const refusals = TASK_WORDS.flatMap(({ title, words }) =>
  Object.entries(words).flatMap(([word, entry]) =>
    hasMeaning(entry) ? [] : [{ title, word, nearest: entry.nearest, why: entry.why }],
  ),
);

it.each(refusals)('$title: the nearest call for $word is a call', ({ nearest, why }) => {
  expect(why).toMatch(/^[A-Z].*\.$/);
  expect(() => parseInput(nearest.name as 'calendar_read', nearest.arguments)).not.toThrow();
});
