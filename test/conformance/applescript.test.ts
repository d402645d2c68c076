import { APPLESCRIPT_REFUSES, CALENDAR_LABELS, REFUSED_IN_BERLIN } from '../applescript/refusals.js';
import { emptyCalendar, type Oddities } from '../applescript/simulated-calendar.js';
import { simulatedRunner } from '../applescript/simulated-runner.js';
import { subjectOn } from '../applescript/subject.js';
import { backendSuite } from './backend-suite.js';
import { calendarSuite } from './calendar-suite.js';

const SWITCHES: readonly (readonly [string, Oddities])[] = [
  ['as expected', {}],
  ['empty texts for missing values', { emptyText: true, skipsMissing: true }],
  ['rules rewritten', { rulesRewritten: true }],
  ['all-day events that end in their last second', { lastSecondEnds: true }],
  ['another order at every run', { reordered: true }],
  ['sorted by start', { sortedByStart: true }],
  ['new events first', { newFirst: true }],
  ['stale reads', { staleReads: true }],
  ['frozen stamps', { frozenStamps: true }],
  ['no stamps', { noStamps: true }],
  ['carriage returns', { carriageReturns: true }],
  ['an alarm of its own', { defaultAlarm: -15 }],
  ['calendars in the order of their names', { calendarsSorted: true }],
];

for (const [name, oddities] of SWITCHES) {
  const open = () => subjectOn(simulatedRunner(emptyCalendar(['Work', 'Home', 'work'], oddities)), 'UTC');
  backendSuite(`applescript, ${name}`, open, { refuses: APPLESCRIPT_REFUSES, races: {} });
  calendarSuite(`applescript, ${name}`, open, CALENDAR_LABELS);
}

backendSuite(
  'applescript, on a Mac in Berlin',
  () => subjectOn(simulatedRunner(emptyCalendar(['Work', 'Home', 'work'])), 'Europe/Berlin'),
  { refuses: REFUSED_IN_BERLIN, races: {} },
);
