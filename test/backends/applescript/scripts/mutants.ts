/** What is changed in every script that holds it, and into what. */
export type Mutation = readonly [string | RegExp, string];

/** The traps that scripts of this kind are known to fall into, each with mistakes in our scripts that fall into it. */
export const TRAPS: Readonly<Record<string, Readonly<Record<string, Mutation>>>> = {
  'dates carry over: 31 in a month of 30 days becomes the first of the next': {
    'the day is not set to 1 first': ['\tset day of d to 1\n', ''],
    'the month before the year': [/\tset day of d to 1\n(.*y\n)(.*m\n)/, '\tset day of d to dd\n$2$1'],
    'the day before the month': [/(\tset month of d to m\n)(.*dd\n)/, '$2$1'],
    'the window of a day instead of the time': ['set time of d to t\n', ''],
  },
  'dates as text are read and written by the region of the user': {
    'a date literal': ['set d to current date', 'set d to date "1/1/2026"'],
    'a date as text': ['((year of d) as text) & "-"', '(d as text) & "-"'],
    'a month as text': ['(((month of d) as integer) as text)', '((month of d) as text)'],
    'a month compared with a number': ['((month of d) as integer) is not m', '(month of d) is not m'],
    'dates without seconds': ['((time of d) as text)', '(((time of d) div 60 * 60) as text)'],
  },
  'inside a tell block everything is asked of the application': {
    'the current date inside a tell block': [
      'calNames to name of every calendar',
      'calNames to current date',
    ],
    'a handler of ours told to Calendar': ['writable of calendar calRow', 'boolText(true)'],
    'an item of a list told to Calendar': ['uid of event listedRow of calendar calRow', 'item 1 of evUid'],
  },
  'alarms count in minutes, negative before the start': {
    'alarms count in seconds': ['interval:alarmMinutes}', 'interval:alarmMinutes * 60}'],
    'alarms come after the start': ['interval:alarmMinutes}', 'interval:0 - alarmMinutes}'],
  },
  'an answer that was cut off looks like a short one': {
    'no END row': ['set end of outRows to "END"', 'set end of outRows to "DONE"'],
    'a wrong count in the END row': ['"END" & US & (total as text)', '"END" & US & "0"'],
  },
  'texts of events can hold what separates fields': {
    'a row end is left in texts': ['if s contains RS then', 'if s contains "never" then'],
    'a field end is left in texts': ['if s contains US then', 'if s contains "never" then'],
    'a list end is left in texts': ['if s contains GS then', 'if s contains "never" then'],
    'carriage returns are left in texts': ['if s contains CR then', 'if s contains "never" then'],
  },
  'what has no value is missing value, or an empty text': {
    'missing value as text': ['\tif v is missing value then return ""\n', ''],
    'a date that is missing': ['\tif d is missing value then return ""\n', ''],
    'excluded dates that are missing': ['\tif dateList is missing value then return s\n', ''],
    'a status that is missing': ['\tif someState is missing value then return "none"\n', ''],
  },
  'an event changes between a look and a write': {
    'no guard': ['if nowText is not (item 5 of fieldList) then', 'if false then'],
    'a guard that ignores case': [
      /considering case\n(\t\tif nowText .*\n\tend )considering/,
      'if true then\n$1if',
    ],
  },
  'rows move: events are known by their uids': {
    'a row is believed without its uid': ['if seenUid is evUid then return', 'return'],
    'an event that is nowhere is the first': ['set matchRow to 0', 'set matchRow to 1'],
    'rows may shift while one is read': ['if lastUid is not evUid then', 'if false then'],
    'rows may shift between columns': [
      'if (item i of rangeUids) is not (item i of lastUids) then',
      'if false then',
    ],
    'rows may shift between ranges': ['if (item 1 of rangeRows) is not lastText then', 'if false then'],
    'a range begins where the last one ends': ['if i is greater than doneRow then set end', 'set end'],
    'rows written by number, not by uid': [/(set (?:summary|start date|end date) of event) id evUid/, '$1 1'],
  },
  'several events have one uid': {
    'the last of them is taken': [/\tif matchCount is greater than 1 then .*\n/, ''],
  },
  'calendars have no identifier, and their names are neither unique nor of one case': {
    'the ids of calendars': ['calNames to name', 'calNames to uid'],
    'the newer word for them': ['calNames to name', 'calNames to calendarIdentifier'],
    'calendars found in any case': [
      /considering case\n(\t\trepeat with i from 1 to count of calNames[\s\S]*?\tend )considering/,
      'if true then\n$1if',
    ],
    'calendars found by the first row': [
      'if seenCount is wantedTurn then set foundRow to i',
      'set foundRow to 1',
    ],
    'the number of namesakes is not checked': [' or seenCount is not twinCount', ''],
    'a calendar is deleted': ['set canWrite to writable of calendar calRow', 'delete calendar calRow'],
  },
  'calendars that cannot be changed do not always say so': {
    'read-only calendars are tried': ['if canWrite is false then', 'if false then'],
  },
  'a write can fail half-way': {
    'a half-made event stays': [/delete (event id newUid of calendar calRow)/, 'set summary of $1 to "x"'],
    'a half-made event stays, unsaid': [
      /\ton error errText[\s\S]*?errNumber\n(?=\tend try\n\treturn "NEW")/,
      '',
    ],
  },
  'arguments that are empty or begin with a hyphen': {
    'the mark stays on arguments': ['return text 2 thru -1 of rawText', 'return text 1 thru -1 of rawText'],
    'the mark takes a letter along': ['return text 2 thru -1 of rawText', 'return text 3 thru -1 of rawText'],
    'the mark alone is cut': ['\tif (length of rawText) is 1 then return ""\n', ''],
    'continued arguments replace their beginning': ['(item lastField of fieldList) & afterMark', 'afterMark'],
  },
  'properties are mixed up': {
    'start and end are exchanged': ['newStart, end date:newEnd', 'newEnd, end date:newStart'],
    'the end is set as the start': ['set end date of event id evUid', 'set start date of event id evUid'],
    'all-day is not set': ['allday event:isAllDay', 'allday event:false'],
    'notes go to the place': ['set description of event id', 'set location of event id'],
    'names and addresses of people are exchanged': [
      /(listText.guestMails.) & US & (listText.guestNames.)/,
      '$2 & US & $1',
    ],
    'excluded dates: only the last': ['set end of dateList to dateOf', 'set dateList to dateOf'],
    'excluded dates: one step too short': ['(j - 1) * 4', '(j - 1) * 3'],
  },
  'one word stands for two codes, and enumerators are no texts': {
    'the doubtful word is compared': ['if someState is confirmed then', 'if someState is tentative then'],
    'declined reads as accepted': ['then return "declined"', 'then return "accepted"'],
    'confirmed reads as cancelled': ['then return "confirmed"', 'then return "cancelled"'],
    'enumerators as text': [/stateText\((contents of guestState)\)/, '(($1) as text)'],
  },
  'loop variables are references': {
    'whole references instead of items': ['cleanText(contents of v)', 'cleanText(v)'],
    'references to dates': ['dateText(contents of d)', 'dateText(d)'],
  },
  'filters inside Calendar are slow and time out': {
    'a filter inside Calendar': [/(uid of )(every event of calendar calRow)/, '$1($2 whose uid is "x")'],
    'one Apple event for every calendar': ['writable of calendar calRow', 'writable of every calendar'],
    'each column asked twice': [/(set allUids to .*\n)/, '$1\t\t\t$1'],
    'each event asked twice': [/(set lastUid to .*\n)/, '$1\t\t\t$1'],
  },
  'an Apple event waits two minutes, and the program is killed after two and a half': {
    'no timeout': [
      /\twith timeout of 60 seconds\n(.*\n\t\t\tset canWrite[\s\S]*?\t\tend tell\n)\tend timeout\n/,
      '$1',
    ],
    'a timeout behind that of the program': ['with timeout of 110 seconds', 'with timeout of 600 seconds'],
  },
  'one thing that is refused or slow must not keep the rest from being read': {
    'guests that are not told look like none': [/return "\?" & US & "\?" & US & "\?"/, 'return US & US'],
    'guests that are not told fail the event': [/return "\?" & US & .*/, 'error "refused" number -10000'],
    'one event fails the run': [/if errNumber is not -10000 .* then (error errText number errNumber)/, '$1'],
    'events are read as long as there are some': ['is greater than 12 then', 'is greater than 1200 then'],
    'columns are read as long as there are some': ['is less than 12\n', 'is less than 1200\n'],
  },
  'attendees and files cannot be given by script': {
    'an attendee is made': [
      /make new display alarm at end of display alarms (of .* with properties ).*/,
      'make new attendee at end of attendees $1{email:"x"}',
    ],
    'an alarm opens a file': ['sound alarm', 'open file alarm'],
  },
  'sources are compiled by the encoding, and texts by the shell': {
    'an accent in the source': ['error "event changed"', 'error "événement"'],
    'a shell': ['set s to parts as text', 'set s to do shell script "echo"'],
    'a script in a script': ['set s to parts as text', 'set s to run script "1"'],
  },
};
