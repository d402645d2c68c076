// @module-tag programs
import { describe, expect, it } from 'vitest';
import { DAY } from '../../compilers/time/civil.js';
import { DEFAULT_BUDGET, meterOf } from '../../src/calendar/rules/expansion-budget.js';
import { parseRule } from '../../src/calendar/rules/rule.js';
import { compileRule } from '../../src/calendar/rules/rule-occurrences.js';
import { parseDateTime } from '../../src/calendar/text/date-time.js';
import { lives, SEED } from '../cases.js';
import { commonCase, type Random, type RuleCase, randomCase, randomOf } from './random-rules.js';
import { type Answer, dateutil, type Question, rrule, rruleTemporal, type Witness } from './witnesses.js';

const LIMIT = 40;
const FIXED_SEED = 20_261_121;

function wallOf(text: string): number {
  const value = parseDateTime(text);
  if (value === undefined || value.kind === 'date') throw new Error(`no time: ${text}`);
  return value.wall;
}

/** A window that begins at DTSTART or some way after it. */
function questionOf(ruleCase: RuleCase, index: number): Question {
  const start = wallOf(ruleCase.start) / 1000;
  const daily = /FREQ=(YEARLY|MONTHLY|WEEKLY|DAILY)/.test(ruleCase.rrule);
  const day = DAY / 1000;
  const from = index % 2 === 0 ? start : start + (daily ? 400 : 3) * day + 12_345;
  const years = ruleCase.rrule.includes('YEARLY') ? 40 : ruleCase.rrule.includes('MONTHLY') ? 12 : 4;
  const days = daily ? years * 365 : ruleCase.rrule.includes('HOURLY') ? 40 : 3;
  return { ...ruleCase, from, to: from + days * day, limit: LIMIT };
}

/** The pattern alone, without the rule that DTSTART always counts: what the witnesses answer. */
function ours({ rrule: text, start, from, to, limit }: Question): Answer {
  const compiled = compileRule(parseRule(text), wallOf(start), { anchored: false });
  const budget = { ...DEFAULT_BUDGET, results: 10_000_000 };
  return compiled
    .between(from * 1000, to * 1000, meterOf(budget))
    .slice(0, limit)
    .map((wall) => wall / 1000);
}

const same = (a: Answer, b: Answer): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Where engines read the RFC differently and this one has decided (docs/internals/recurrence-readings.md). */
const READINGS: readonly { readonly name: string; readonly applies: (rrule: string) => boolean }[] = [
  {
    // dateutil takes a plain and a numbered weekday together as both having to hold.
    name: 'BYDAY with plain and numbered weekdays is their union',
    applies: (text) => /BYDAY=[^;]*\d/.test(text) && /BYDAY=([^;]*,)?[A-Z]{2}\b/.test(text),
  },
  {
    // dateutil gives all seven days of the week.
    name: 'BYWEEKNO without a day part falls on the weekday of DTSTART',
    applies: (text) => text.includes('BYWEEKNO') && !/BY(DAY|MONTHDAY|YEARDAY)=/.test(text),
  },
  {
    // dateutil does not look at next year's first week for a number counted from the end.
    name: 'BYWEEKNO counted from the end holds across the turn of the year',
    applies: (text) => /BYWEEKNO=[^;]*-(52|53)/.test(text),
  },
];

interface Outcome {
  agreed: number;
  asReading: number;
  undecided: number;
  readonly wrong: string[];
}

function compare(questions: readonly Question[], witnesses: readonly Witness[]): Outcome {
  const answers = witnesses.map((witness) => witness.answers(questions));
  const outcome: Outcome = { agreed: 0, asReading: 0, undecided: 0, wrong: [] };
  questions.forEach((question, index) => {
    const [first, second] = answers.map((list) => list[index]);
    if (first === undefined || !same(first, second)) {
      outcome.undecided++;
      return;
    }
    const mine = ours(question);
    if (same(mine, first)) outcome.agreed++;
    else if (READINGS.some(({ applies }) => applies(question.rrule))) outcome.asReading++;
    else {
      outcome.wrong.push(
        `${question.start} ${question.rrule}: ours ${JSON.stringify(mine)}, witnesses ${JSON.stringify(first)}`,
      );
    }
  });
  return outcome;
}

function questions(seed: number, count: number, make: (random: Random) => RuleCase): Question[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, index) => questionOf(make(random), index));
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

describe('rules against independent engines', () => {
  const python = dateutil();
  if (python === undefined) {
    say(
      'WITNESS MISSING: python3 with dateutil. Its port rrule.js stands in, which knows no sub-daily rules here.',
    );
  }
  const witnesses: readonly Witness[] = [python ?? rrule, rruleTemporal];

  it.each([
    { kind: 'common', make: commonCase, seed: FIXED_SEED, count: 400, atLeast: 370 },
    { kind: 'any', make: randomCase, seed: SEED, count: 200, atLeast: 90 },
  ])(
    '$kind rules of seed $seed',
    ({ kind, make, seed, count, atLeast }) => {
      const { agreed, asReading, undecided, wrong } = compare(questions(seed, lives(count), make), witnesses);
      say(
        `${kind}, seed ${seed}: ${agreed} agreed, ${asReading} differ by a known reading, ${undecided} where the ` +
          `witnesses differ or gave up, ${wrong.length} wrong`,
      );
      expect(wrong).toEqual([]);
      expect(agreed).toBeGreaterThan(lives(count) * (atLeast / count) * (python === undefined ? 0.4 : 1));
    },
    600_000,
  );
});
