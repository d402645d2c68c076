-- Changes the named properties of one event and nothing else.
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
	requireAddressed(calRow, evUid, nowText)
end requireUnchanged

-- Events are written by uid, and several may have it: the one that it stands for must be the one in the row.
on requireAddressed(calRow, evUid, nowText)
	with timeout of 60 seconds
		tell application "Calendar"
			set idStart to start date of event id evUid of calendar calRow
			set idEnd to end date of event id evUid of calendar calRow
			set idAllDay to allday event of event id evUid of calendar calRow
			set idRule to recurrence of event id evUid of calendar calRow
		end tell
	end timeout
	set idText to cleanText(evUid) & US & dateText(idStart) & US & dateText(idEnd) & US & boolText(idAllDay) & US & cleanText(idRule) & US
	considering case
		if not (nowText starts with idText) then error "uid is not unique" number 7012
	end considering
end requireAddressed

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
-- What need not be there may refuse to be told alone, and is a question mark then.
on eventText(calRow, evRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set evUid to uid of event evRow of calendar calRow
			set evStart to start date of event evRow of calendar calRow
			set evEnd to end date of event evRow of calendar calRow
			set evAllDay to allday event of event evRow of calendar calRow
			set evRule to recurrence of event evRow of calendar calRow
			set evSkips to excluded dates of event evRow of calendar calRow
			set evState to status of event evRow of calendar calRow
			set evTitle to summary of event evRow of calendar calRow
			set evPlace to location of event evRow of calendar calRow
			set evNotes to description of event evRow of calendar calRow
			set evLink to url of event evRow of calendar calRow
		end tell
	end timeout
	set stampText to stampOf(calRow, evRow) & US & sequenceOf(calRow, evRow) & US & stateText(evState)
	set alarmText to alarmsOf(calRow, evRow)
	set guestText to guestsOf(calRow, evRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set lastUid to uid of event evRow of calendar calRow
		end tell
	end timeout
	considering case
		if lastUid is not evUid then error "event changed while it was read" number 7011
	end considering
	set timeText to dateText(evStart) & US & dateText(evEnd) & US & boolText(evAllDay) & US & cleanText(evRule) & US & datesText(evSkips)
	set wordText to cleanText(evTitle) & US & cleanText(evPlace) & US & cleanText(evNotes) & US & cleanText(evLink)
	return cleanText(evUid) & US & timeText & US & stampText & US & wordText & US & alarmText & US & guestText & US
end eventText

on stampOf(calRow, evRow)
	try
		with timeout of 10 seconds
			tell application "Calendar"
				set evStamp to stamp date of event evRow of calendar calRow
			end tell
		end timeout
	on error
		return "?"
	end try
	return dateText(evStamp)
end stampOf

on sequenceOf(calRow, evRow)
	try
		with timeout of 10 seconds
			tell application "Calendar"
				set evSequence to sequence of event evRow of calendar calRow
			end tell
		end timeout
	on error
		return "?"
	end try
	return cleanText(evSequence)
end sequenceOf

on alarmsOf(calRow, evRow)
	try
		with timeout of 10 seconds
			tell application "Calendar"
				set shownMinutes to trigger interval of every display alarm of event evRow of calendar calRow
				set mailedMinutes to trigger interval of every mail alarm of event evRow of calendar calRow
				set playedMinutes to trigger interval of every sound alarm of event evRow of calendar calRow
			end tell
		end timeout
	on error
		return "?" & US & "?" & US & "?"
	end try
	return listText(shownMinutes) & US & listText(mailedMinutes) & US & listText(playedMinutes)
end alarmsOf

on guestsOf(calRow, evRow)
	set guestNames to {}
	set guestStates to {}
	try
		with timeout of 10 seconds
			tell application "Calendar"
				set guestMails to email of every attendee of event evRow of calendar calRow
			end tell
		end timeout
		if (count of guestMails) is greater than 0 then
			with timeout of 10 seconds
				tell application "Calendar"
					set guestNames to display name of every attendee of event evRow of calendar calRow
					set guestStates to participation status of every attendee of event evRow of calendar calRow
				end tell
			end timeout
		end if
	on error
		return "?" & US & "?" & US & "?"
	end try
	if (count of guestNames) is not (count of guestMails) or (count of guestStates) is not (count of guestMails) then error "event changed while it was read" number 7011
	return listText(guestMails) & US & listText(guestNames) & US & guestStatesText(guestStates)
end guestsOf

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
