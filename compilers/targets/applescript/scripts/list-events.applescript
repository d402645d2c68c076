-- What decides which events matter, of the events of one calendar from a row on. Series come as their masters.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are  4 first row.
-- Rows: uid, start, end and rule of an event, for as many as there was time for; last END, the number of rows, and of
--   events in the calendar.

-- include: handlers/separators.applescript

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 4 then error "expected 4 fields" number 7002
	set calRow to calendarRow(fieldList)
	set doneRow to ((item 4 of fieldList) as integer) - 1
	with timeout of 60 seconds
		tell application "Calendar"
			set total to count of events of calendar calRow
		end tell
	end timeout
	set startedAt to current date
	set outRows to {}
	set lastText to ""
	repeat while doneRow is less than total and ((current date) - startedAt) is less than 12
		-- Each range begins with the last row of the one before: rows that shift in between are noticed.
		set fromRow to doneRow
		if lastText is "" then set fromRow to doneRow + 1
		set toRow to fromRow + 99
		if toRow is greater than total then set toRow to total
		set rangeRows to rowsBetween(calRow, fromRow, toRow)
		if lastText is not "" then
			considering case
				if (item 1 of rangeRows) is not lastText then error "calendar changed while it was read" number 7011
			end considering
		end if
		repeat with i from fromRow to toRow
			if i is greater than doneRow then set end of outRows to item (i - fromRow + 1) of rangeRows
		end repeat
		set lastText to item (count of rangeRows) of rangeRows
		set doneRow to toRow
	end repeat
	set end of outRows to "END" & US & ((count of outRows) as text) & US & (total as text) & US
	return joinRows(outRows)
end run

-- One Apple event a column: a filter by date inside Calendar is slower than whole columns and times out. Rows can shift
-- between the columns: the uids are asked first and last.
on rowsBetween(calRow, fromRow, toRow)
	with timeout of 110 seconds
		tell application "Calendar"
			set rangeUids to uid of events fromRow thru toRow of calendar calRow
			set rangeStarts to start date of events fromRow thru toRow of calendar calRow
			set rangeEnds to end date of events fromRow thru toRow of calendar calRow
			set rangeRules to recurrence of events fromRow thru toRow of calendar calRow
			set lastUids to uid of events fromRow thru toRow of calendar calRow
		end tell
	end timeout
	set total to toRow - fromRow + 1
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
-- include: handlers/date-text.applescript
-- include: handlers/clean-text.applescript
-- include: handlers/join-rows.applescript
