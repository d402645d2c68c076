/** Made from scripts/*.applescript by test/applescript/script-sources.test.ts; `npm run test:update` makes it anew. */
export const SCRIPT_SOURCES = {
  'check-events': `-- Has a calendar changed since it was listed? The number of its events and when each was last changed.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are.
-- Rows: stamp; last END and the number of rows.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row
property colStamp : {}

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 3 then error "expected 3 fields" number 7002
	set calRow to calendarRow(fieldList)
	with timeout of 110 seconds
		tell application "Calendar"
			set gotStamp to stamp date of every event of calendar calRow
		end tell
	end timeout
	set my colStamp to gotStamp
	set total to count of my colStamp
	set outRows to {}
	repeat with i from 1 to total
		set end of outRows to dateText(item i of my colStamp) & US
	end repeat
	set end of outRows to "END" & US & (total as text) & US
	return joinRows(outRows)
end run

-- Fields from argv: "=text" begins one, "+text" goes on with the last. The mark keeps an empty value a value, and one
-- that begins with a hyphen from being read as an option. Arguments are data: they are compared and stored, never run.
on argFields(argv)
	set fieldList to {}
	repeat with i from 1 to count of argv
		set rawText to item i of argv
		if rawText starts with "=" then
			set end of fieldList to afterMark(rawText)
		else if rawText starts with "+" and (count of fieldList) is greater than 0 then
			set lastField to count of fieldList
			set item lastField of fieldList to (item lastField of fieldList) & afterMark(rawText)
		else
			error "unmarked argument" number 7002
		end if
	end repeat
	return fieldList
end argFields

on afterMark(rawText)
	if (length of rawText) is 1 then return ""
	return text 2 thru -1 of rawText
end afterMark

-- Calendars have no identifier that every version can read, and names repeat: a calendar is the nth of so many with its
-- name. Another number of them than the server saw means that the list has changed. Names that differ in case differ.
on calendarRow(fieldList)
	set calName to item 1 of fieldList
	set wantedTurn to (item 2 of fieldList) as integer
	set twinCount to (item 3 of fieldList) as integer
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	set seenCount to 0
	set foundRow to 0
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is calName then
				set seenCount to seenCount + 1
				if seenCount is wantedTurn then set foundRow to i
			end if
		end repeat
	end considering
	if foundRow is 0 or seenCount is not twinCount then error "calendar list changed" number 7001
	return foundRow
end calendarRow

-- Year, month, day and seconds of the day as whole numbers: no name, no order and no separator of the user's region.
on dateText(d)
	if d is missing value then return ""
	return ((year of d) as text) & "-" & (((month of d) as integer) as text) & "-" & ((day of d) as text) & "-" & ((time of d) as text)
end dateText

on joinRows(rowList)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to RS
	set s to rowList as text
	set AppleScript's text item delimiters to oldDelims
	return s & RS
end joinRows
`,
  'create-calendar': `-- Makes one calendar, in the account that Calendar chooses: scripts cannot name one.
-- Fields: 1 name  2..4 red, green and blue of its color (empty: Calendar chooses)  5 description (empty: none).
-- Rows: END and 0. The server looks in another run what is there.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 5 then error "expected 5 fields" number 7002
	set newName to item 1 of fieldList
	if newName is "" then error "a calendar needs a name" number 7002
	set newNote to item 5 of fieldList
	set hasNote to (newNote is not "")
	set hasColor to ((item 2 of fieldList) is not "")
	set newColor to {}
	if hasColor then set newColor to colorOf(fieldList, 2)
	requireFreeName(newName)
	-- All at once: what is made in part could not be taken back.
	with timeout of 110 seconds
		tell application "Calendar"
			if hasColor and hasNote then
				make new calendar at end of calendars with properties {name:newName, color:newColor, description:newNote}
			else if hasColor then
				make new calendar at end of calendars with properties {name:newName, color:newColor}
			else if hasNote then
				make new calendar at end of calendars with properties {name:newName, description:newNote}
			else
				make new calendar at end of calendars with properties {name:newName}
			end if
		end tell
	end timeout
	return "END" & US & "0" & US & RS
end run

-- Fields from argv: "=text" begins one, "+text" goes on with the last. The mark keeps an empty value a value, and one
-- that begins with a hyphen from being read as an option. Arguments are data: they are compared and stored, never run.
on argFields(argv)
	set fieldList to {}
	repeat with i from 1 to count of argv
		set rawText to item i of argv
		if rawText starts with "=" then
			set end of fieldList to afterMark(rawText)
		else if rawText starts with "+" and (count of fieldList) is greater than 0 then
			set lastField to count of fieldList
			set item lastField of fieldList to (item lastField of fieldList) & afterMark(rawText)
		else
			error "unmarked argument" number 7002
		end if
	end repeat
	return fieldList
end argFields

on afterMark(rawText)
	if (length of rawText) is 1 then return ""
	return text 2 thru -1 of rawText
end afterMark

-- Three whole numbers from 0 to 65535: red, green, blue.
on colorOf(fieldList, pos)
	return {(item pos of fieldList) as integer, (item (pos + 1) of fieldList) as integer, (item (pos + 2) of fieldList) as integer}
end colorOf

-- A calendar is known by its name only: a second one of that name could not be told apart from the first.
on requireFreeName(newName)
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is newName then error "calendar name is taken" number 7015
		end repeat
	end considering
end requireFreeName
`,
  'create-event': `-- Makes one event. What could only be made in part is removed again.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are
--   4..7 start: year month day second-of-day  8..11 end  12 all-day 1 or 0  13 title
--   14.. names of properties, each with its value (see applyChanges).
-- Rows: NEW, uid, number of events in the calendar; END and 1. The server reads the event back in another run.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row
property GS : character id 29 -- ends an item of a list
property CR : character id 13
property LF : character id 10

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is less than 13 then error "expected 13 fields or more" number 7002
	set newStart to dateOf(fieldList, 4)
	set newEnd to dateOf(fieldList, 8)
	if newEnd is less than newStart then error "end is before start" number 7002
	set isAllDay to ((item 12 of fieldList) is "1")
	set newTitle to item 13 of fieldList
	set calRow to calendarRow(fieldList)
	requireWritable(calRow)
	with timeout of 110 seconds
		tell application "Calendar"
			set newEvent to make new event at end of events of calendar calRow with properties {summary:newTitle, start date:newStart, end date:newEnd, allday event:isAllDay}
			set newUid to uid of newEvent
		end tell
	end timeout
	try
		applyChanges(calRow, newUid, fieldList, 14)
		set total to eventCount(calRow)
	on error errText number errNumber
		try
			removeEvent(calRow, newUid)
		on error
			error "made in part and not removed" number 7013
		end try
		error errText number errNumber
	end try
	return "NEW" & US & cleanText(newUid) & US & (total as text) & US & RS & "END" & US & "1" & US & RS
end run

-- Fields from argv: "=text" begins one, "+text" goes on with the last. The mark keeps an empty value a value, and one
-- that begins with a hyphen from being read as an option. Arguments are data: they are compared and stored, never run.
on argFields(argv)
	set fieldList to {}
	repeat with i from 1 to count of argv
		set rawText to item i of argv
		if rawText starts with "=" then
			set end of fieldList to afterMark(rawText)
		else if rawText starts with "+" and (count of fieldList) is greater than 0 then
			set lastField to count of fieldList
			set item lastField of fieldList to (item lastField of fieldList) & afterMark(rawText)
		else
			error "unmarked argument" number 7002
		end if
	end repeat
	return fieldList
end argFields

on afterMark(rawText)
	if (length of rawText) is 1 then return ""
	return text 2 thru -1 of rawText
end afterMark

-- Calendars have no identifier that every version can read, and names repeat: a calendar is the nth of so many with its
-- name. Another number of them than the server saw means that the list has changed. Names that differ in case differ.
on calendarRow(fieldList)
	set calName to item 1 of fieldList
	set wantedTurn to (item 2 of fieldList) as integer
	set twinCount to (item 3 of fieldList) as integer
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	set seenCount to 0
	set foundRow to 0
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is calName then
				set seenCount to seenCount + 1
				if seenCount is wantedTurn then set foundRow to i
			end if
		end repeat
	end considering
	if foundRow is 0 or seenCount is not twinCount then error "calendar list changed" number 7001
	return foundRow
end calendarRow

on requireWritable(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set canWrite to writable of calendar calRow
		end tell
	end timeout
	if canWrite is false then error "calendar is read-only" number 7005
end requireWritable

on eventCount(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set total to count of events of calendar calRow
		end tell
	end timeout
	return total
end eventCount

-- Missing becomes empty, every line end a line feed, and the three separators spaces: no event can forge a field.
on cleanText(v)
	if v is missing value then return ""
	set s to v as text
	if s contains CR then
		set s to replaceText(s, CR & LF, LF)
		set s to replaceText(s, CR, LF)
	end if
	if s contains US then set s to replaceText(s, US, " ")
	if s contains RS then set s to replaceText(s, RS, " ")
	if s contains GS then set s to replaceText(s, GS, " ")
	return s
end cleanText

on replaceText(s, findThis, putThis)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to findThis
	set parts to text items of s
	set AppleScript's text item delimiters to putThis
	set s to parts as text
	set AppleScript's text item delimiters to oldDelims
	return s
end replaceText

-- A date from four fields: year, month, day, seconds of the day. Never from text, which is read by the user's region.
-- Day 1 first: on the 31st, a month of 30 days would roll over. What came out is compared with what was asked.
on dateOf(fieldList, pos)
	set y to (item pos of fieldList) as integer
	set m to (item (pos + 1) of fieldList) as integer
	set dd to (item (pos + 2) of fieldList) as integer
	set t to (item (pos + 3) of fieldList) as integer
	set d to current date
	set day of d to 1
	set year of d to y
	set month of d to m
	set day of d to dd
	set time of d to t
	if (year of d) is not y or ((month of d) as integer) is not m or (day of d) is not dd or (time of d) is not t then error "no such date" number 7003
	return d
end dateOf

-- Sets the named properties in the order given, from field "pos" on. The server chooses an order in which no event ends
-- before it starts on the way.
on applyChanges(calRow, evUid, fieldList, firstPos)
	set total to count of fieldList
	set pos to firstPos
	repeat while pos is less than or equal to total
		set fieldName to item pos of fieldList
		if fieldName is "start" or fieldName is "end" then
			setDate(calRow, evUid, fieldName, dateOf(fieldList, pos + 1))
			set pos to pos + 5
		else if fieldName is "excluded" then
			set dateCount to (item (pos + 1) of fieldList) as integer
			set dateList to {}
			repeat with j from 1 to dateCount
				set end of dateList to dateOf(fieldList, pos + 2 + (j - 1) * 4)
			end repeat
			setExcluded(calRow, evUid, dateList)
			set pos to pos + 2 + dateCount * 4
		else if fieldName is "addAlarm" then
			addAlarm(calRow, evUid, item (pos + 1) of fieldList, (item (pos + 2) of fieldList) as integer)
			set pos to pos + 3
		else if fieldName is "dropAlarm" then
			dropAlarm(calRow, evUid, item (pos + 1) of fieldList, (item (pos + 2) of fieldList) as integer)
			set pos to pos + 3
		else
			setText(calRow, evUid, fieldName, item (pos + 1) of fieldList)
			set pos to pos + 2
		end if
	end repeat
end applyChanges

on setDate(calRow, evUid, fieldName, newDate)
	with timeout of 60 seconds
		tell application "Calendar"
			if fieldName is "start" then
				set start date of event id evUid of calendar calRow to newDate
			else
				set end date of event id evUid of calendar calRow to newDate
			end if
		end tell
	end timeout
end setDate

on setExcluded(calRow, evUid, dateList)
	with timeout of 60 seconds
		tell application "Calendar"
			set excluded dates of event id evUid of calendar calRow to dateList
		end tell
	end timeout
end setExcluded

-- Written by uid: a row may shift while an event changes. Variable names never equal a term of the dictionary.
on setText(calRow, evUid, fieldName, newText)
	with timeout of 60 seconds
		tell application "Calendar"
			if fieldName is "title" then
				set summary of event id evUid of calendar calRow to newText
			else if fieldName is "place" then
				set location of event id evUid of calendar calRow to newText
			else if fieldName is "notes" then
				set description of event id evUid of calendar calRow to newText
			else if fieldName is "link" then
				set url of event id evUid of calendar calRow to newText
			else if fieldName is "rule" then
				set recurrence of event id evUid of calendar calRow to newText
			else if fieldName is "allDay" then
				set allday event of event id evUid of calendar calRow to (newText is "1")
			else if fieldName is "state" and newText is "confirmed" then
				set status of event id evUid of calendar calRow to confirmed
			else if fieldName is "state" and newText is "cancelled" then
				set status of event id evUid of calendar calRow to cancelled
			else if fieldName is "state" and newText is "none" then
				set status of event id evUid of calendar calRow to none
			else
				error "unknown field" number 7002
			end if
		end tell
	end timeout
end setText

-- Minutes, negative before the start.
on addAlarm(calRow, evUid, alarmKind, alarmMinutes)
	with timeout of 60 seconds
		tell application "Calendar"
			if alarmKind is "display" then
				make new display alarm at end of display alarms of event id evUid of calendar calRow with properties {trigger interval:alarmMinutes}
			else if alarmKind is "email" then
				make new mail alarm at end of mail alarms of event id evUid of calendar calRow with properties {trigger interval:alarmMinutes}
			else if alarmKind is "audio" then
				make new sound alarm at end of sound alarms of event id evUid of calendar calRow with properties {trigger interval:alarmMinutes}
			else
				error "unknown alarm" number 7002
			end if
		end tell
	end timeout
end addAlarm

on dropAlarm(calRow, evUid, alarmKind, alarmMinutes)
	with timeout of 60 seconds
		tell application "Calendar"
			if alarmKind is "display" then
				set minuteList to trigger interval of every display alarm of event id evUid of calendar calRow
			else if alarmKind is "email" then
				set minuteList to trigger interval of every mail alarm of event id evUid of calendar calRow
			else
				set minuteList to trigger interval of every sound alarm of event id evUid of calendar calRow
			end if
		end tell
	end timeout
	set alarmRow to 0
	repeat with i from 1 to count of minuteList
		if (item i of minuteList) is alarmMinutes then set alarmRow to i
	end repeat
	if alarmRow is 0 then error "alarm is gone" number 7014
	with timeout of 60 seconds
		tell application "Calendar"
			if alarmKind is "display" then
				delete display alarm alarmRow of event id evUid of calendar calRow
			else if alarmKind is "email" then
				delete mail alarm alarmRow of event id evUid of calendar calRow
			else
				delete sound alarm alarmRow of event id evUid of calendar calRow
			end if
		end tell
	end timeout
end dropAlarm

on removeEvent(calRow, evUid)
	with timeout of 60 seconds
		tell application "Calendar"
			delete event id evUid of calendar calRow
		end tell
	end timeout
end removeEvent
`,
  'delete-event': `-- Deletes one event; of a series, the whole series. The server looks in another run whether it is gone.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are
--   4 row it was last seen in (0: not known)  5 uid  6 the event as eventText last gave it.
-- Rows: END and 0.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row
property GS : character id 29 -- ends an item of a list
property CR : character id 13
property LF : character id 10
property uidColumn : {}
property uidLoaded : false

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 6 then error "expected 6 fields" number 7002
	set calRow to calendarRow(fieldList)
	requireWritable(calRow)
	requireUnchanged(calRow, fieldList)
	removeEvent(calRow, item 5 of fieldList)
	return "END" & US & "0" & US & RS
end run

-- Fields from argv: "=text" begins one, "+text" goes on with the last. The mark keeps an empty value a value, and one
-- that begins with a hyphen from being read as an option. Arguments are data: they are compared and stored, never run.
on argFields(argv)
	set fieldList to {}
	repeat with i from 1 to count of argv
		set rawText to item i of argv
		if rawText starts with "=" then
			set end of fieldList to afterMark(rawText)
		else if rawText starts with "+" and (count of fieldList) is greater than 0 then
			set lastField to count of fieldList
			set item lastField of fieldList to (item lastField of fieldList) & afterMark(rawText)
		else
			error "unmarked argument" number 7002
		end if
	end repeat
	return fieldList
end argFields

on afterMark(rawText)
	if (length of rawText) is 1 then return ""
	return text 2 thru -1 of rawText
end afterMark

-- Calendars have no identifier that every version can read, and names repeat: a calendar is the nth of so many with its
-- name. Another number of them than the server saw means that the list has changed. Names that differ in case differ.
on calendarRow(fieldList)
	set calName to item 1 of fieldList
	set wantedTurn to (item 2 of fieldList) as integer
	set twinCount to (item 3 of fieldList) as integer
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	set seenCount to 0
	set foundRow to 0
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is calName then
				set seenCount to seenCount + 1
				if seenCount is wantedTurn then set foundRow to i
			end if
		end repeat
	end considering
	if foundRow is 0 or seenCount is not twinCount then error "calendar list changed" number 7001
	return foundRow
end calendarRow

on requireWritable(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set canWrite to writable of calendar calRow
		end tell
	end timeout
	if canWrite is false then error "calendar is read-only" number 7005
end requireWritable

on removeEvent(calRow, evUid)
	with timeout of 60 seconds
		tell application "Calendar"
			delete event id evUid of calendar calRow
		end tell
	end timeout
end removeEvent

-- The guard: an event is written only when it still reads, letter for letter, as the server last saw it.
on requireUnchanged(calRow, fieldList)
	set evUid to item 5 of fieldList
	set evRow to eventRow(calRow, eventCount(calRow), (item 4 of fieldList) as integer, evUid)
	if evRow is 0 then error "event is gone" number 7010
	set nowText to eventText(calRow, evRow)
	considering case
		if nowText is not (item 6 of fieldList) then error "event changed" number 7006
	end considering
end requireUnchanged

on eventCount(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set total to count of events of calendar calRow
		end tell
	end timeout
	return total
end eventCount

-- The row of an event: where it was last seen, if it still stands there, else the only row with its uid; 0 when there is
-- none. The column of uids is read at most once a run.
on eventRow(calRow, total, hintRow, evUid)
	if hintRow is greater than 0 and hintRow is less than or equal to total then
		with timeout of 60 seconds
			tell application "Calendar"
				set seenUid to uid of event hintRow of calendar calRow
			end tell
		end timeout
		considering case
			if seenUid is evUid then return hintRow
		end considering
	end if
	if not my uidLoaded then
		with timeout of 110 seconds
			tell application "Calendar"
				set allUids to uid of every event of calendar calRow
			end tell
		end timeout
		set my uidColumn to allUids
		set my uidLoaded to true
	end if
	set matchRow to 0
	set matchCount to 0
	considering case
		repeat with i from 1 to count of my uidColumn
			if (item i of my uidColumn) is evUid then
				set matchRow to i
				set matchCount to matchCount + 1
			end if
		end repeat
	end considering
	if matchCount is greater than 1 then error "uid is not unique" number 7012
	return matchRow
end eventRow

-- Everything that is known of one event, as one row. Rows can shift while they are read: the uid is asked first and last.
on eventText(calRow, evRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set evUid to uid of event evRow of calendar calRow
			set evStart to start date of event evRow of calendar calRow
			set evEnd to end date of event evRow of calendar calRow
			set evAllDay to allday event of event evRow of calendar calRow
			set evRule to recurrence of event evRow of calendar calRow
			set evSkips to excluded dates of event evRow of calendar calRow
			set evStamp to stamp date of event evRow of calendar calRow
			set evSequence to sequence of event evRow of calendar calRow
			set evState to status of event evRow of calendar calRow
			set evTitle to summary of event evRow of calendar calRow
			set evPlace to location of event evRow of calendar calRow
			set evNotes to description of event evRow of calendar calRow
			set evLink to url of event evRow of calendar calRow
			set shownMinutes to trigger interval of every display alarm of event evRow of calendar calRow
			set mailedMinutes to trigger interval of every mail alarm of event evRow of calendar calRow
			set playedMinutes to trigger interval of every sound alarm of event evRow of calendar calRow
			set guestMails to email of every attendee of event evRow of calendar calRow
		end tell
	end timeout
	set guestNames to {}
	set guestStates to {}
	if (count of guestMails) is greater than 0 then
		with timeout of 60 seconds
			tell application "Calendar"
				set guestNames to display name of every attendee of event evRow of calendar calRow
				set guestStates to participation status of every attendee of event evRow of calendar calRow
			end tell
		end timeout
	end if
	with timeout of 60 seconds
		tell application "Calendar"
			set lastUid to uid of event evRow of calendar calRow
		end tell
	end timeout
	if (count of guestNames) is not (count of guestMails) or (count of guestStates) is not (count of guestMails) then error "event changed while it was read" number 7011
	considering case
		if lastUid is not evUid then error "event changed while it was read" number 7011
	end considering
	set timeText to dateText(evStart) & US & dateText(evEnd) & US & boolText(evAllDay) & US & cleanText(evRule) & US & datesText(evSkips)
	set stampText to dateText(evStamp) & US & cleanText(evSequence) & US & stateText(evState)
	set wordText to cleanText(evTitle) & US & cleanText(evPlace) & US & cleanText(evNotes) & US & cleanText(evLink)
	set alarmText to listText(shownMinutes) & US & listText(mailedMinutes) & US & listText(playedMinutes)
	set guestText to listText(guestMails) & US & listText(guestNames) & US & guestStatesText(guestStates)
	return cleanText(evUid) & US & timeText & US & stampText & US & wordText & US & alarmText & US & guestText & US
end eventText

-- Enumerators have a meaning inside a tell block only, and as text they may be raw codes. One word stands for two of
-- them (of events and of attendees), so it is never written: it is what is left over.
on stateText(evState)
	if evState is missing value then return "none"
	with timeout of 60 seconds
		tell application "Calendar"
			if evState is none then return "none"
			if evState is confirmed then return "confirmed"
			if evState is cancelled then return "cancelled"
		end tell
	end timeout
	return "tentative"
end stateText

on guestStatesText(guestStates)
	set s to ""
	repeat with guestState in guestStates
		set s to s & guestStateText(contents of guestState) & GS
	end repeat
	return s
end guestStatesText

on guestStateText(guestState)
	if guestState is missing value then return "unknown"
	with timeout of 60 seconds
		tell application "Calendar"
			if guestState is unknown then return "unknown"
			if guestState is accepted then return "accepted"
			if guestState is declined then return "declined"
		end tell
	end timeout
	return "tentative"
end guestStateText

-- Year, month, day and seconds of the day as whole numbers: no name, no order and no separator of the user's region.
on dateText(d)
	if d is missing value then return ""
	return ((year of d) as text) & "-" & (((month of d) as integer) as text) & "-" & ((day of d) as text) & "-" & ((time of d) as text)
end dateText

on datesText(dateList)
	set s to ""
	if dateList is missing value then return s
	repeat with d in dateList
		set s to s & dateText(contents of d) & GS
	end repeat
	return s
end datesText

on listText(valueList)
	set s to ""
	repeat with v in valueList
		set s to s & cleanText(contents of v) & GS
	end repeat
	return s
end listText

-- Missing becomes empty, every line end a line feed, and the three separators spaces: no event can forge a field.
on cleanText(v)
	if v is missing value then return ""
	set s to v as text
	if s contains CR then
		set s to replaceText(s, CR & LF, LF)
		set s to replaceText(s, CR, LF)
	end if
	if s contains US then set s to replaceText(s, US, " ")
	if s contains RS then set s to replaceText(s, RS, " ")
	if s contains GS then set s to replaceText(s, GS, " ")
	return s
end cleanText

on replaceText(s, findThis, putThis)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to findThis
	set parts to text items of s
	set AppleScript's text item delimiters to putThis
	set s to parts as text
	set AppleScript's text item delimiters to oldDelims
	return s
end replaceText

on boolText(b)
	if b is true then return "1"
	return "0"
end boolText
`,
  'list-calendars': `-- Lists the calendars. No arguments.
-- Rows: name, writable (1 or 0), description, color (red, green, blue from 0 to 65535); last END and the number of rows.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row
property GS : character id 29 -- ends an item of a list
property CR : character id 13
property LF : character id 10

on run argv
	if (count of argv) is not 0 then error "expected no arguments" number 7002
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
			set calWritable to writable of every calendar
		end tell
	end timeout
	-- Only shown to people, and not known to be readable for every kind of account.
	set calNotes to {}
	try
		with timeout of 60 seconds
			tell application "Calendar"
				set calNotes to description of every calendar
			end tell
		end timeout
	on error
		set calNotes to {}
	end try
	set calColors to {}
	try
		with timeout of 60 seconds
			tell application "Calendar"
				set calColors to color of every calendar
			end tell
		end timeout
	on error
		set calColors to {}
	end try
	set total to count of calNames
	if (count of calWritable) is not total then error "calendar list changed while it was read" number 7011
	set outRows to {}
	repeat with i from 1 to total
		set noteText to ""
		set toneText to ""
		if (count of calNotes) is total then set noteText to cleanText(item i of calNotes)
		if (count of calColors) is total then set toneText to colorText(item i of calColors)
		set end of outRows to cleanText(item i of calNames) & US & boolText(item i of calWritable) & US & noteText & US & toneText & US
	end repeat
	set end of outRows to "END" & US & (total as text) & US
	return joinRows(outRows)
end run

on colorText(c)
	if c is missing value then return ""
	return listText(c)
end colorText

on listText(valueList)
	set s to ""
	repeat with v in valueList
		set s to s & cleanText(contents of v) & GS
	end repeat
	return s
end listText

on boolText(b)
	if b is true then return "1"
	return "0"
end boolText

-- Missing becomes empty, every line end a line feed, and the three separators spaces: no event can forge a field.
on cleanText(v)
	if v is missing value then return ""
	set s to v as text
	if s contains CR then
		set s to replaceText(s, CR & LF, LF)
		set s to replaceText(s, CR, LF)
	end if
	if s contains US then set s to replaceText(s, US, " ")
	if s contains RS then set s to replaceText(s, RS, " ")
	if s contains GS then set s to replaceText(s, GS, " ")
	return s
end cleanText

on replaceText(s, findThis, putThis)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to findThis
	set parts to text items of s
	set AppleScript's text item delimiters to putThis
	set s to parts as text
	set AppleScript's text item delimiters to oldDelims
	return s
end replaceText

on joinRows(rowList)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to RS
	set s to rowList as text
	set AppleScript's text item delimiters to oldDelims
	return s & RS
end joinRows
`,
  'list-events': `-- The few columns that decide which events matter, for every event of one calendar. Series come as their masters.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are.
-- Rows: uid, start, end, rule, stamp; last END and the number of rows.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row
property GS : character id 29 -- ends an item of a list
property CR : character id 13
property LF : character id 10
property colUid : {}
property colStart : {}
property colEnd : {}
property colRule : {}
property colStamp : {}

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 3 then error "expected 3 fields" number 7002
	set calRow to calendarRow(fieldList)
	-- Five Apple events whatever the size: a filter by date inside Calendar is slower than whole columns and times out.
	with timeout of 110 seconds
		tell application "Calendar"
			set gotUid to uid of every event of calendar calRow
			set gotStart to start date of every event of calendar calRow
			set gotEnd to end date of every event of calendar calRow
			set gotRule to recurrence of every event of calendar calRow
			set gotStamp to stamp date of every event of calendar calRow
		end tell
	end timeout
	-- Read as properties of the script: a long list in a variable would be walked anew at every access.
	set my colUid to gotUid
	set my colStart to gotStart
	set my colEnd to gotEnd
	set my colRule to gotRule
	set my colStamp to gotStamp
	set total to count of my colUid
	if (count of my colStart) is not total or (count of my colEnd) is not total or (count of my colRule) is not total or (count of my colStamp) is not total then error "calendar changed while it was read" number 7011
	set outRows to {}
	repeat with i from 1 to total
		set end of outRows to cleanText(item i of my colUid) & US & dateText(item i of my colStart) & US & dateText(item i of my colEnd) & US & cleanText(item i of my colRule) & US & dateText(item i of my colStamp) & US
	end repeat
	set end of outRows to "END" & US & (total as text) & US
	return joinRows(outRows)
end run

-- Fields from argv: "=text" begins one, "+text" goes on with the last. The mark keeps an empty value a value, and one
-- that begins with a hyphen from being read as an option. Arguments are data: they are compared and stored, never run.
on argFields(argv)
	set fieldList to {}
	repeat with i from 1 to count of argv
		set rawText to item i of argv
		if rawText starts with "=" then
			set end of fieldList to afterMark(rawText)
		else if rawText starts with "+" and (count of fieldList) is greater than 0 then
			set lastField to count of fieldList
			set item lastField of fieldList to (item lastField of fieldList) & afterMark(rawText)
		else
			error "unmarked argument" number 7002
		end if
	end repeat
	return fieldList
end argFields

on afterMark(rawText)
	if (length of rawText) is 1 then return ""
	return text 2 thru -1 of rawText
end afterMark

-- Calendars have no identifier that every version can read, and names repeat: a calendar is the nth of so many with its
-- name. Another number of them than the server saw means that the list has changed. Names that differ in case differ.
on calendarRow(fieldList)
	set calName to item 1 of fieldList
	set wantedTurn to (item 2 of fieldList) as integer
	set twinCount to (item 3 of fieldList) as integer
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	set seenCount to 0
	set foundRow to 0
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is calName then
				set seenCount to seenCount + 1
				if seenCount is wantedTurn then set foundRow to i
			end if
		end repeat
	end considering
	if foundRow is 0 or seenCount is not twinCount then error "calendar list changed" number 7001
	return foundRow
end calendarRow

-- Year, month, day and seconds of the day as whole numbers: no name, no order and no separator of the user's region.
on dateText(d)
	if d is missing value then return ""
	return ((year of d) as text) & "-" & (((month of d) as integer) as text) & "-" & ((day of d) as text) & "-" & ((time of d) as text)
end dateText

-- Missing becomes empty, every line end a line feed, and the three separators spaces: no event can forge a field.
on cleanText(v)
	if v is missing value then return ""
	set s to v as text
	if s contains CR then
		set s to replaceText(s, CR & LF, LF)
		set s to replaceText(s, CR, LF)
	end if
	if s contains US then set s to replaceText(s, US, " ")
	if s contains RS then set s to replaceText(s, RS, " ")
	if s contains GS then set s to replaceText(s, GS, " ")
	return s
end cleanText

on replaceText(s, findThis, putThis)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to findThis
	set parts to text items of s
	set AppleScript's text item delimiters to putThis
	set s to parts as text
	set AppleScript's text item delimiters to oldDelims
	return s
end replaceText

on joinRows(rowList)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to RS
	set s to rowList as text
	set AppleScript's text item delimiters to oldDelims
	return s & RS
end joinRows
`,
  'read-events': `-- Everything about the named events of one calendar.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are; then for each event
--   the row it was last seen in (0: not known) and its uid.
-- Rows: EVENT, row, and what eventText gives; or GONE; last END, the number of rows, and of events in the calendar.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row
property GS : character id 29 -- ends an item of a list
property CR : character id 13
property LF : character id 10
property uidColumn : {}
property uidLoaded : false

on run argv
	set fieldList to argFields(argv)
	set fieldCount to count of fieldList
	if fieldCount is less than 5 or (fieldCount mod 2) is not 1 then error "expected pairs of fields" number 7002
	set calRow to calendarRow(fieldList)
	set total to eventCount(calRow)
	set outRows to {}
	repeat with k from 4 to fieldCount by 2
		set foundRow to eventRow(calRow, total, (item k of fieldList) as integer, item (k + 1) of fieldList)
		if foundRow is 0 then
			set end of outRows to "GONE" & US
		else
			set end of outRows to "EVENT" & US & (foundRow as text) & US & eventText(calRow, foundRow)
		end if
	end repeat
	set end of outRows to "END" & US & ((count of outRows) as text) & US & (total as text) & US
	return joinRows(outRows)
end run

-- Fields from argv: "=text" begins one, "+text" goes on with the last. The mark keeps an empty value a value, and one
-- that begins with a hyphen from being read as an option. Arguments are data: they are compared and stored, never run.
on argFields(argv)
	set fieldList to {}
	repeat with i from 1 to count of argv
		set rawText to item i of argv
		if rawText starts with "=" then
			set end of fieldList to afterMark(rawText)
		else if rawText starts with "+" and (count of fieldList) is greater than 0 then
			set lastField to count of fieldList
			set item lastField of fieldList to (item lastField of fieldList) & afterMark(rawText)
		else
			error "unmarked argument" number 7002
		end if
	end repeat
	return fieldList
end argFields

on afterMark(rawText)
	if (length of rawText) is 1 then return ""
	return text 2 thru -1 of rawText
end afterMark

-- Calendars have no identifier that every version can read, and names repeat: a calendar is the nth of so many with its
-- name. Another number of them than the server saw means that the list has changed. Names that differ in case differ.
on calendarRow(fieldList)
	set calName to item 1 of fieldList
	set wantedTurn to (item 2 of fieldList) as integer
	set twinCount to (item 3 of fieldList) as integer
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	set seenCount to 0
	set foundRow to 0
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is calName then
				set seenCount to seenCount + 1
				if seenCount is wantedTurn then set foundRow to i
			end if
		end repeat
	end considering
	if foundRow is 0 or seenCount is not twinCount then error "calendar list changed" number 7001
	return foundRow
end calendarRow

on eventCount(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set total to count of events of calendar calRow
		end tell
	end timeout
	return total
end eventCount

-- The row of an event: where it was last seen, if it still stands there, else the only row with its uid; 0 when there is
-- none. The column of uids is read at most once a run.
on eventRow(calRow, total, hintRow, evUid)
	if hintRow is greater than 0 and hintRow is less than or equal to total then
		with timeout of 60 seconds
			tell application "Calendar"
				set seenUid to uid of event hintRow of calendar calRow
			end tell
		end timeout
		considering case
			if seenUid is evUid then return hintRow
		end considering
	end if
	if not my uidLoaded then
		with timeout of 110 seconds
			tell application "Calendar"
				set allUids to uid of every event of calendar calRow
			end tell
		end timeout
		set my uidColumn to allUids
		set my uidLoaded to true
	end if
	set matchRow to 0
	set matchCount to 0
	considering case
		repeat with i from 1 to count of my uidColumn
			if (item i of my uidColumn) is evUid then
				set matchRow to i
				set matchCount to matchCount + 1
			end if
		end repeat
	end considering
	if matchCount is greater than 1 then error "uid is not unique" number 7012
	return matchRow
end eventRow

-- Everything that is known of one event, as one row. Rows can shift while they are read: the uid is asked first and last.
on eventText(calRow, evRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set evUid to uid of event evRow of calendar calRow
			set evStart to start date of event evRow of calendar calRow
			set evEnd to end date of event evRow of calendar calRow
			set evAllDay to allday event of event evRow of calendar calRow
			set evRule to recurrence of event evRow of calendar calRow
			set evSkips to excluded dates of event evRow of calendar calRow
			set evStamp to stamp date of event evRow of calendar calRow
			set evSequence to sequence of event evRow of calendar calRow
			set evState to status of event evRow of calendar calRow
			set evTitle to summary of event evRow of calendar calRow
			set evPlace to location of event evRow of calendar calRow
			set evNotes to description of event evRow of calendar calRow
			set evLink to url of event evRow of calendar calRow
			set shownMinutes to trigger interval of every display alarm of event evRow of calendar calRow
			set mailedMinutes to trigger interval of every mail alarm of event evRow of calendar calRow
			set playedMinutes to trigger interval of every sound alarm of event evRow of calendar calRow
			set guestMails to email of every attendee of event evRow of calendar calRow
		end tell
	end timeout
	set guestNames to {}
	set guestStates to {}
	if (count of guestMails) is greater than 0 then
		with timeout of 60 seconds
			tell application "Calendar"
				set guestNames to display name of every attendee of event evRow of calendar calRow
				set guestStates to participation status of every attendee of event evRow of calendar calRow
			end tell
		end timeout
	end if
	with timeout of 60 seconds
		tell application "Calendar"
			set lastUid to uid of event evRow of calendar calRow
		end tell
	end timeout
	if (count of guestNames) is not (count of guestMails) or (count of guestStates) is not (count of guestMails) then error "event changed while it was read" number 7011
	considering case
		if lastUid is not evUid then error "event changed while it was read" number 7011
	end considering
	set timeText to dateText(evStart) & US & dateText(evEnd) & US & boolText(evAllDay) & US & cleanText(evRule) & US & datesText(evSkips)
	set stampText to dateText(evStamp) & US & cleanText(evSequence) & US & stateText(evState)
	set wordText to cleanText(evTitle) & US & cleanText(evPlace) & US & cleanText(evNotes) & US & cleanText(evLink)
	set alarmText to listText(shownMinutes) & US & listText(mailedMinutes) & US & listText(playedMinutes)
	set guestText to listText(guestMails) & US & listText(guestNames) & US & guestStatesText(guestStates)
	return cleanText(evUid) & US & timeText & US & stampText & US & wordText & US & alarmText & US & guestText & US
end eventText

-- Enumerators have a meaning inside a tell block only, and as text they may be raw codes. One word stands for two of
-- them (of events and of attendees), so it is never written: it is what is left over.
on stateText(evState)
	if evState is missing value then return "none"
	with timeout of 60 seconds
		tell application "Calendar"
			if evState is none then return "none"
			if evState is confirmed then return "confirmed"
			if evState is cancelled then return "cancelled"
		end tell
	end timeout
	return "tentative"
end stateText

on guestStatesText(guestStates)
	set s to ""
	repeat with guestState in guestStates
		set s to s & guestStateText(contents of guestState) & GS
	end repeat
	return s
end guestStatesText

on guestStateText(guestState)
	if guestState is missing value then return "unknown"
	with timeout of 60 seconds
		tell application "Calendar"
			if guestState is unknown then return "unknown"
			if guestState is accepted then return "accepted"
			if guestState is declined then return "declined"
		end tell
	end timeout
	return "tentative"
end guestStateText

-- Year, month, day and seconds of the day as whole numbers: no name, no order and no separator of the user's region.
on dateText(d)
	if d is missing value then return ""
	return ((year of d) as text) & "-" & (((month of d) as integer) as text) & "-" & ((day of d) as text) & "-" & ((time of d) as text)
end dateText

on datesText(dateList)
	set s to ""
	if dateList is missing value then return s
	repeat with d in dateList
		set s to s & dateText(contents of d) & GS
	end repeat
	return s
end datesText

on listText(valueList)
	set s to ""
	repeat with v in valueList
		set s to s & cleanText(contents of v) & GS
	end repeat
	return s
end listText

-- Missing becomes empty, every line end a line feed, and the three separators spaces: no event can forge a field.
on cleanText(v)
	if v is missing value then return ""
	set s to v as text
	if s contains CR then
		set s to replaceText(s, CR & LF, LF)
		set s to replaceText(s, CR, LF)
	end if
	if s contains US then set s to replaceText(s, US, " ")
	if s contains RS then set s to replaceText(s, RS, " ")
	if s contains GS then set s to replaceText(s, GS, " ")
	return s
end cleanText

on replaceText(s, findThis, putThis)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to findThis
	set parts to text items of s
	set AppleScript's text item delimiters to putThis
	set s to parts as text
	set AppleScript's text item delimiters to oldDelims
	return s
end replaceText

on boolText(b)
	if b is true then return "1"
	return "0"
end boolText

on joinRows(rowList)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to RS
	set s to rowList as text
	set AppleScript's text item delimiters to oldDelims
	return s & RS
end joinRows
`,
  'update-calendar': `-- Changes the name, color or description of one calendar.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are
--   4 new name (empty: stays)  5..7 red, green and blue (empty: stays)  8 set the description, 1 or 0  9 description.
-- Rows: END and 0. The server looks in another run what is there.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 9 then error "expected 9 fields" number 7002
	set oldName to item 1 of fieldList
	set newName to item 4 of fieldList
	set calRow to calendarRow(fieldList)
	requireWritable(calRow)
	considering case
		set isRenamed to (newName is not "" and newName is not oldName)
	end considering
	if isRenamed then requireFreeName(newName)
	if (item 5 of fieldList) is not "" then setColor(calRow, oldName, colorOf(fieldList, 5))
	if (item 8 of fieldList) is "1" then setNote(calRow, oldName, item 9 of fieldList)
	-- Last: the list may be in the order of the names.
	if isRenamed then setName(calRow, oldName, newName)
	return "END" & US & "0" & US & RS
end run

-- Fields from argv: "=text" begins one, "+text" goes on with the last. The mark keeps an empty value a value, and one
-- that begins with a hyphen from being read as an option. Arguments are data: they are compared and stored, never run.
on argFields(argv)
	set fieldList to {}
	repeat with i from 1 to count of argv
		set rawText to item i of argv
		if rawText starts with "=" then
			set end of fieldList to afterMark(rawText)
		else if rawText starts with "+" and (count of fieldList) is greater than 0 then
			set lastField to count of fieldList
			set item lastField of fieldList to (item lastField of fieldList) & afterMark(rawText)
		else
			error "unmarked argument" number 7002
		end if
	end repeat
	return fieldList
end argFields

on afterMark(rawText)
	if (length of rawText) is 1 then return ""
	return text 2 thru -1 of rawText
end afterMark

-- Calendars have no identifier that every version can read, and names repeat: a calendar is the nth of so many with its
-- name. Another number of them than the server saw means that the list has changed. Names that differ in case differ.
on calendarRow(fieldList)
	set calName to item 1 of fieldList
	set wantedTurn to (item 2 of fieldList) as integer
	set twinCount to (item 3 of fieldList) as integer
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	set seenCount to 0
	set foundRow to 0
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is calName then
				set seenCount to seenCount + 1
				if seenCount is wantedTurn then set foundRow to i
			end if
		end repeat
	end considering
	if foundRow is 0 or seenCount is not twinCount then error "calendar list changed" number 7001
	return foundRow
end calendarRow

on requireWritable(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set canWrite to writable of calendar calRow
		end tell
	end timeout
	if canWrite is false then error "calendar is read-only" number 7005
end requireWritable

-- Three whole numbers from 0 to 65535: red, green, blue.
on colorOf(fieldList, pos)
	return {(item pos of fieldList) as integer, (item (pos + 1) of fieldList) as integer, (item (pos + 2) of fieldList) as integer}
end colorOf

-- A calendar is known by its name only: a second one of that name could not be told apart from the first.
on requireFreeName(newName)
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is newName then error "calendar name is taken" number 7015
		end repeat
	end considering
end requireFreeName

-- Rows can shift: the name is asked once more right before each change.
on requireName(calRow, oldName)
	with timeout of 60 seconds
		tell application "Calendar"
			set seenName to name of calendar calRow
		end tell
	end timeout
	considering case
		if seenName is not oldName then error "calendar list changed" number 7016
	end considering
end requireName

on setColor(calRow, oldName, newColor)
	requireName(calRow, oldName)
	with timeout of 60 seconds
		tell application "Calendar"
			set color of calendar calRow to newColor
		end tell
	end timeout
end setColor

on setNote(calRow, oldName, newNote)
	requireName(calRow, oldName)
	with timeout of 60 seconds
		tell application "Calendar"
			set description of calendar calRow to newNote
		end tell
	end timeout
end setNote

on setName(calRow, oldName, newName)
	requireName(calRow, oldName)
	with timeout of 60 seconds
		tell application "Calendar"
			set name of calendar calRow to newName
		end tell
	end timeout
end setName
`,
  'update-event': `-- Changes the named properties of one event and nothing else.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are
--   4 row it was last seen in (0: not known)  5 uid  6 the event as eventText last gave it
--   7.. names of properties, each with its value (see applyChanges).
-- Rows: END and 0. The server reads the event back in another run.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row
property GS : character id 29 -- ends an item of a list
property CR : character id 13
property LF : character id 10
property uidColumn : {}
property uidLoaded : false

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is less than 8 then error "expected 8 fields or more" number 7002
	set calRow to calendarRow(fieldList)
	requireWritable(calRow)
	requireUnchanged(calRow, fieldList)
	applyChanges(calRow, item 5 of fieldList, fieldList, 7)
	return "END" & US & "0" & US & RS
end run

-- Fields from argv: "=text" begins one, "+text" goes on with the last. The mark keeps an empty value a value, and one
-- that begins with a hyphen from being read as an option. Arguments are data: they are compared and stored, never run.
on argFields(argv)
	set fieldList to {}
	repeat with i from 1 to count of argv
		set rawText to item i of argv
		if rawText starts with "=" then
			set end of fieldList to afterMark(rawText)
		else if rawText starts with "+" and (count of fieldList) is greater than 0 then
			set lastField to count of fieldList
			set item lastField of fieldList to (item lastField of fieldList) & afterMark(rawText)
		else
			error "unmarked argument" number 7002
		end if
	end repeat
	return fieldList
end argFields

on afterMark(rawText)
	if (length of rawText) is 1 then return ""
	return text 2 thru -1 of rawText
end afterMark

-- Calendars have no identifier that every version can read, and names repeat: a calendar is the nth of so many with its
-- name. Another number of them than the server saw means that the list has changed. Names that differ in case differ.
on calendarRow(fieldList)
	set calName to item 1 of fieldList
	set wantedTurn to (item 2 of fieldList) as integer
	set twinCount to (item 3 of fieldList) as integer
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	set seenCount to 0
	set foundRow to 0
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is calName then
				set seenCount to seenCount + 1
				if seenCount is wantedTurn then set foundRow to i
			end if
		end repeat
	end considering
	if foundRow is 0 or seenCount is not twinCount then error "calendar list changed" number 7001
	return foundRow
end calendarRow

on requireWritable(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set canWrite to writable of calendar calRow
		end tell
	end timeout
	if canWrite is false then error "calendar is read-only" number 7005
end requireWritable

-- Sets the named properties in the order given, from field "pos" on. The server chooses an order in which no event ends
-- before it starts on the way.
on applyChanges(calRow, evUid, fieldList, firstPos)
	set total to count of fieldList
	set pos to firstPos
	repeat while pos is less than or equal to total
		set fieldName to item pos of fieldList
		if fieldName is "start" or fieldName is "end" then
			setDate(calRow, evUid, fieldName, dateOf(fieldList, pos + 1))
			set pos to pos + 5
		else if fieldName is "excluded" then
			set dateCount to (item (pos + 1) of fieldList) as integer
			set dateList to {}
			repeat with j from 1 to dateCount
				set end of dateList to dateOf(fieldList, pos + 2 + (j - 1) * 4)
			end repeat
			setExcluded(calRow, evUid, dateList)
			set pos to pos + 2 + dateCount * 4
		else if fieldName is "addAlarm" then
			addAlarm(calRow, evUid, item (pos + 1) of fieldList, (item (pos + 2) of fieldList) as integer)
			set pos to pos + 3
		else if fieldName is "dropAlarm" then
			dropAlarm(calRow, evUid, item (pos + 1) of fieldList, (item (pos + 2) of fieldList) as integer)
			set pos to pos + 3
		else
			setText(calRow, evUid, fieldName, item (pos + 1) of fieldList)
			set pos to pos + 2
		end if
	end repeat
end applyChanges

-- A date from four fields: year, month, day, seconds of the day. Never from text, which is read by the user's region.
-- Day 1 first: on the 31st, a month of 30 days would roll over. What came out is compared with what was asked.
on dateOf(fieldList, pos)
	set y to (item pos of fieldList) as integer
	set m to (item (pos + 1) of fieldList) as integer
	set dd to (item (pos + 2) of fieldList) as integer
	set t to (item (pos + 3) of fieldList) as integer
	set d to current date
	set day of d to 1
	set year of d to y
	set month of d to m
	set day of d to dd
	set time of d to t
	if (year of d) is not y or ((month of d) as integer) is not m or (day of d) is not dd or (time of d) is not t then error "no such date" number 7003
	return d
end dateOf

on setDate(calRow, evUid, fieldName, newDate)
	with timeout of 60 seconds
		tell application "Calendar"
			if fieldName is "start" then
				set start date of event id evUid of calendar calRow to newDate
			else
				set end date of event id evUid of calendar calRow to newDate
			end if
		end tell
	end timeout
end setDate

on setExcluded(calRow, evUid, dateList)
	with timeout of 60 seconds
		tell application "Calendar"
			set excluded dates of event id evUid of calendar calRow to dateList
		end tell
	end timeout
end setExcluded

-- Written by uid: a row may shift while an event changes. Variable names never equal a term of the dictionary.
on setText(calRow, evUid, fieldName, newText)
	with timeout of 60 seconds
		tell application "Calendar"
			if fieldName is "title" then
				set summary of event id evUid of calendar calRow to newText
			else if fieldName is "place" then
				set location of event id evUid of calendar calRow to newText
			else if fieldName is "notes" then
				set description of event id evUid of calendar calRow to newText
			else if fieldName is "link" then
				set url of event id evUid of calendar calRow to newText
			else if fieldName is "rule" then
				set recurrence of event id evUid of calendar calRow to newText
			else if fieldName is "allDay" then
				set allday event of event id evUid of calendar calRow to (newText is "1")
			else if fieldName is "state" and newText is "confirmed" then
				set status of event id evUid of calendar calRow to confirmed
			else if fieldName is "state" and newText is "cancelled" then
				set status of event id evUid of calendar calRow to cancelled
			else if fieldName is "state" and newText is "none" then
				set status of event id evUid of calendar calRow to none
			else
				error "unknown field" number 7002
			end if
		end tell
	end timeout
end setText

-- Minutes, negative before the start.
on addAlarm(calRow, evUid, alarmKind, alarmMinutes)
	with timeout of 60 seconds
		tell application "Calendar"
			if alarmKind is "display" then
				make new display alarm at end of display alarms of event id evUid of calendar calRow with properties {trigger interval:alarmMinutes}
			else if alarmKind is "email" then
				make new mail alarm at end of mail alarms of event id evUid of calendar calRow with properties {trigger interval:alarmMinutes}
			else if alarmKind is "audio" then
				make new sound alarm at end of sound alarms of event id evUid of calendar calRow with properties {trigger interval:alarmMinutes}
			else
				error "unknown alarm" number 7002
			end if
		end tell
	end timeout
end addAlarm

on dropAlarm(calRow, evUid, alarmKind, alarmMinutes)
	with timeout of 60 seconds
		tell application "Calendar"
			if alarmKind is "display" then
				set minuteList to trigger interval of every display alarm of event id evUid of calendar calRow
			else if alarmKind is "email" then
				set minuteList to trigger interval of every mail alarm of event id evUid of calendar calRow
			else
				set minuteList to trigger interval of every sound alarm of event id evUid of calendar calRow
			end if
		end tell
	end timeout
	set alarmRow to 0
	repeat with i from 1 to count of minuteList
		if (item i of minuteList) is alarmMinutes then set alarmRow to i
	end repeat
	if alarmRow is 0 then error "alarm is gone" number 7014
	with timeout of 60 seconds
		tell application "Calendar"
			if alarmKind is "display" then
				delete display alarm alarmRow of event id evUid of calendar calRow
			else if alarmKind is "email" then
				delete mail alarm alarmRow of event id evUid of calendar calRow
			else
				delete sound alarm alarmRow of event id evUid of calendar calRow
			end if
		end tell
	end timeout
end dropAlarm

-- The guard: an event is written only when it still reads, letter for letter, as the server last saw it.
on requireUnchanged(calRow, fieldList)
	set evUid to item 5 of fieldList
	set evRow to eventRow(calRow, eventCount(calRow), (item 4 of fieldList) as integer, evUid)
	if evRow is 0 then error "event is gone" number 7010
	set nowText to eventText(calRow, evRow)
	considering case
		if nowText is not (item 6 of fieldList) then error "event changed" number 7006
	end considering
end requireUnchanged

on eventCount(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set total to count of events of calendar calRow
		end tell
	end timeout
	return total
end eventCount

-- The row of an event: where it was last seen, if it still stands there, else the only row with its uid; 0 when there is
-- none. The column of uids is read at most once a run.
on eventRow(calRow, total, hintRow, evUid)
	if hintRow is greater than 0 and hintRow is less than or equal to total then
		with timeout of 60 seconds
			tell application "Calendar"
				set seenUid to uid of event hintRow of calendar calRow
			end tell
		end timeout
		considering case
			if seenUid is evUid then return hintRow
		end considering
	end if
	if not my uidLoaded then
		with timeout of 110 seconds
			tell application "Calendar"
				set allUids to uid of every event of calendar calRow
			end tell
		end timeout
		set my uidColumn to allUids
		set my uidLoaded to true
	end if
	set matchRow to 0
	set matchCount to 0
	considering case
		repeat with i from 1 to count of my uidColumn
			if (item i of my uidColumn) is evUid then
				set matchRow to i
				set matchCount to matchCount + 1
			end if
		end repeat
	end considering
	if matchCount is greater than 1 then error "uid is not unique" number 7012
	return matchRow
end eventRow

-- Everything that is known of one event, as one row. Rows can shift while they are read: the uid is asked first and last.
on eventText(calRow, evRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set evUid to uid of event evRow of calendar calRow
			set evStart to start date of event evRow of calendar calRow
			set evEnd to end date of event evRow of calendar calRow
			set evAllDay to allday event of event evRow of calendar calRow
			set evRule to recurrence of event evRow of calendar calRow
			set evSkips to excluded dates of event evRow of calendar calRow
			set evStamp to stamp date of event evRow of calendar calRow
			set evSequence to sequence of event evRow of calendar calRow
			set evState to status of event evRow of calendar calRow
			set evTitle to summary of event evRow of calendar calRow
			set evPlace to location of event evRow of calendar calRow
			set evNotes to description of event evRow of calendar calRow
			set evLink to url of event evRow of calendar calRow
			set shownMinutes to trigger interval of every display alarm of event evRow of calendar calRow
			set mailedMinutes to trigger interval of every mail alarm of event evRow of calendar calRow
			set playedMinutes to trigger interval of every sound alarm of event evRow of calendar calRow
			set guestMails to email of every attendee of event evRow of calendar calRow
		end tell
	end timeout
	set guestNames to {}
	set guestStates to {}
	if (count of guestMails) is greater than 0 then
		with timeout of 60 seconds
			tell application "Calendar"
				set guestNames to display name of every attendee of event evRow of calendar calRow
				set guestStates to participation status of every attendee of event evRow of calendar calRow
			end tell
		end timeout
	end if
	with timeout of 60 seconds
		tell application "Calendar"
			set lastUid to uid of event evRow of calendar calRow
		end tell
	end timeout
	if (count of guestNames) is not (count of guestMails) or (count of guestStates) is not (count of guestMails) then error "event changed while it was read" number 7011
	considering case
		if lastUid is not evUid then error "event changed while it was read" number 7011
	end considering
	set timeText to dateText(evStart) & US & dateText(evEnd) & US & boolText(evAllDay) & US & cleanText(evRule) & US & datesText(evSkips)
	set stampText to dateText(evStamp) & US & cleanText(evSequence) & US & stateText(evState)
	set wordText to cleanText(evTitle) & US & cleanText(evPlace) & US & cleanText(evNotes) & US & cleanText(evLink)
	set alarmText to listText(shownMinutes) & US & listText(mailedMinutes) & US & listText(playedMinutes)
	set guestText to listText(guestMails) & US & listText(guestNames) & US & guestStatesText(guestStates)
	return cleanText(evUid) & US & timeText & US & stampText & US & wordText & US & alarmText & US & guestText & US
end eventText

-- Enumerators have a meaning inside a tell block only, and as text they may be raw codes. One word stands for two of
-- them (of events and of attendees), so it is never written: it is what is left over.
on stateText(evState)
	if evState is missing value then return "none"
	with timeout of 60 seconds
		tell application "Calendar"
			if evState is none then return "none"
			if evState is confirmed then return "confirmed"
			if evState is cancelled then return "cancelled"
		end tell
	end timeout
	return "tentative"
end stateText

on guestStatesText(guestStates)
	set s to ""
	repeat with guestState in guestStates
		set s to s & guestStateText(contents of guestState) & GS
	end repeat
	return s
end guestStatesText

on guestStateText(guestState)
	if guestState is missing value then return "unknown"
	with timeout of 60 seconds
		tell application "Calendar"
			if guestState is unknown then return "unknown"
			if guestState is accepted then return "accepted"
			if guestState is declined then return "declined"
		end tell
	end timeout
	return "tentative"
end guestStateText

-- Year, month, day and seconds of the day as whole numbers: no name, no order and no separator of the user's region.
on dateText(d)
	if d is missing value then return ""
	return ((year of d) as text) & "-" & (((month of d) as integer) as text) & "-" & ((day of d) as text) & "-" & ((time of d) as text)
end dateText

on datesText(dateList)
	set s to ""
	if dateList is missing value then return s
	repeat with d in dateList
		set s to s & dateText(contents of d) & GS
	end repeat
	return s
end datesText

on listText(valueList)
	set s to ""
	repeat with v in valueList
		set s to s & cleanText(contents of v) & GS
	end repeat
	return s
end listText

-- Missing becomes empty, every line end a line feed, and the three separators spaces: no event can forge a field.
on cleanText(v)
	if v is missing value then return ""
	set s to v as text
	if s contains CR then
		set s to replaceText(s, CR & LF, LF)
		set s to replaceText(s, CR, LF)
	end if
	if s contains US then set s to replaceText(s, US, " ")
	if s contains RS then set s to replaceText(s, RS, " ")
	if s contains GS then set s to replaceText(s, GS, " ")
	return s
end cleanText

on replaceText(s, findThis, putThis)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to findThis
	set parts to text items of s
	set AppleScript's text item delimiters to putThis
	set s to parts as text
	set AppleScript's text item delimiters to oldDelims
	return s
end replaceText

on boolText(b)
	if b is true then return "1"
	return "0"
end boolText
`,
} as const;

export type ScriptName = keyof typeof SCRIPT_SOURCES;
