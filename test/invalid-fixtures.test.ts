import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { compileAnalysis } from '../compilers/analysis/compile-analysis.js';
import type { CompileContext } from '../compilers/context.js';
import { compileWrite } from '../compilers/mutation/compile-write.js';
import { compileRead } from '../compilers/query/compile-read.js';
import { type CalendarError, ERROR_CODES } from '../schemas/model/error.js';
import { parseAnalyze, parseRead, parseWrite } from '../schemas/parse/parse-input.js';
import { contextAt } from './compilers/compile-context.js';
import { errorOf } from './thrown.js';

const folder = join(import.meta.dirname, '..', 'fixtures', 'invalid');
const update = process.env.UPDATE_FIXTURES === '1';

const violation = z
  .object({
    code: z.string().refine((code) => Object.hasOwn(ERROR_CODES, code), 'is not a known code'),
    path: z.string().startsWith('/'),
    message: z.string().optional(),
    didYouMean: z.array(z.string()).optional(),
  })
  .strict();

/** One call that is wrong, and the error it must give. */
const fixtureSchema = z
  .object({
    title: z.string().min(1),
    tool: z.enum(['calendar_read', 'calendar_write', 'calendar_analyze']),
    now: z.string().datetime(),
    timezone: z.string(),
    input: z.unknown(),
    error: violation.extend({ violations: z.array(violation).optional(), example: z.unknown() }).strict(),
  })
  .strict();
type Fixture = z.infer<typeof fixtureSchema>;

function compile(tool: Fixture['tool'], call: unknown, context: CompileContext): unknown {
  switch (tool) {
    case 'calendar_read':
      return compileRead(parseRead(call), context);
    case 'calendar_write':
      return compileWrite(parseWrite(call), context);
    case 'calendar_analyze':
      return compileAnalysis(parseAnalyze(call), context);
  }
}

/** What a fixture holds of an error; several violations only when there are several. */
function recorded({ code, message, info }: CalendarError): Fixture['error'] {
  const { path = '', didYouMean, violations = [], example } = info;
  return JSON.parse(
    JSON.stringify({
      code,
      path,
      message,
      didYouMean,
      violations: violations.length > 1 ? violations.map(({ code, path }) => ({ code, path })) : undefined,
      example,
    }),
  );
}

describe('calls that cannot be compiled', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

  it('are there', () => {
    expect(names.length).toBeGreaterThanOrEqual(25);
    expect(update && process.env.CI !== undefined, 'fixtures are not written in CI').toBe(false);
  });

  it.each(names)('%s', (name) => {
    const file = join(folder, name);
    const fixture = fixtureSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const context = contextAt(fixture.now, { timezone: fixture.timezone });
    const error = errorOf(() => compile(fixture.tool, fixture.input, context));
    if (update) {
      writeFileSync(file, `${JSON.stringify({ ...fixture, error: recorded(error) }, null, 2)}\n`);
    } else {
      expect(recorded(error)).toEqual(fixture.error);
    }
    expect(error.info.suggestion ?? '').not.toBe('');
    expect(error.info.outcome).toBe(fixture.tool === 'calendar_write' ? 'not_applied' : undefined);
    expect(() => compile(fixture.tool, error.info.example, context)).not.toThrow();
  });
});
