import { describe, expect, it } from 'vitest';
import { SCRIPT_SOURCES, type ScriptName } from '../../compilers/targets/applescript/script-sources.js';
import { SCENARIOS } from './scenarios.js';

/** A trap that scripts of others fell into, as a change of ours. Every script that holds the text is changed. */
const MUTANTS: Readonly<Record<string, readonly [string | RegExp, string]>> = {
  'the day is not set to 1 first': ['\tset day of d to 1\n', ''],
  'the month is set before the year': [
    '\tset day of d to 1\n\tset year of d to y\n\tset month of d to m\n',
    '\tset day of d to dd\n\tset month of d to m\n\tset year of d to y\n',
  ],
  'alarms count in seconds': ['{trigger interval:alarmMinutes}', '{trigger interval:alarmMinutes * 60}'],
  'alarms come after the start': ['{trigger interval:alarmMinutes}', '{trigger interval:0 - alarmMinutes}'],
  'the first alarm goes instead of the named one': [
    'is alarmMinutes then set alarmRow to i',
    'is not 1000000 then set alarmRow to 1',
  ],
  'no END row': ['set end of outRows to "END"', 'set end of outRows to "DONE"'],
  'a wrong count in the END row': ['"END" & US & (total as text)', '"END" & US & "0"'],
  'a row end is left in texts': ['if s contains RS then', 'if s contains "never" then'],
  'a field end is left in texts': ['if s contains US then', 'if s contains "never" then'],
  'a list end is left in texts': ['if s contains GS then', 'if s contains "never" then'],
  'carriage returns are left in texts': ['if s contains CR then', 'if s contains "never" then'],
  'no guard': ['if nowText is not (item 6 of fieldList) then', 'if false then'],
  'a guard that ignores case': [
    /considering case\n(\t\tif nowText .*\n)\tend considering/,
    'if true then\n$1\tend if',
  ],
  'calendars found in any case': [
    /\tconsidering case\n(\t\trepeat with i from 1 to count of calNames\n[\s\S]*?\t\tend repeat\n)\tend considering/,
    '\tif true then\n$1\tend if',
  ],
  'calendars found by the first row': [
    'if seenCount is wantedTurn then set foundRow to i',
    'set foundRow to 1',
  ],
  'the number of namesakes is not checked': [' or seenCount is not twinCount', ''],
  'a row is believed without its uid': ['if seenUid is evUid then return hintRow', 'return hintRow'],
  'an event that is nowhere is the first': ['set matchRow to 0', 'set matchRow to 1'],
  'rows may shift while one is read': ['if lastUid is not evUid then', 'if false then'],
  'columns of different lengths': [/\tif \(count of my colStart\) is not total or .*\n/, ''],
  'read-only calendars are tried': ['if canWrite is false then', 'if false then'],
  'a half-made event stays': ['\t\t\tremoveEvent(calRow, newUid)\n', '\t\t\tset kept to removeEvent\n'],
  'a half-made event stays, unsaid': ['\t\t\tremoveEvent(calRow, newUid)\n', '\t\t\tset total to 0\n'],
  'the mark stays on arguments': ['return text 2 thru -1 of rawText', 'return text 1 thru -1 of rawText'],
  'the mark takes a letter along': ['return text 2 thru -1 of rawText', 'return text 3 thru -1 of rawText'],
  'continued arguments replace their beginning': [
    '(item lastField of fieldList) & afterMark(rawText)',
    'afterMark(rawText)',
  ],
  'start and end are exchanged': [
    'start date:newStart, end date:newEnd',
    'start date:newEnd, end date:newStart',
  ],
  'the end is set as the start': [
    /set end date of (event id evUid of calendar calRow) to newDate/,
    'set start date of $1 to newDate',
  ],
  'all-day is not set': ['allday event:isAllDay', 'allday event:false'],
  'notes go to the place': ['set description of event id', 'set location of event id'],
  'cancelled becomes confirmed': [/set status of (.*) to cancelled/, 'set status of $1 to confirmed'],
  'declined reads as accepted': ['then return "declined"', 'then return "accepted"'],
  'confirmed reads as cancelled': ['then return "confirmed"', 'then return "cancelled"'],
  'names and addresses of people are exchanged': [
    'listText(guestMails) & US & listText(guestNames)',
    'listText(guestNames) & US & listText(guestMails)',
  ],
  'excluded dates: only the last': ['set end of dateList to dateOf', 'set dateList to dateOf'],
  'excluded dates: one step too short': ['(j - 1) * 4', '(j - 1) * 3'],
  'dates without seconds': ['((time of d) as text)', '(((time of d) div 60 * 60) as text)'],
  'the window of a day instead of the time': ['set time of d to t\n', ''],
  'whole references instead of items': ['cleanText(contents of v)', 'cleanText(v)'],
  'rows written by number, not by uid': [/(set (?:summary|start date|end date) of event) id evUid/, '$1 1'],
  'enumerators as text': [
    /set s to s & guestStateText\(contents of guestState\) & GS/,
    'set s to s & ((contents of guestState) as text) & GS',
  ],
  'a date literal': ['set d to current date', 'set d to date "1/1/2026"'],
  'the current date inside a tell block': [
    'set calNames to name of every calendar',
    'set calNames to current date',
  ],
  'a filter inside Calendar': [
    'uid of every event of calendar calRow',
    'uid of (every event of calendar calRow whose uid is "x")',
  ],
  'no timeout': [
    /\twith timeout of 60 seconds\n(\t\ttell application "Calendar"\n\t\t\tset canWrite[\s\S]*?\t\tend tell\n)\tend timeout\n/,
    '$1',
  ],
  'the ids of calendars': ['set calNames to name of every calendar', 'set calNames to uid of every calendar'],
  'one Apple event for every calendar': [
    'set canWrite to writable of calendar calRow',
    'set canWrite to writable of every calendar',
  ],
  'each column asked twice': [
    'set gotStamp to stamp date of every event of calendar calRow\n',
    'set gotStamp to stamp date of every event of calendar calRow\n\t\t\tset gotStamp to stamp date of every event of calendar calRow\n',
  ],
  'each event asked twice': [
    'set lastUid to uid of event evRow of calendar calRow\n',
    'set lastUid to uid of event evRow of calendar calRow\n\t\t\tset lastUid to uid of event evRow of calendar calRow\n',
  ],
  'an accent in the source': ['error "event changed"', 'error "événement"'],
  'a handler of ours told to Calendar': [
    'set canWrite to writable of calendar calRow',
    'set canWrite to boolText(true)',
  ],
};

function mutated([from, to]: readonly [string | RegExp, string]): Partial<Record<ScriptName, string>> {
  const changed: Partial<Record<ScriptName, string>> = {};
  for (const [name, source] of Object.entries(SCRIPT_SOURCES)) {
    const next =
      typeof from === 'string' ? source.replaceAll(from, to) : source.replace(new RegExp(from, 'g'), to);
    if (next !== source) changed[name as ScriptName] = next;
  }
  return changed;
}

async function failures(
  sources: Partial<Record<ScriptName, string>>,
  enough = 1,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    try {
      await scenario(sources);
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : 'failed'}`);
      if (failed.length >= enough) break;
    }
  }
  return failed;
}

describe('the scripts as they are', () => {
  it.each(Object.entries(SCENARIOS))('%s', async (_, scenario) => scenario({}));
});

describe('a script with a known mistake is found', () => {
  it.each(Object.entries(MUTANTS))('%s', async (_, mutant) => {
    const sources = mutated(mutant);
    expect(Object.keys(sources)).not.toEqual([]);
    expect(await failures(sources)).not.toEqual([]);
  });
});
