import { describe, expect, it } from 'vitest';
import { SCRIPT_SOURCES } from '../../../compilers/targets/applescript/script-sources.js';
import { refusedName } from '../../backends/applescript/interpreter/dictionary.js';
import { parseScript } from '../../backends/applescript/interpreter/parse.js';

it.each(Object.entries(SCRIPT_SOURCES))('%s is of the subset, and holds no way to run code', (_, source) => {
  expect(parseScript(source).handlers.has('run')).toBe(true);
  expect(source).toMatch(/^[\x20-\x7e\t\n]{1,60000}$/);
  expect(source).not.toMatch(/do shell|run script|load script|system events|osascript -e/i);
});

it.each([
  ['summary', 'status', 'start', 'Date', 'STARTS', 'second', 'alarm', 'day', 'name', 'color', 'rest', 'may'],
  ['calRow', 'evUid', 'fieldList', 'US', 'd', 'pos'],
])('a name of ours is never a word of the language or a term, as %s', (...words) => {
  const isOurs = words.includes('calRow');
  expect(words.filter((word) => (refusedName(word) === undefined) !== isOurs)).toEqual([]);
});

/** What stands in a tell block, or in a handler. */
const told = (lines: string) =>
  plain(`with timeout of 60 seconds\ntell application "Calendar"\n${lines}\nend tell\nend timeout`);
const plain = (lines: string) =>
  `property US : "x"\non run argv\n${lines}\nreturn ""\nend run\non other(n)\nreturn n\nend other\n`;

const NEW_EVENT = 'make new event at end of events of calendar 1 with properties';
const NEW_GUEST = 'make new attendee at end of attendees of event 1 of calendar 1 with properties';

/** By what is said of it: what Apple would not compile, would compile into something else, or none of our scripts may do. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  'has no property': ['set x to summary of calendar 1', 'set x to uid of calendar 1'],
  'has no elements': ['set x to name of attendee 1 of calendar 1', 'set x to uid of event 1'],
  'cannot be set': [
    'set uid of event 1 of calendar 1 to "x"',
    'set writable of calendar 1 to true',
    `${NEW_EVENT} {uid:"x"}`,
    `${NEW_GUEST} {email:"x"}`,
  ],
  'exactly one': [
    'delete every event of calendar 1',
    'delete events 1 thru 2 of calendar 1',
    'delete summary of event 1 of calendar 1',
    'delete calendar 1',
  ],
  'is a reference': ['set x to event 1 of calendar 1'],
  'by id': ['set x to name of calendar id "x"'],
  'list of lists': ['set x to uid of every event of every calendar'],
  'expected the events of': ['make new event at end of calendars with properties {summary:"x"}'],
  'expected the calendars of': [`${NEW_EVENT.replace('event', 'calendar')} {name:"x"}`],
  'expected "at end of"': ['make new event with properties {summary:"x"}'],
  'expected "with properties \\{"': [`${NEW_EVENT} summary:"x"`],
  'expected "thru"': ['set x to uid of events 1 of calendar 1'],
  // A filter, and terms that are hidden, obsolete, ambiguous, slow or refused by some versions.
  'expected the end of the line': ['set x to uid of every event of calendar 1 whose summary is "x"'],
  'cannot be a value': [
    'set x to properties of event 1 of calendar 1',
    'set x to title of calendar 1',
    'set x to tentative',
    // The language's own, which Calendar would be asked for.
    'set x to current date',
    'set x to item 1 of argv',
  ],
  'has no value here': ['set x to calendarIdentifier of calendar 1', 'set x to system info'],
  'elements are counted|is a word': ['set x to count of argv', 'set x to length of argv'],
  'cannot be a statement': [
    ...['move event 1 of calendar 1 to calendar 2', 'duplicate event 1 of calendar 1', 'launch'],
    ...['tell application "Calendar"\nend tell', 'repeat with i from 1 to 2\nend repeat'],
    'considering case\nend considering',
  ],
  'expected "\\("': ['activate', 'create calendar with name "x"'],
  'cannot be a variable': ['set my x to 1', 'set end of argv to 1', 'set summary to 1'],
  'a property of the script': ['set US to 1'],
  'called inside a tell block': ['set x to other(1)'],
  'cannot be an element': ['set x to summary of every open file alarm of event 1 of calendar 1'],
};

const PLAIN: Readonly<Record<string, readonly string[]>> = {
  'expected "then"': ['if 1 is 1\nend if', 'if true then\nelse if false\nend if'],
  'expected "end if"': ['if true then'],
  'expected "end timeout"': ['with timeout of 60 seconds\nend tell'],
  'expected "to"': ['set x too 1', 'set x'],
  'expected "[)}]"': ['set x to {1, 2', 'set x to (1'],
  'expected "number"': ['error "x" 7002'],
  'expected "with"': ['repeat 3\nend repeat'],
  'expected a value': ['set x to 1 +'],
  'term of the dictionary': ['set x to summary of event 1 of calendar 1', 'set summary to 1'],
  'word of the language': ['set second to 1', 'exit repeat', 'else', 'property X : 1', 'run script "1"'],
  'has no value here': ['set x to y', 'set x to do shell script "id"', 'set x to 1\nset x to fooBar'],
  'is a handler': ['set other to 1'],
  'are one name': ['set fooBar to 1\nset foobar to 2'],
  'no handler': ['set x to another(1)'],
  'takes 1 values': ['set x to other(1, 2)'],
  ASCII: ['set x to "é"', '-- é', 'if 1 ≥ 2 then return ""', 'set x to 1 \u00ac', 'set x to «class wrev»'],
  'the character': [
    'set x to "abc',
    'set x to "a\\nb"',
    'set x to 1.5',
    'if 1 != 1 then return ""',
    'set x = 1',
  ],
  'becomes a real': ['set x to 600000000'],
  // A date by the region of the user.
  'cannot be a value': ['set x to date "1 May 2026"'],
  'the end of the line': ['set x to 1 is 1 is true', 'set x to "a" & 1 as text', 'set x to 1 2'],
  'without a timeout': ['tell application "Calendar"\nend tell'],
  'killed before': ['with timeout of 300 seconds\nend timeout'],
  'cannot be a statement': ['with timeout of 60 seconds\ntell application "Finder"\nend tell\nend timeout'],
  'before properties': ['set US to 1', 'set my x to 1'],
};

describe.each([
  ['in a tell block', TOLD, told],
  ['in a handler', PLAIN, plain],
] as const)('is refused %s', (_, refused, script) => {
  const cases = Object.entries(refused).flatMap(([said, all]) => all.map((lines) => [lines, said] as const));
  it.each(cases)('%j: %s', (lines, said) => {
    expect(() => parseScript(script(lines))).toThrow(new RegExp(said));
  });
});
