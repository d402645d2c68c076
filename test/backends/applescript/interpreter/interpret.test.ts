import { describe, expect, it } from 'vitest';
import { SimulatedCalendar } from '../simulated/simulated-calendar.js';
import { emptyCalendar } from '../simulated/simulated-state.js';
import { runScript } from './interpret.js';
import { parseScript } from './parse.js';

const NOW = Date.UTC(2026, 0, 31, 12);

/** What a script of these lines gives, on a Calendar of two calendars and no events. */
function run(...lines: readonly string[]): string {
  const body = lines.map((line) => `\t${line}\n`).join('');
  const source = `property AA : character id 65\n\non run argv\n${body}end run\n`;
  const calendar = new SimulatedCalendar(emptyCalendar(['Work', 'Home']));
  return runScript(parseScript(source), ['=a', '=b'], calendar, { now: NOW }).output;
}

/** The lines, told to Calendar. */
function told(...lines: readonly string[]): readonly string[] {
  return ['with timeout of 60 seconds', 'tell application "Calendar"', ...lines, 'end tell', 'end timeout'];
}

describe('what AppleScript does, the interpreter does', () => {
  it.each([
    ['a list begins where no text does', ['set x to 1 & "a"', 'return (count of x) as text'], '2'],
    ['a text takes a number along', ['return "a" & 1'], 'a1'],
    ['a text takes a list along as text', ['return "a" & {"b", "c"}'], 'abc'],
    ['texts are equal in any case', ['if "A" is "a" then return "same"', 'return "other"'], 'same'],
    ['texts contain others in any case', ['if "xA" contains "a" then return "so"', 'return "not"'], 'so'],
    [
      'unless case is considered',
      ['considering case', 'if "A" is "a" then return "same"', 'end considering', 'return "other"'],
      'other',
    ],
    ['a number is no text', ['if 1 is "1" then return "same"', 'return "other"'], 'other'],
    [
      'lists are shared',
      ['set x to {1}', 'set y to x', 'set end of y to 2', 'return (count of x) as text'],
      '2',
    ],
    [
      'dates are shared',
      ['set x to current date', 'set y to x', 'set day of y to 1', 'return (day of x) as text'],
      '1',
    ],
    [
      'a day that a month does not have is one of the next',
      ['set d to current date', 'set month of d to 2', 'return ((month of d) as integer) as text'],
      '3',
    ],
    [
      'a loop over a list ends where the list ended',
      [
        'set x to {1}',
        'repeat with v in x',
        'set end of x to 2',
        'end repeat',
        'return (count of x) as text',
      ],
      '2',
    ],
    [
      'a loop has its last value behind it',
      ['repeat with i from 1 to 3', 'end repeat', 'return i as text'],
      '3',
    ],
    [
      'nothing has no properties, and that is no error',
      [...told('set x to uid of every event of calendar 1'), 'return (count of x) as text'],
      '0',
    ],
  ])('%s', (_, lines, output) => {
    expect(run(...lines)).toBe(output);
  });

  it.each([
    ['a row that is not there', [...told('set x to uid of event 1 of calendar 1'), 'return ""'], -1719],
    ['a uid that is not there', [...told('set x to uid of event id "x" of calendar 1'), 'return ""'], -1728],
    ['an item that is not there', ['return item 3 of argv'], -1728],
    ['a text that is too short', ['return text 2 thru -1 of "a"'], -1728],
    ['an empty text as a number', ['return ("" as integer) as text'], -1700],
    ['a text as a condition', ['if "yes" then return ""', 'return ""'], -1700],
    ['a value that was never set', ['if false then set x to 1', 'return x'], -2753],
  ])('%s is an error', (_, lines, number) => {
    expect(() => run(...lines)).toThrow(expect.objectContaining({ name: 'ScriptError', number }));
  });
});

describe('what works by chance, or on some Macs only, is refused', () => {
  it.each([
    ['a list as the answer', ['return 1 & "a"']],
    ['a number as the answer', ['return 1']],
    ['nothing as the answer', ['set x to 1']],
    ['a date as text', ['return (current date) as text']],
    ['a month as text', ['return (month of (current date)) as text']],
    ['a month as a number', ['if (month of (current date)) is 1 then return ""', 'return ""']],
    ['missing value as text', ['return missing value as text']],
    ['true as text', ['return true as text']],
    ['a large number as text', ['set x to 500000000 * 2', 'return x as text']],
    ['a large number from text', ['return ("600000000" as integer) as text']],
    [
      'a loop variable compared',
      ['repeat with v in argv', 'if v is "=a" then return ""', 'end repeat', 'return ""'],
    ],
    [
      'a loop variable that begins a text',
      ['repeat with v in argv', 'return v & "x"', 'end repeat', 'return ""'],
    ],
    ['two lists compared', ['if {1} is {1} then return ""', 'return ""']],
    [
      'letters that part a text',
      ["set AppleScript's text item delimiters to AA", 'set x to text items of "bab"', 'return ""'],
    ],
    ['an enumerator as text', [...told('set x to none'), 'return x as text']],
  ])('%s', (_, lines) => {
    expect(() => run(...lines)).toThrow(expect.objectContaining({ name: 'TrapError' }));
  });
});
