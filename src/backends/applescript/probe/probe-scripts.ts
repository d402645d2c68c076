import { SCRIPT_SOURCES, type ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';

/** A handler as one of our scripts has it. */
function handler(name: string, script: ScriptName = 'read-events'): string {
  const found = new RegExp(`^on ${name}\\([^]*?^end ${name}$`, 'm').exec(SCRIPT_SOURCES[script])?.[0];
  if (found === undefined) throw new Error(`the script ${script} has no handler ${name}`);
  return `\n${found}\n`;
}

const SEPARATORS = `property US : character id 31
property RS : character id 30
property GS : character id 29
property CR : character id 13
property LF : character id 10
`;
const ADDRESS = handler('argFields') + handler('afterMark') + handler('calendarRow');
/** The end of an answer of one row. */
const LAST = 'US & RS & "END" & US & "1" & US & RS';

/** A script that finds its calendar from its first three fields, and answers with one row. */
function script(fields: number, body: string, ...handlers: readonly string[]): string {
  return `${SEPARATORS}
on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not ${fields} then error "another number of fields" number 7002
	set calRow to calendarRow(fieldList)
${body}
end run
${handlers.join('')}${ADDRESS}`;
}

function telling(name: string, parameters: string, lines: string, seconds = 60): string {
  const steps = lines
    .trim()
    .split('\n')
    .map((line) => `\t\t\t${line}`)
    .join('\n');
  return `
on ${name}(${parameters})
	with timeout of ${seconds} seconds
		tell application "Calendar"
${steps}
		end tell
	end timeout
`;
}

const EVENT = 'of event id evUid of calendar calRow';
const COLUMNS = {
  uid: 'uid',
  start: 'start date',
  end: 'end date',
  rule: 'recurrence',
  stamp: 'stamp date',
  title: 'summary',
  skips: 'excluded dates',
} as const;

/** Columns whose reading is timed; `none` is what a run costs by itself. */
export const TIMED_COLUMNS = ['none', ...Object.keys(COLUMNS)];

const columnLines = Object.entries(COLUMNS)
  .map(
    ([name, term]) =>
      `else if columnName is "${name}" then\n\tset gotColumn to ${term} of every event of calendar calRow`,
  )
  .join('\n');

/**
 * Scripts that only the doctor runs. They print numbers, kinds and, of events the doctor made itself, dates and rules;
 * never a text of anybody else's event. The same strict reader checks them as those that ship.
 */
export const PROBE_SOURCES = {
  /**
   * Do the separators and an argument come through as they are, and are separators found in texts? Unicode orders texts
   * as if there were none in them. Tells no application anything.
   */
  echo: `${SEPARATORS}
on run argv
	set cleanedText to cleanText("p" & US & "q" & RS & "r" & GS & "s" & CR & "t")
	set plainText to cleanText("plain")
	set seenText to "ignored"
	considering case
		if ("x" & US) is not "x" then set seenText to "seen"
	end considering
	return (item 1 of argv) & US & "a" & GS & "b" & GS & US & "x" & CR & "y" & US & plainText & cleanedText & US & seenText & ${LAST}
end run
${handler('cleanText')}${handler('replaceText')}`,
  /** The first question to Calendar: macOS asks for permission at it. */
  gate: `${SEPARATORS}
on run argv
	with timeout of 110 seconds
		tell application "Calendar"
			set total to count of calendars
		end tell
	end timeout
	return (total as text) & ${LAST}
end run
`,
  /** One column of all events. Field 4: which. */
  column: script(
    4,
    `	return (readColumn(calRow, item 4 of fieldList) as text) & ${LAST}`,
    `${telling(
      'readColumn',
      'calRow, columnName',
      `if columnName is "none" then
	set gotColumn to {}
${columnLines}
else
	error "unknown column" number 7002
end if`,
      110,
    )}	return count of gotColumn
end readColumn
`,
  ),
  /** The last event, by its row and by its uid. Field 4: row or uid. */
  resolve: script(
    4,
    `	set total to eventCount(calRow)
	if total is 0 then return "empty" & ${LAST}
	set evUid to uidAt(calRow, total)
	if (item 4 of fieldList) is "uid" then touchEvent(calRow, evUid)
	return "found" & ${LAST}`,
    `${telling('uidAt', 'calRow, evRow', 'set gotUid to uid of event evRow of calendar calRow')}	return gotUid
end uidAt
`,
    `${telling('touchEvent', 'calRow, evUid', `set gotStart to start date ${EVENT}`)}	return gotStart
end touchEvent
`,
    handler('eventCount'),
  ),
  /** An event of the doctor's own, in the raw. Field 4: uid. */
  raw: script(
    4,
    `	return ownEvent(calRow, item 4 of fieldList) & RS & "END" & US & "1" & US & RS`,
    `${telling(
      'ownEvent',
      'calRow, evUid',
      `set gotRule to recurrence ${EVENT}
set gotPlace to location ${EVENT}
set gotNotes to description ${EVENT}
set gotLink to url ${EVENT}
set gotStamp to stamp date ${EVENT}
set gotStart to start date ${EVENT}
set gotEnd to end date ${EVENT}
set gotAllDay to allday event ${EVENT}
set gotSkips to excluded dates ${EVENT}
set gotMinutes to trigger interval of every display alarm ${EVENT}`,
      110,
    )}	set ruleText to ""
	if gotRule is not missing value then set ruleText to gotRule
	set skipKind to "missing"
	set skipText to ""
	if gotSkips is not missing value then
		set skipKind to "list"
		set skipText to datesText(gotSkips)
	end if
	set kindText to kindOf(gotRule) & US & kindOf(gotPlace) & US & kindOf(gotNotes) & US & kindOf(gotLink) & US
	set timeText to dateText(gotStamp) & US & dateText(gotStart) & US & dateText(gotEnd) & US & boolText(gotAllDay) & US
	return kindText & ruleText & US & timeText & skipKind & US & skipText & US & minutesText(gotMinutes) & US
end ownEvent

on kindOf(v)
	if v is missing value then return "missing"
	if v is "" then return "empty"
	if v contains CR then return "carriage returns"
	return "text"
end kindOf

on minutesText(valueList)
	set s to ""
	repeat with i from 1 to count of valueList
		if (item i of valueList) is missing value then
			set s to s & "missing" & GS
		else
			set s to s & ((item i of valueList) as text) & GS
		end if
	end repeat
	return s
end minutesText
`,
    handler('datesText'),
    handler('dateText'),
    handler('boolText'),
  ),
  /** Makes a timed event of the doctor's own an all-day one. Field 4: uid. */
  'all-day': script(
    4,
    `	makeAllDay(calRow, item 4 of fieldList)
	return "done" & ${LAST}`,
    `${telling('makeAllDay', 'calRow, evUid', `set allday event ${EVENT} to true`)}end makeAllDay
`,
  ),
  /** Takes the rule of the doctor's own series away. Field 4: uid. */
  'no-rule': script(
    4,
    `	clearRule(calRow, item 4 of fieldList)
	return "done" & ${LAST}`,
    `${telling('clearRule', 'calRow, evUid', `set recurrence ${EVENT} to ""`)}end clearRule
`,
  ),
  /** Does a text that was just set read as the new one in the same run? Fields 4: uid  5: text. */
  'same-run': script(
    5,
    `	setPlace(calRow, item 4 of fieldList, item 5 of fieldList)
	if placeOf(calRow, item 4 of fieldList) is (item 5 of fieldList) then return "new" & ${LAST}
	return "old" & ${LAST}`,
    `${telling('setPlace', 'calRow, evUid, newText', `set location ${EVENT} to newText`)}end setPlace
`,
    `${telling('placeOf', 'calRow, evUid', `set gotPlace to location ${EVENT}`)}	return gotPlace
end placeOf
`,
  ),
  /** An alarm at a fixed date. Fields 4: uid  5..8: year, month, day, second of the day. */
  'dated-alarm': script(
    8,
    `	set alarmDate to dateOf(fieldList, 5)
	addDated(calRow, item 4 of fieldList, alarmDate)
	return "done" & ${LAST}`,
    `${telling(
      'addDated',
      'calRow, evUid, alarmDate',
      `make new display alarm at end of display alarms ${EVENT} with properties {trigger date:alarmDate}`,
    )}end addDated
`,
    handler('dateOf', 'create-event'),
  ),
  /** Deletes an event of the doctor's own. Field 4: uid. */
  remove: script(
    4,
    `	removeEvent(calRow, item 4 of fieldList)
	return "done" & ${LAST}`,
    handler('removeEvent', 'delete-event'),
  ),
} as const;

export type ProbeScript = keyof typeof PROBE_SOURCES;
