import { expect, it } from 'vitest';
import { z } from 'zod/v3';
import { findingsOf } from '../../schemas/diagnostics/findings.js';

const LIBRARY = /\b(?:Invalid|Expected|Required|Number must|String must|Array must|Input not|received)\b/;

/** A value that each kind of check refuses, and schemas that say nothing about it themselves. */
const CASES: readonly (readonly [string, z.ZodTypeAny, unknown])[] = [
  ['email', z.string().email(), 'x'],
  ['url', z.string().url(), 'x'],
  ['uuid', z.string().uuid(), 'x'],
  ['regex', z.string().regex(/^a$/), 'x'],
  ['datetime', z.string().datetime(), 'x'],
  ['startsWith', z.string().startsWith('a'), 'x'],
  ['min', z.string().min(1), ''],
  ['max', z.string().max(1), 'xx'],
  ['number', z.number(), 'x'],
  ['integer', z.number().int(), 1.5],
  ['finite', z.number().finite(), Number.POSITIVE_INFINITY],
  ['step', z.number().multipleOf(5), 7],
  ['least', z.number().min(5), 4],
  ['literal', z.literal(true), false],
  ['choice', z.enum(['a', 'b']), 'c'],
  ['date', z.date(), new Date(Number.NaN)],
  ['list', z.array(z.string()).min(1), []],
  ['union', z.union([z.string(), z.number()]), true],
  ['unknown key', z.object({}).strict(), { x: 1 }],
  ['refined', z.string().refine(() => false), 'x'],
];

it.each(CASES)('says of a wrong %s what it must be, not what a library says', (_, schema, wrong) => {
  const whole = z.object({ part: schema.optional() }).strict();
  const value = { part: wrong };
  const result = whole.safeParse(value);
  const findings = result.success ? [] : findingsOf(result.error, { tool: undefined, schema: whole, value });
  expect(findings).not.toEqual([]);
  for (const { violation } of findings) {
    expect(violation.message).not.toMatch(LIBRARY);
    expect(violation.message).toMatch(/\b(?:must|needs|is|cannot)\b/);
  }
});
