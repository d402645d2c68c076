-- What decides which events matter, of the events of one calendar from a row on. Series come as their masters.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are  4 first row.
-- Rows: uid, start, end and rule of an event, for as many as there was time for; last END, the number of rows, and of
--   events in the calendar.

-- include: handlers/separators.applescript

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 4 then error "expected 4 fields" number 7002
	set calRow to calendarRow(fieldList)
	set firstRow to (item 4 of fieldList) as integer
	set total to eventCount(calRow)
	set startedAt to current date
	set outRows to {}
	repeat while firstRow is less than or equal to total and ((current date) - startedAt) is less than 12
		set lastRow to firstRow + 99
		if lastRow is greater than total then set lastRow to total
		set rangeRows to rowsBetween(calRow, firstRow, lastRow)
		repeat with i from 1 to count of rangeRows
			set end of outRows to item i of rangeRows
		end repeat
		set firstRow to lastRow + 1
	end repeat
	if eventCount(calRow) is not total then error "calendar changed while it was read" number 7011
	set end of outRows to "END" & US & ((count of outRows) as text) & US & (total as text) & US
	return joinRows(outRows)
end run

-- One Apple event a column: a filter by date inside Calendar is slower than whole columns and times out. Rows can shift
-- between the columns: the uids are asked first and last.
on rowsBetween(calRow, firstRow, lastRow)
	with timeout of 110 seconds
		tell application "Calendar"
			set rangeUids to uid of events firstRow thru lastRow of calendar calRow
			set rangeStarts to start date of events firstRow thru lastRow of calendar calRow
			set rangeEnds to end date of events firstRow thru lastRow of calendar calRow
			set rangeRules to recurrence of events firstRow thru lastRow of calendar calRow
			set lastUids to uid of events firstRow thru lastRow of calendar calRow
		end tell
	end timeout
	set total to lastRow - firstRow + 1
	if (count of rangeUids) is not total or (count of rangeStarts) is not total or (count of rangeEnds) is not total or (count of rangeRules) is not total or (count of lastUids) is not total then error "calendar changed while it was read" number 7011
	considering case
		repeat with i from 1 to total
			if (item i of rangeUids) is not (item i of lastUids) then error "calendar changed while it was read" number 7011
		end repeat
	end considering
	set rangeRows to {}
	repeat with i from 1 to total
		set timeText to dateText(item i of rangeStarts) & US & dateText(item i of rangeEnds)
		set end of rangeRows to cleanText(item i of rangeUids) & US & timeText & US & cleanText(item i of rangeRules) & US
	end repeat
	return rangeRows
end rowsBetween

-- include: handlers/arguments.applescript
-- include: handlers/calendar-row.applescript
-- include: handlers/event-count.applescript
-- include: handlers/date-text.applescript
-- include: handlers/clean-text.applescript
-- include: handlers/join-rows.applescript
