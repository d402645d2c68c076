-- Makes one event. What could only be made in part is removed again.
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
