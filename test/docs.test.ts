import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../schemas/config.js';
import type { CalendarError } from '../schemas/error.js';
import { bare, knownKeys } from '../schemas/schema-walk.js';
import { desk } from './engine/service-on-memory.js';

const root = join(import.meta.dirname, '..');
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => join('docs', name))].filter(
  (name) => name.endsWith('.md'),
);

/** Every complete JSON value in a document: fenced blocks and inline code that starts with a brace. */
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

it('docs/settings.md explains every key of the file and no other', () => {
  const text = readFileSync(join(root, 'docs', 'settings.md'), 'utf8');
  const keys = /## The file\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  const documented = [...keys.matchAll(/^\| `([^`]+)` \|/gm)].map((found) => found[1]);
  expect(documented.toSorted()).toEqual(knownKeys(bare(settingsSchema)).toSorted());
});

describe('examples in the documents', () => {
  it('are found', () => expect(calls.length).toBeGreaterThan(3));

  it.each(calls)('run: $text', async ({ value }) => {
    const d = desk();
    const run = 'query' in value ? d.read(value) : 'mutation' in value ? d.write(value) : d.analyze(value);
    // An id that an example makes up is the only thing that may be missing.
    await run.catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'NOT_FOUND' } satisfies Partial<CalendarError>),
    );
  });

  it.each(examples.filter(({ value }) => 'accounts' in value))('are settings: $text', ({ value }) => {
    expect(settingsSchema.safeParse(value)).toMatchObject({ success: true });
  });
});
