import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { compileAnalysis } from '../compilers/analysis/compile-analysis.js';
import { compileWrite } from '../compilers/mutation/compile-write.js';
import { compileRead } from '../compilers/query/compile-read.js';
import { isSame } from '../schemas/diagnostics/is-same.js';
import { isRecord } from '../schemas/input/rules.js';
import { CalendarError } from '../schemas/model/error.js';
import { parseAnalyze, parseRead, parseWrite } from '../schemas/parse/parse-input.js';
import type { ToolName } from '../schemas/tools/examples.js';
import { readCall } from '../src/engine/errors/parse-and-compile.js';
import { contextAt } from './compilers/compile-context.js';

const folder = join(import.meta.dirname, '..', 'fixtures', 'invalid', 'wrong-calls');
const update = process.env.UPDATE_FIXTURES === '1';

/**
 * `accepted`: read as it was meant. `corrected`: refused, and the example is what was meant. `other`: refused, and
 * the example is valid and means something else. `none`: refused without an example that can be sent. `misread`:
 * accepted as something else, which must never be.
 */
const OUTCOMES = ['accepted', 'corrected', 'other', 'none', 'misread'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Wrong calls as language models send them; `meant` is the right call, or null where nobody can know it. */
const fileSchema = z.array(
  z
    .object({
      title: z.string().min(1),
      tool: z.enum(['calendar_read', 'calendar_write', 'calendar_analyze']),
      sent: z.unknown(),
      meant: z.unknown(),
      outcome: z.enum(OUTCOMES),
    })
    .strict(),
);

const context = contextAt();

/** The plan of a call, as a client's call is read. */
function planOf(tool: ToolName, call: unknown): unknown {
  switch (tool) {
    case 'calendar_read':
      return readCall(call, parseRead, (input) => compileRead(input, context));
    case 'calendar_write':
      return readCall(call, parseWrite, (input) => compileWrite(input, context));
    case 'calendar_analyze':
      return readCall(call, parseAnalyze, (input) => compileAnalysis(input, context));
  }
}

function answerTo(tool: ToolName, call: unknown): { readonly plan: unknown } | { readonly example: unknown } {
  try {
    return { plan: planOf(tool, call) };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return { example: error.info.example };
  }
}

function outcomeOf(tool: ToolName, sent: unknown, meant: unknown): Outcome {
  const right = meant === null ? undefined : meaning(planOf(tool, meant));
  const answer = answerTo(tool, sent);
  if ('plan' in answer) return isSame(meaning(answer.plan), right) ? 'accepted' : 'misread';
  const corrected = answerTo(tool, answer.example);
  if (!('plan' in corrected)) return 'none';
  return isSame(meaning(corrected.plan), right) ? 'corrected' : 'other';
}

/** A plan without what only its reader is told; the order of conditions says nothing. */
function meaning(plan: unknown): unknown {
  if (Array.isArray(plan)) return plan.map(meaning);
  if (!isRecord(plan)) return plan;
  const { notes: _notes, of, ...rest } = plan;
  const parts = Object.entries(rest).map(([key, value]) => [key, meaning(value)]);
  if (of === undefined) return Object.fromEntries(parts);
  const all = Array.isArray(of) ? of.map(meaning).sort(byText) : meaning(of);
  return { ...Object.fromEntries(parts), of: all };
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

describe('wrong calls', () => {
  const files = readdirSync(folder).map((name) => {
    const file = join(folder, name);
    const entries = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { name, file, entries, count: new Map<Outcome, number>() };
  });

  it('are there', () => {
    expect(files.flatMap(({ entries }) => entries).length).toBeGreaterThanOrEqual(300);
    expect(update && process.env.CI !== undefined, 'fixtures are not written in CI').toBe(false);
  });

  for (const { name, entries, count } of files) {
    it.each(entries)(`${name}: $title`, (entry) => {
      const outcome = outcomeOf(entry.tool, entry.sent, entry.meant);
      count.set(outcome, (count.get(outcome) ?? 0) + 1);
      expect(outcome).not.toBe('misread');
      if (update) entry.outcome = outcome;
      else expect(outcome).toBe(entry.outcome);
    });
  }

  afterAll(() => {
    const line = (...cells: readonly (string | number)[]) =>
      `${cells
        .map((cell, column) => String(cell).padEnd(column === 0 ? 32 : 11))
        .join('')
        .trimEnd()}\n`;
    process.stdout.write(line('', ...OUTCOMES));
    for (const { name, file, entries, count } of files) {
      process.stdout.write(line(name, ...OUTCOMES.map((outcome) => count.get(outcome) ?? 0)));
      if (update) writeFileSync(file, `${JSON.stringify(entries)}\n`);
    }
  });
});
