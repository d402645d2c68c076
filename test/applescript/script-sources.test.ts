import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../compilers/targets/applescript/', import.meta.url);

/** The scripts as constants: what runs needs no file beside the program. */
function embedded(): string {
  const names = readdirSync(new URL('scripts/', FOLDER)).sort();
  const entries = names.map((file) => {
    const source = readFileSync(new URL(`scripts/${file}`, FOLDER), 'utf8');
    const text = source.replace(/[\\`]/g, '\\$&').replace(/\$\{/g, '\\${');
    return `  '${basename(file, '.applescript')}': \`${text}\`,\n`;
  });
  return `/** Made from scripts/*.applescript by test/applescript/script-sources.test.ts; \`npm run test:update\` makes it anew. */
export const SCRIPT_SOURCES = {
${entries.join('')}} as const;

export type ScriptName = keyof typeof SCRIPT_SOURCES;
`;
}

it('has the scripts as they are in their files', () => {
  const file = new URL('script-sources.ts', FOLDER);
  if (process.env.UPDATE_FIXTURES !== undefined) writeFileSync(file, embedded());
  expect(readFileSync(file, 'utf8')).toBe(embedded());
});
