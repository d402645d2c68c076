// @module-tag slow
import { expect, it } from 'vitest';
import { SCRIPT_SOURCES } from '../../../../compilers/targets/applescript/script-sources.js';
import { SCENARIOS } from '../scenarios/scenarios.js';

type Mutant = readonly [scenario: string, from: string | RegExp, to: string];

const [READ, ROWS, STORED] = [
  'gives every property as it is stored',
  'finds events whose rows have moved',
  'stores every property as it was given',
];

/** Scripts of this kind are known for these mistakes: one of ours for each, and the scenario that finds it. */
const MUTANTS: Readonly<Record<string, Mutant>> = {
  'dates carry over: 31 in a month of 30 days becomes the first of the next': [
    STORED,
    '\tset day of d to 1\n',
    '',
  ],
  'dates as text are read and written by the region of the user': [
    READ,
    '((year of d) as text) & "-"',
    '(d as text) & "-"',
  ],
  'inside a tell block everything is asked of the application': [
    ROWS,
    'writable of calendar calRow',
    'boolText(true)',
  ],
  'alarms count in minutes, negative before the start': [
    STORED,
    'interval:alarmMinutes}',
    'interval:alarmMinutes * 60}',
  ],
  'an answer that was cut off looks like a short one': [
    READ,
    '"END" & US & (total as text)',
    '"END" & US & "0"',
  ],
  'texts of events can hold separators of fields': [
    'keeps separators and line ends apart from fields',
    'if s contains RS then',
    'if s contains "never" then',
  ],
  'a property without a value is missing value, or an empty text': [
    'reads what has no value',
    '\tif d is missing value then return ""\n',
    '',
  ],
  'an event changes between a look and a write': [
    'writes only what is as it was read',
    'if nowText is not (item 5 of fieldList) then',
    'if false then',
  ],
  'rows move: events are known by their uids': [ROWS, 'set matchRow to 0', 'set matchRow to 1'],
  'several events have one uid': [
    'writes none of several events with one uid',
    /\tif matchCount is greater than 1 then .*\n/,
    '',
  ],
  'calendars have no identifier': [READ, 'calNames to name', 'calNames to uid'],
  'names of calendars are neither unique nor of one case': [
    'tells calendars apart by case and order',
    'if seenCount is wantedTurn then set foundRow to i',
    'set foundRow to 1',
  ],
  'calendars that cannot be changed do not always say so': [
    'leaves calendars alone that cannot be written',
    'if canWrite is false then',
    'if false then',
  ],
  'a write can fail half-way': [
    'removes what could only be made in part',
    /delete (event id newUid of calendar calRow)/,
    'set summary of $1 to "x"',
  ],
  'arguments can be empty or begin with a hyphen': [
    READ,
    'return text 2 thru -1 of rawText',
    'return text 1 thru -1 of rawText',
  ],
  'properties are mixed up': [ROWS, 'newStart, end date:newEnd', 'newEnd, end date:newStart'],
  'enumerators are no texts, and one word has two codes': [
    READ,
    'then return "declined"',
    'then return "accepted"',
  ],
  'loop variables are references': [READ, 'cleanText(contents of v)', 'cleanText(v)'],
  'filters inside Calendar are slow and time out': [
    READ,
    /(uid of )(every event of calendar calRow)/,
    '$1($2 whose uid is "x")',
  ],
  'an Apple event waits longer than the program lives': [
    READ,
    'with timeout of 110 seconds',
    'with timeout of 600 seconds',
  ],
  'a refusal must not keep the rest from being read': [
    'tells the rest where something is refused or slow, by scripts that end in time',
    /return "\?" & US & .*/,
    'error "refused" number -10000',
  ],
  'attendees and files cannot be given by script': [READ, 'sound alarm', 'open file alarm'],
  'sources are compiled by the encoding': [ROWS, 'error "event changed"', 'error "événement"'],
};

function mutated([, from, to]: Mutant): Record<string, string> {
  return Object.fromEntries(
    Object.entries(SCRIPT_SOURCES).flatMap(([name, source]) => {
      const next =
        typeof from === 'string' ? source.replaceAll(from, to) : source.replace(new RegExp(from, 'g'), to);
      return next === source ? [] : [[name, next]];
    }),
  );
}

it.each(Object.entries(SCENARIOS))('the scripts as they are: %s', async (_, scenario) => scenario({}));

it.each(Object.entries(MUTANTS))('finds the mistake: %s', async (_, mutant) => {
  const sources = mutated(mutant);
  expect(Object.keys(sources)).not.toEqual([]);
  await expect(SCENARIOS[mutant[0]]?.(sources)).rejects.toThrow();
});
