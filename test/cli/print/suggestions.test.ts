import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { printError } from '../../../src/cli/print/print-error.js';

/** What suggestions say in the source: each text, and each sentence of those that are put together. */
const suggestions = ['src', 'compilers', 'schemas']
  .flatMap(sourcesIn)
  .flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:suggestion|SUGGESTION|advice|remedy)\w*(?:: string)?\s*[:=]\s*(?:[^'`;{}]{0,80}\?\s*)?(['`])((?:(?!\1)[^\\]|\\.)*)\1/g,
      ),
    ].map((match) => (match[2] ?? '').replaceAll(/\$\{[^}]*\}/g, 'x').replaceAll('\\`', '`')),
  );
const OF_CALLS =
  /(?<![.@/])\bexample\b(?!\.(?:com|org))|(?<!for |the )\bdetails\b|\bmeta\b|\brefresh(?:ing)?\b(?! token)|\bin data\b|\bparams\b|\bquery\b|\bmutation\b|\btool\b|\bthe call\b|dryRun|allowConflicts|"all"/;

it('never speaks of calls at the terminal', () => {
  expect(suggestions.length).toBeGreaterThan(150);
  const said = suggestions.map((suggestion) =>
    printError(new CalendarError('UNSUPPORTED', 'No.', { suggestion }), false),
  );
  expect(said.filter((text) => OF_CALLS.test(text))).toEqual([]);
});

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}
