import { expect, it } from 'vitest';
import { fittedTo } from '../../../src/cli/screen/screen.js';

const LONG =
  '  The server is left alone for up to five minutes, so that it does not lock the account of anybody.';

it('breaks sentences at the width of a terminal, and keeps their indentation', () => {
  expect(fittedTo({ isTTY: true, columns: 60 }, `ERROR\n${LONG}\n`)).toBe(
    'ERROR\n  The server is left alone for up to five minutes, so that\n  it does not lock the account of anybody.\n',
  );
});

it('leaves calls whole, to be copied, and everything in a pipe', () => {
  const call = `  for example: {"query":${JSON.stringify({ title: 'word '.repeat(40) })}}`;
  expect(fittedTo({ isTTY: true, columns: 60 }, call)).toBe(call);
  expect(fittedTo({}, LONG)).toBe(LONG);
});
