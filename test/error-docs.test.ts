import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '../schemas/model/error.js';

it('docs/guide/errors.md explains every error code and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'guide', 'errors.md'), 'utf8');
  const documented = [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((found) => found[1]);
  expect(documented).toEqual(Object.keys(ERROR_CODES));
});
