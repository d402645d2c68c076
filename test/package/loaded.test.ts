// @module-tag programs
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { builtMain } from '../server/built-server.js';

const CHUNKS = join(dirname(builtMain()), 'chunks');
const files = readdirSync(CHUNKS);
const chunk = (name: string) => files.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));

/** Everything that a file of the program loads before it runs. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(CHUNKS, file), 'utf8');
  for (const [, other = ''] of text.matchAll(/\b(?:from|import) *"\.\/([^"]+)"/g)) loadedBy(other, seen);
  return seen;
}

it.each(['command', 'views', 'shown', 'calls', 'folder'])(
  '%s loads nothing of the protocol, which commands of the shell do without',
  (name) => {
    const [file = ''] = chunk(name);
    const protocol = chunk('serve').filter((one) => readFileSync(join(CHUNKS, one)).length > 100_000);
    expect(protocol).toHaveLength(1);
    expect([...loadedBy(file)]).not.toContain(protocol[0]);
  },
);
