import { describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../schemas/help/help.js';
import { ANALYSIS_TYPES } from '../../schemas/input/analysis.js';
import { CalendarError } from '../../schemas/model/error.js';
import { calendarExample, exampleCall, type ToolName } from '../../schemas/tools/examples.js';
import { describeError } from '../../src/engine/errors/describe-error.js';
import { sentCalls } from '../fixtures/call-tables.js';
import { contextAt } from './compile-context.js';
import { planOf } from './plan-of.js';

const WRONG_CALLS = sentCalls('wrong-calls');

const TOOLS: Readonly<Record<string, ToolName>> = {
  query: 'calendar_read',
  mutation: 'calendar_write',
  analysis: 'calendar_analyze',
};

/** The plan of a call of the tool whose root it has. */
function planOfExample(call: unknown, now: string): unknown {
  const root = Object.keys(call as object)[0] ?? '';
  return planOf(TOOLS[root] ?? 'calendar_read', call, contextAt(now));
}

/** Days on which "tomorrow", "in three months" or a time of day is easily wrong. */
describe.each([
  ['leap day', '2028-02-29T11:00:00Z', 0],
  ['the last evening of a year', '2030-12-31T22:30:00Z', 1],
  ['the night the clocks go forward', '2031-03-30T00:30:00Z', 2],
])('on %s', (_, now, turn) => {
  it.each<[ToolName, readonly string[]]>([
    ['calendar_read', ['events', 'calendars', 'freebusy']],
    ['calendar_write', ['create', 'update', 'delete', 'move', 'restore', 'undo', 'batch', 'sync']],
    ['calendar_analyze', ANALYSIS_TYPES],
  ])('the examples of %s are right and name no year', (tool, forms) => {
    const calls = [...forms.map((form) => exampleCall(tool, form)), calendarExample('create')];
    for (const call of calls) expect(() => planOfExample(call, now)).not.toThrow();
    expect(JSON.stringify(calls)).not.toMatch(/20\d\d-/);
  });

  it('so are those of the help topics', () => {
    for (const { call } of HELP_TOPICS.flatMap(({ examples }) => examples))
      expect(() => planOfExample(call, now), JSON.stringify(call)).not.toThrow();
  });

  it('an error has an example that is right, and names no day but the caller’s and ones near the clock', () => {
    for (const { tool, sent } of WRONG_CALLS.filter((_, at) => at % 3 === turn)) {
      try {
        planOf(tool, sent, contextAt(now));
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        expect(() => planOfExample(error.info.example, now), JSON.stringify(sent)).not.toThrow();
        const given = JSON.stringify(sent);
        const years = JSON.stringify(describeError(error)).match(/\b20\d\d(?=-)/g) ?? [];
        const isOwn = (year: string) =>
          given.includes(year) || Math.abs(Number(year) - new Date(now).getUTCFullYear()) < 2;
        if (!/\d{10}/.test(given))
          expect(
            years.filter((year) => !isOwn(year)),
            given,
          ).toEqual([]);
      }
    }
  });
});
