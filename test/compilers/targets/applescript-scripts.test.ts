import { describe, expect, it } from 'vitest';
import { SCRIPT_SOURCES } from '../../../compilers/targets/applescript/script-sources.js';
import { CLASSES, LANGUAGE_WORDS } from '../../backends/applescript/interpreter/dictionary.js';
import { parseScript } from '../../backends/applescript/interpreter/parse.js';
import { refusedName } from '../../backends/applescript/interpreter/terms.js';

const SCRIPTS = Object.entries(SCRIPT_SOURCES);

describe.each(SCRIPTS)('%s', (_, source) => {
  it('is of the subset, and of the dictionary', () => {
    expect(parseScript(source).handlers.has('run')).toBe(true);
  });

  it('is ASCII with tabs and line feeds, below 60 kB', () => {
    expect(source).toMatch(/^[\x20-\x7e\t\n]*$/);
    expect(source.length).toBeLessThan(60_000);
  });

  it('holds no way to run or to build code', () => {
    expect(source).not.toMatch(/do shell|run script|load script|system events|«|\\u|osascript -e/i);
  });
});

describe('a name of ours', () => {
  it.each(['summary', 'status', 'start', 'Date', 'STARTS', 'second', 'alarm', 'day', 'name'])(
    'is never %s',
    (word) => {
      expect(refusedName(word)).toBeDefined();
    },
  );

  it('may be what is no word of the language and no term', () => {
    for (const word of ['calRow', 'evUid', 'fieldList', 'US', 'd', 'pos'])
      expect(refusedName(word)).toBeUndefined();
    expect(LANGUAGE_WORDS.size).toBeGreaterThan(150);
    expect(Object.keys(CLASSES)).toHaveLength(8);
  });
});

/** A script of one statement inside a tell block, or outside of one. */
function told(...lines: readonly string[]): string {
  const inside = lines.map((line) => `\t\t\t${line}`).join('\n');
  return `on run argv\n\twith timeout of 60 seconds\n\t\ttell application "Calendar"\n${inside}\n\t\tend tell\n\tend timeout\n\treturn ""\nend run\n`;
}

function plain(...lines: readonly string[]): string {
  return `on run argv\n${lines.map((line) => `\t${line}`).join('\n')}\n\treturn ""\nend run\n`;
}

const NEW_EVENT = 'make new event at end of events of calendar 1 with properties ';

describe('what Apple would not compile, or would compile into something else, is refused', () => {
  it.each([
    ['a missing then', plain('if 1 is 1', 'end if'), /expected "then"/],
    [
      'a block that is not closed',
      'on run argv\n\tif true then\n\treturn ""\nend run\n',
      /expected "end if"/,
    ],
    [
      'a record that is not closed',
      told('make new event at end of events of calendar 1 with properties {summary:"x"'),
      /expected "}"/,
    ],
    ['a text that is not closed', plain('set x to "abc'), /not closed/],
    ['"too" for "to"', plain('set x too 1'), /expected "to"/],
    [
      'the end of another block',
      'on run argv\n\twith timeout of 60 seconds\n\tend tell\n\treturn ""\nend run\n',
      /expected "end timeout"/,
    ],
    ['"all day event"', told('set x to all day event of event 1 of calendar 1'), /no value|expected/],
    [
      'a term outside a tell block',
      plain('set x to summary of event 1 of calendar 1'),
      /term of the dictionary/,
    ],
    ['a property of another class', told('set x to summary of calendar 1'), /has no property/],
    ['elements that are not there', told('set x to name of attendee 1 of calendar 1'), /no elements/],
    ['setting what cannot be set', told('set uid of event 1 of calendar 1 to "x"'), /cannot be set/],
    [
      'making with what cannot be set',
      told('make new event at end of events of calendar 1 with properties {uid:"x"}'),
      /cannot be set/,
    ],
    [
      'making in the wrong place',
      told('make new event at end of calendars with properties {summary:"x"}'),
      /expected the events/,
    ],
    ['deleting everything', told('delete every event of calendar 1'), /exactly one/],
    ['deleting a property', told('delete summary of event 1 of calendar 1'), /exactly one/],
    ['an object instead of its property', told('set x to event 1 of calendar 1'), /without a property/],
    ['the id of a calendar', told('set x to name of calendar id "x"'), /by id/],
    ['the uid of a calendar', told('set x to uid of calendar 1'), /has no property/],
    ['properties of anything', told('set x to properties of event 1 of calendar 1'), /"properties"/],
    ['a filter', told('set x to uid of every event of calendar 1 whose summary is "x"'), /whose/],
    ['the doubtful word', told('set status of event 1 of calendar 1 to tentative'), /two codes/],
    ['a date as text', plain('set x to date "1 May 2026"'), /region/],
    ['the clock inside a tell block', told('set x to current date'), /sent to Calendar/],
    ['a list inside a tell block', told('set x to item 1 of argv'), /sent to Calendar/],
    ['a count of ours inside a tell block', told('set x to count of argv'), /of elements/],
    [
      'a handler inside a tell block',
      `${told('set x to other(1)')}\non other(n)\n\treturn n\nend other\n`,
      /inside a tell block/,
    ],
    [
      'a tell block without a timeout',
      'on run argv\n\ttell application "Calendar"\n\tend tell\n\treturn ""\nend run\n',
      /without a timeout/,
    ],
    [
      'another application',
      plain('with timeout of 60 seconds', 'tell application "Finder"', 'end tell', 'end timeout'),
      /only Calendar/,
    ],
    ['a shell', plain('do shell script "id"'), /no shell|no script/],
    ['a script in a script', plain('run script "1"'), /no script/],
    ['a variable that is not set', plain('set x to y'), /no value/],
    ['a variable called like a term', plain('set summary to 1'), /term of the dictionary/],
    ['a variable called like a word', plain('set second to 1'), /word of the language/],
    ['a handler that is not there', plain('set x to other(1)'), /no handler/],
    [
      'a handler with other values',
      `${plain('set x to other(1, 2)')}\non other(n)\n\treturn n\nend other\n`,
      /takes 1/,
    ],
    ['a handler that nobody calls', `${plain()}\non other(n)\n\treturn n\nend other\n`, /never called/],
    ['a letter that is not ASCII', plain('set x to "é"'), /ASCII/],
    ['a letter that is not ASCII in a comment', plain('-- é'), /ASCII/],
    ['the comparison sign', plain('if 1 ≥ 2 then return ""'), /ASCII/],
    ['a real number', plain('set x to 1.5'), /character/],
    ['two comparisons in a row', plain('if 1 is 1 is true then return ""'), /in a row/],
    ['"as" behind an operator', plain('set x to "a" & 1 as text'), /parentheses/],
    ['deleting a calendar', told('delete calendar 1'), /never deleted/],
    [
      'a calendar in a calendar',
      told('make new calendar at end of events of calendar 1 with properties {name:"x"}'),
      /expected the calendars/,
    ],
    [
      'a new attendee',
      told('make new attendee at end of attendees of event 1 of calendar 1 with properties {email:"x"}'),
      /cannot be set/,
    ],
    ['the obsolete command for new calendars', told('create calendar with name "x"'), /expected "\("|name/],
    ['the hidden name of a calendar', told('set x to title of calendar 1'), /"title"/],
    ['the newer id of a calendar', told('set x to calendarIdentifier of calendar 1'), /calendarIdentifier/],
    ['properties of a calendar', told('set x to properties of calendar 1'), /"properties"/],
    ['making a calendar writable', told('set writable of calendar 1 to true'), /cannot be set/],
    ['moving an event', told('move event 1 of calendar 1 to calendar 2'), /"move"/],
    ['copying an event', told('duplicate event 1 of calendar 1'), /"duplicate"/],
    ['starting the application', told('launch'), /"launch"/],
    ['bringing it to the front', told('activate'), /"activate"/],
    ['a variable of the script inside a tell block', told('set my x to 1'), /"my" inside/],
    ['a loop inside a tell block', told('repeat with i from 1 to 2', 'end repeat'), /loop inside/],
    ['a list that grows inside a tell block', told('set end of argv to 1'), /list is changed inside/],
    ['considering inside a tell block', told('considering case', 'end considering'), /inside a tell/],
    [
      'a handler inside "considering"',
      `${plain('considering case', 'set x to other(1)', 'end considering')}\non other(n)\n\treturn n\nend other\n`,
      /inside "considering"/,
    ],
    [
      'a timeout that is longer than the program lives',
      plain('with timeout of 300 seconds', 'tell application "Calendar"', 'end tell', 'end timeout'),
      /killed before/,
    ],
    [
      'a tell block inside a tell block',
      told('tell application "Calendar"', 'end tell'),
      /tell block inside a tell block/,
    ],
    ['making without a place', told('make new calendar with properties {name:"x"}'), /expected "at end of"/],
    [
      'making a property that is not there',
      told('make new calendar at end of calendars with properties {summary:"x"}'),
      /cannot be set/,
    ],
    ['a system command', told('set x to system info'), /no value|expected/],
    ['a line that goes on', plain('set x to 1 \u00ac', '+ 2'), /ASCII/],
    ['a raw code', told('set x to «class wrev» 1'), /ASCII/],
    ['leaving a loop that is none', plain('exit repeat'), /word of the language/],
    ['an escape that is none', plain('set x to "a\\qb"'), /escape/],
    ['an escape that is a line end', plain('set x to "a\\nb"'), /escape/],
    ['two names that differ in case', plain('set fooBar to 1', 'set foobar to 2'), /are one name/],
    [
      'a variable called like a handler',
      `${plain('set other to other(1)')}\non other(n)\n\treturn n\nend other\n`,
      /is a handler/,
    ],
    [
      'a property called like a handler',
      `property other : 1\n${plain('set x to other(1)')}\non other(n)\n\treturn n\nend other\n`,
      /is a handler/,
    ],
    [
      'two parameters of one name',
      `${plain('set x to other(1, 2)')}\non other(n, n)\n\treturn n\nend other\n`,
      /two parameters/,
    ],
    ['a property that is there twice', `property US : 1\nproperty US : 2\n${plain()}`, /there twice/],
    ['a property that is given twice', told(`${NEW_EVENT}{summary:"x", summary:"y"}`), /there twice/],
    ['lists of lists', told('set x to uid of every event of every calendar'), /list of lists/],
    [
      'an answer of a guest as the status of an event',
      told('set status of event 1 of calendar 1 to accepted'),
      /no value of "status"/,
    ],
    [
      'making with a value of another property',
      told(`${NEW_EVENT}{status:accepted}`),
      /no value of "status"/,
    ],
    [
      'a loop on the line of its condition',
      plain('if true then repeat while true', 'end repeat'),
      /on the line/,
    ],
    ['a number that is no whole one', plain('set x to 600000000'), /becomes a real/],
    ['a variable called like a class', plain('set boolean to 1'), /word of the language/],
    ['a variable called like a part of a list', plain('set rest to 1'), /word of the language/],
    ['a variable called like a command', plain('set delay to 1'), /word of the language/],
    ['a variable called like a month', plain('set may to 1'), /word of the language/],
    ['a list that is not closed', plain('set x to {1, 2'), /expected "}"/],
    ['a parenthesis that is not closed', plain('set x to (1'), /expected "\)"/],
    ['"else" without "if"', plain('else'), /word of the language/],
    ['"else if" without "then"', plain('if true then', 'else if false', 'end if'), /expected "then"/],
    ['"else" twice', plain('if true then', 'else', 'else', 'end if'), /word of the language|expected/],
    ['"=" for "to"', plain('set x = 1'), /character =/],
    ['a value that is missing', plain('set x to 1 +'), /expected a value/],
    ['an error without "number"', plain('error "x" 7002'), /expected "number"/],
    ['a call without parentheses', plain('set x to other 1'), /no value/],
    ['properties without braces', told(`${NEW_EVENT}summary:"x"`), /expected "with properties {"/],
    ['a statement outside a handler', `set x to 1\n${plain()}`, /expected "on"/],
    ['a handler in a handler', plain('on other(n)', 'end other'), /word of the language/],
    ['a property in a handler', plain('property X : 1'), /word of the language/],
    ['a loop with a number only', plain('repeat 3', 'end repeat'), /expected "with"/],
    ['two statements in a line', plain('set x to 1; set y to 2'), /character ;/],
    ['"!=" for "is not"', plain('if 1 != 1 then return ""'), /character !/],
    ['a number of many', told('set x to uid of events 1 of calendar 1'), /expected "thru"/],
    ['deleting a range', told('delete events 1 thru 2 of calendar 1'), /exactly one/],
    ['a range outside a tell block', plain('set x to uid of events 1 thru 2 of calendar 1'), /term of the/],
    ['a property without "of"', told('set x to uid event 1 of calendar 1'), /expected "of"/],
    [
      'a property of a property',
      told('set x to uid of summary of event 1 of calendar 1'),
      /term|no property/,
    ],
    [
      'an alarm that opens files',
      told(
        'make new open file alarm at end of open file alarms of event 1 of calendar 1 with properties {trigger interval:1}',
      ),
      /not allowed/,
    ],
  ])('%s', (_, source, message) => {
    expect(() => parseScript(source)).toThrow(message);
  });
});
