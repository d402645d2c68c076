// @module-tag slow
import { expect, it } from 'vitest';
import { SCENARIOS } from './scenarios.js';
import { SCRIPT } from './simulated/in-process.js';

type Mutant = readonly [scenario: string, from: string, to: string];

/** One mistake of each kind that JavaScript for Automation or EventKit invite, and the scenario that finds it. */
const MUTANTS: Readonly<Record<string, Mutant>> = {
  'a boxed value taken as a plain one': [
    'everything that an event has',
    'return b === true || Number(b) === 1;',
    'return !!v;',
  ],
  'null instead of nil': [
    'what is taken away',
    'set[name] === null ? $() : $(set[name])',
    'set[name] === null ? null : $(set[name])',
  ],
  'another unit of time': [
    'everything that an event has',
    '* 1000);\n}\n\nfunction at',
    ');\n}\n\nfunction at',
  ],
  'a permission ignored': [
    'a status that closes everything',
    'head.status !== FULL_ACCESS) return head',
    'false) return head',
  ],
  'a request cut where a chunk ends': [
    'a request in pieces',
    'pending = lines.pop();',
    "lines.pop(); pending = '';",
  ],
  'a longer window than EventKit answers': [
    'ten years',
    'const LONGEST = 1400 * DAY',
    'const LONGEST = 14000 * DAY',
  ],
  'an event on a seam given twice': ['ten years', 'if (seen.has(once)) return;', ''],
  'a changed occurrence read as one of its series': [
    'a series',
    'if (isSeries && !isDetached)',
    'if (isSeries)',
  ],
  'another scope': [
    'one occurrence, a moved one, all, and none of another series',
    "step.span === 'this' ? THIS_EVENT : FUTURE_EVENTS",
    'FUTURE_EVENTS',
  ],
  'a guard ignored': ['a guard', 'guardText(event) !== step.expect', 'false'],
  'a commit for each step': [
    'all steps or none',
    'saveEventSpanCommitError(event, span, false, error)',
    'saveEventSpanCommitError(event, span, true, error)',
  ],
  'a refusal ignored': [
    'all steps or none',
    "throw failure('refused', isNil(error) ? 0 : Number(error.code));",
    '',
  ],
  'two values exchanged': ['a new event', '(point[0], point[1])', '(point[1], point[0])'],
  'a property not set': ['a new event', "if (has('allDay'))", "if (has('wholeDay'))"],
  'a deletion without a look': [
    'calendars',
    "> 0) throw failure('not empty')",
    "> 999) throw failure('not empty')",
  ],
  'a change by others ignored': ['changes by others', 'const seen = changes > 0', 'const seen = false'],
  'a list of tasks among the calendars': [
    'tasks',
    'calendarForEntityTypeEventStore(entity, store)',
    'calendarForEntityTypeEventStore(EVENTS, store)',
  ],
  'a time left to EventKit': ['tasks', 'task.completionDate = at(doneAt)', 'doneAt'],
};

it.each(Object.entries(SCENARIOS))('the script as it is: %s', async (_, scenario) => {
  await scenario(SCRIPT);
});

it.each(Object.entries(MUTANTS))('finds %s', async (_, [name, from, to]) => {
  const changed = SCRIPT.replaceAll(from, to);
  expect(changed).not.toBe(SCRIPT);
  await expect(SCENARIOS[name]?.(changed)).rejects.toThrow();
});
