import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bare, knownKeys } from '../schemas/input/schema-walk.js';
import type { CalendarError } from '../schemas/model/error.js';
import { POLICIES, type Policy } from '../schemas/model/policy.js';
import { settingsSchema } from '../schemas/settings/settings.js';
import { UNTITLED } from '../src/engine/policy/redact.js';
import { desk } from './engine/service-on-memory.js';

const root = join(import.meta.dirname, '..');
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

function globOf(path: string): RegExp {
  const inner: Readonly<Record<string, string>> = {
    '**': '.*',
    '*': '[^/]*',
    '.': '\\.',
    '{': '(?:',
    '}': ')',
  };
  const source = path.replace(/\*\*|[*.{}]/g, (one) => inner[one] ?? '');
  return new RegExp(`^${source.replace(/\(\?:([^)]*)\)/g, (group) => group.replaceAll(',', '|'))}$`);
}

/** Every complete JSON value in a document: fenced blocks, and inline code that starts with a brace. */
function jsonOf(document: string): { readonly text: string; readonly value: Record<string, unknown> }[] {
  const text = readFileSync(join(root, document), 'utf8');
  const fenced = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map((found) => found[1] ?? '');
  const inline = [...text.matchAll(/`(\{[^`]*\})`/g)]
    .map((found) => found[1] ?? '')
    .filter((code) => /^\{\s*"/.test(code));
  return [...fenced, ...inline.filter((code) => !code.includes('...'))].map((code) => ({
    text: code,
    value: JSON.parse(code),
  }));
}

const examples = documents.flatMap((document) =>
  jsonOf(document).map((example) => ({ document, ...example })),
);
const calls = examples.filter(({ value }) => ['query', 'mutation', 'analysis'].some((key) => key in value));

it('docs/guide/settings.md explains every key of the file and no other', () => {
  const text = readFileSync(join(root, 'docs', 'guide', 'settings.md'), 'utf8');
  const keys = /## The file\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  const documented = [...keys.matchAll(/^\| `([^`]+)` \|/gm)].map((found) => found[1]);
  expect(documented.toSorted()).toEqual(knownKeys(bare(settingsSchema)).toSorted());
});

it('docs/guide/permissions.md has the modes of each named policy', () => {
  const text = readFileSync(join(root, 'docs', 'guide', 'permissions.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(?:write\.)?(\w+)` \|.*\| ([^|]+) \| ([^|]+) \|$/gm)];
  const modesOf = ({ write: { bulk, ...write }, recipients }: Policy) =>
    Object.entries({ ...write, bulk: bulk.mode, recipients: recipients.others });
  const documented = (column: number) =>
    rows.map((row) => [row[1], row[column]?.replace(/, over \d+$/, '')]).toSorted();
  expect(documented(2)).toEqual(modesOf(POLICIES.careful).toSorted());
  expect(documented(3)).toEqual(modesOf(POLICIES.trusted).toSorted());
  const { bulk } = POLICIES.careful.write;
  expect(text).toContain(`| ${bulk.mode}, over ${bulk.over} |`);
  const limits = /`policy\.limits`[\s\S]*?\n\n/.exec(text)?.[0] ?? '';
  const { changes, deletions, recipients } = POLICIES.careful.limits;
  expect(limits.match(/(?<=\()\d+(?=\))/g)).toEqual([changes, deletions, recipients].map(String));
});

it('what is shipped links to nothing that is not', () => {
  const outside = documents
    .filter((document) => !/^docs\/(?!guide\/)/.test(document))
    .flatMap((document) =>
      [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((found) =>
        join(dirname(document), found[1] ?? ''),
      ),
    )
    .filter((path) => !/^(?:docs\/guide\/|CHANGELOG\.md$|LICENSE$)/.test(path));
  expect(outside).toEqual([]);
});

it('pages of the repository that are linked to by their address exist', () => {
  const blob = 'https://github.com/calendar-builder-mcp/calendar-builder-mcp/blob/main/';
  const linked = documents.flatMap((document) =>
    readFileSync(join(root, document), 'utf8')
      .split(blob)
      .slice(1)
      .map((text) => /^[^)#>\s]+/.exec(text)?.[0] ?? ''),
  );
  expect(linked.length).toBeGreaterThan(0);
  expect(linked.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

describe('paths in the documents', () => {
  const tree = ['schemas', 'compilers', 'src', 'test', 'fixtures', 'docs'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path}`),
  );
  const names = new Set(tree.map((path) => basename(path)));
  const mentioned = [...documents, 'AGENTS.md', '.github/CONTRIBUTING.md'].flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/`([\w./{},*-]+)`/g)].map((found) => ({
      document,
      path: found[1] ?? '',
    })),
  );
  const paths = mentioned.filter(({ path }) => /^(?:schemas|compilers|src|test|fixtures|docs)\/./.test(path));
  const files = mentioned.filter(({ path }) => /^[\w-]+\.(?:ts|applescript)$/.test(path));

  it('are found', () => expect(Math.min(paths.length, files.length)).toBeGreaterThan(10));

  it.each(paths)('$path in $document exists', ({ path }) => {
    // A name in capitals is a file that the guide tells its reader to make.
    const pattern = globOf(path.replace(/\/$/, '').replaceAll('NAME', '*'));
    expect(tree.some((one) => pattern.test(one))).toBe(true);
  });

  it.each(files)('$path in $document exists', ({ path }) => {
    expect(names.has(path) || existsSync(join(root, path))).toBe(true);
  });
});

it('the guide has the titles that hidden events are given', () => {
  const guide = readFileSync(join(root, 'docs/guide/permissions.md'), 'utf8');
  for (const title of Object.values(UNTITLED)) expect(guide).toContain(`\`${title}\``);
});

describe('examples in the documents', () => {
  it('are found', () => expect(calls.length).toBeGreaterThan(3));

  it.each(calls)('run: $text', async ({ value }) => {
    const d = desk();
    const run = 'query' in value ? d.read(value) : 'mutation' in value ? d.write(value) : d.analyze(value);
    // Only a made-up id of an example may be missing.
    await run.catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'NOT_FOUND' } satisfies Partial<CalendarError>),
    );
  });

  it.each(examples.filter(({ value }) => ['accounts', 'policy', 'http'].some((key) => key in value)))(
    'are settings: $text',
    ({ value }) => {
      expect(settingsSchema.safeParse(value)).toMatchObject({ success: true });
    },
  );
});
