import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = ['.github/CONTRIBUTING.md', 'AGENTS.md', 'docs/internals/testing.md', 'docs/evaluation.md'];
const { scripts } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const commands = pages.flatMap((page) =>
  [...read(page).matchAll(/`((?:[A-Z_]+=\S+ )*(?:npm|npx) [^`]+)`/g)].map(([, line = '']) => ({
    page,
    line: line.replace(/\s+/g, ' '),
  })),
);

describe('the commands for contributors', () => {
  it('are found', () => expect(commands.length).toBeGreaterThan(15));

  it.each(commands)('$page: $line names what there is', ({ line }) => {
    const runs = [...line.matchAll(/npm (?:run )?([\w:]+)/g)].map((found) => found[1] ?? '');
    expect(runs.filter((name) => name !== 'ci' && scripts[name] === undefined)).toEqual([]);
    const paths = [...line.matchAll(/(?<= )test\/\S+/g)].map(([path]) => path);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

it('a contributor runs the tests of a folder, and nothing that installs servers', () => {
  const steps = read('.github/CONTRIBUTING.md');
  expect(steps).toMatch(
    /While working, run the tests of the folder[\s\S]*`npm run test:fast` before you push/,
  );
  expect(steps).not.toMatch(/npm ci && npm test/);
});

it('who has found a hole has somewhere to report it that others do not see', () => {
  expect(read('.github/CONTRIBUTING.md')).toContain('[SECURITY.md](SECURITY.md), never a public issue');
  expect(read('.github/SECURITY.md')).toContain('"Report a vulnerability" on the Security tab');
});
