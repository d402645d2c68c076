import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.js';
import {
  CALENDAR_COLUMNS,
  CONFLICT_COLUMNS,
  FREE_COLUMNS,
  UPCOMING_COLUMNS,
} from '../../src/cli/table/analysis-columns.js';

const PAGE = readFileSync('docs/guide/terminal.md', 'utf8');
/** They have pages of their own. */
const ELSEWHERE = [
  'serve',
  'demo',
  'setup',
  'login',
  'accounts',
  'doctor',
  'audit',
  'database',
  'print-schemas',
  'help',
];

it.each(COMMANDS.map(({ name }) => name).filter((name) => !ELSEWHERE.includes(name)))(
  'the guide has the command %s',
  (name) => {
    expect(PAGE).toMatch(new RegExp(`\`(?:calendar-mcp )?${name}\\b|calendar-mcp ${name}\\b`));
  },
);

it('the guide has the placeholders of --format', () => {
  const all = [UPCOMING_COLUMNS, CONFLICT_COLUMNS, FREE_COLUMNS, CALENDAR_COLUMNS].flatMap(Object.keys);
  for (const name of new Set(all)) expect(PAGE).toContain(`\`{${name}}\``);
});
