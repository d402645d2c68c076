import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KIT_LIMITS } from '../../../compilers/targets/eventkit/limits.js';

it('says in the guide what is refused, and why', () => {
  const guide = readFileSync(new URL('../../../docs/guide/mac.md', import.meta.url), 'utf8');
  for (const { what, reason } of Object.values(KIT_LIMITS))
    expect(guide).toContain(`| ${what} | ${reason} |`);
});
