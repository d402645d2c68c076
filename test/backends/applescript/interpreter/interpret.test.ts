import { expect, it } from 'vitest';
import { SimulatedCalendar } from '../simulated/simulated-calendar.js';
import { emptyCalendar } from '../simulated/simulated-state.js';
import { runScript } from './interpret.js';
import { parseScript } from './parse.js';

/** What a script of these lines gives on the last of January, on a Calendar of two calendars and no events. */
function run(lines: string): string {
  const source = `property AA : character id 65\non run argv\n${lines}\nend run\non other(n)\nreturn n\nend other\n`;
  const calendar = new SimulatedCalendar(emptyCalendar(['Work', 'Home']));
  return runScript(parseScript(source), ['=a', '=b'], calendar, { now: Date.UTC(2026, 0, 31, 12) }).output;
}

/** A line, told to Calendar, and one behind it. */
const told = (line: string, last = 'return ""') =>
  `with timeout of 60 seconds\ntell application "Calendar"\n${line}\nend tell\nend timeout\n${last}`;
const COUNT = 'return (count of x) as text';
const SAME = 'if "A" is "a" then return "same"';

it.each([
  ['a list begins where no text does', `set x to 1 & "a"\n${COUNT}`, '2'],
  ['a text takes a number along', 'return "a" & 1', 'a1'],
  ['a text takes a list along as text', 'return "a" & {"b", "c"}', 'abc'],
  ['texts are equal in any case', `${SAME}\nreturn "other"`, 'same'],
  ['unless case is considered', `considering case\n${SAME}\nend considering\nreturn "other"`, 'other'],
  ['texts contain others in any case', 'if "xA" contains "a" then return "so"\nreturn "not"', 'so'],
  ['a number is no text', 'if 1 is "1" then return "same"\nreturn "other"', 'other'],
  ['lists are shared', `set x to {1}\nset y to x\nset end of y to 2\n${COUNT}`, '2'],
  [
    'dates are shared',
    'set x to current date\nset y to x\nset day of y to 1\nreturn (day of x) as text',
    '1',
  ],
  [
    'a day that a month does not have is one of the next',
    'set d to current date\nset month of d to 2\nreturn ((month of d) as integer) as text',
    '3',
  ],
  [
    'a loop over a list ends where the list ended',
    `set x to {1}\nrepeat with v in x\nset end of x to 2\nend repeat\n${COUNT}`,
    '2',
  ],
  ['a loop has its last value behind it', 'repeat with i from 1 to 3\nend repeat\nreturn i as text', '3'],
  ['operators bind as in arithmetic', 'return ((2 + 3 * (5 - 1)) mod 4) as text', '2'],
  ['nothing has no properties: no error', told('set x to uid of every event of calendar 1', COUNT), '0'],
])('%s', (_, lines, output) => {
  expect(run(lines)).toBe(output);
});

it.each([
  ['a row that is not there', told('set x to uid of event 1 of calendar 1'), -1719],
  ['a uid that is not there', told('set x to uid of event id "x" of calendar 1'), -1728],
  ['an item that is not there', 'return item 3 of argv', -1728],
  ['a text that is too short', 'return text 2 thru -1 of "a"', -1728],
  ['an empty text as a number', 'return ("" as integer) as text', -1700],
  ['a text as a condition', 'if "yes" then return ""\nreturn ""', -1700],
  ['a value that was never set', 'if false then set x to 1\nreturn x', -2753],
])('%s is an error', (_, lines, number) => {
  expect(() => run(lines)).toThrow(expect.objectContaining({ name: 'ScriptError', number }));
});

it.each([
  ['a list as the answer', 'return 1 & "a"'],
  ['a number as the answer', 'return 1'],
  ['nothing as the answer', 'set x to 1'],
  ['a date as text', 'return (current date) as text'],
  ['a month as text', 'return (month of (current date)) as text'],
  ['a month as a number', 'if (month of (current date)) is 1 then return ""\nreturn ""'],
  ['missing value as text', 'return missing value as text'],
  ['true as text', 'return true as text'],
  ['a large number as text', 'set x to 500000000 * 2\nreturn x as text'],
  ['a large number from text', 'return ("600000000" as integer) as text'],
  ['a loop variable compared', 'repeat with v in argv\nif v is "=a" then return ""\nend repeat\nreturn ""'],
  ['a loop variable that begins a text', 'repeat with v in argv\nreturn v & "x"\nend repeat\nreturn ""'],
  ['two lists compared', 'if {1} is {1} then return ""\nreturn ""'],
  ['letters that part a text', 'set AppleScript\'s text item delimiters to AA\nset x to text items of "bab"'],
  ['a handler inside "considering"', 'considering case\nreturn other("x")\nend considering'],
  ['an enumerator as text', told('set x to none', 'return x as text')],
])('%s works by chance, or on some Macs only, and is refused', (_, lines) => {
  expect(() => run(lines)).toThrow(expect.objectContaining({ name: 'TrapError' }));
});
