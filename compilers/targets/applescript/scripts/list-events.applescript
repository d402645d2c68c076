-- The few columns that decide which events matter, for every event of one calendar. Series come as their masters.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are  4.. names of columns, none for all.
-- Rows: one for each column: its name, and a value for each event; REFUSED and its name where Calendar has no stamps. Once
--   the time of a run is up, columns are left out. Last END, the number of rows, and of events in the calendar.

-- include: handlers/separators.applescript
property oneColumn : {}

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is less than 3 then error "expected 3 fields or more" number 7002
	set calRow to calendarRow(fieldList)
	-- Stamps first: what changes later has another one at the next look.
	if (count of fieldList) is 3 then set fieldList to fieldList & {"stamp", "uid", "start", "end", "rule"}
	set startedAt to current date
	set total to -1
	set outRows to {}
	repeat with k from 4 to count of fieldList
		if total is -1 or ((current date) - startedAt) is less than 30 then
			set rowText to columnRow(calRow, item k of fieldList)
			if rowText is not "" then
				if total is -1 then set total to count of my oneColumn
				if (count of my oneColumn) is not total then error "calendar changed while it was read" number 7011
				set end of outRows to rowText
			else
				set end of outRows to "REFUSED" & US & (item k of fieldList) & US
			end if
		end if
	end repeat
	if total is -1 then set total to 0
	set end of outRows to "END" & US & ((count of outRows) as text) & US & (total as text) & US
	return joinTexts(outRows, RS) & RS
end run

-- Empty where Calendar refuses it: only the stamps may, and then everything is read again each time.
on columnRow(calRow, columnName)
	try
		-- A property of the script: a long list in a variable would be walked again at every access.
		set my oneColumn to columnOf(calRow, columnName)
	on error errText number errNumber
		if columnName is not "stamp" or errNumber is not -10000 then error errText number errNumber
		return ""
	end try
	set total to count of my oneColumn
	if total is 0 then return columnName & US
	set valueList to {}
	repeat with i from 1 to total
		if columnName is "uid" or columnName is "rule" then
			set end of valueList to cleanText(item i of my oneColumn)
		else
			set end of valueList to dateText(item i of my oneColumn)
		end if
	end repeat
	return columnName & US & joinTexts(valueList, US) & US
end columnRow

-- One Apple event whatever the size: a filter by date inside Calendar is slower than whole columns and times out.
on columnOf(calRow, columnName)
	with timeout of 110 seconds
		tell application "Calendar"
			if columnName is "stamp" then
				set gotColumn to stamp date of every event of calendar calRow
			else if columnName is "uid" then
				set gotColumn to uid of every event of calendar calRow
			else if columnName is "start" then
				set gotColumn to start date of every event of calendar calRow
			else if columnName is "end" then
				set gotColumn to end date of every event of calendar calRow
			else if columnName is "rule" then
				set gotColumn to recurrence of every event of calendar calRow
			else
				error "unknown column" number 7002
			end if
		end tell
	end timeout
	return gotColumn
end columnOf

on joinTexts(textList, separator)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to separator
	set s to textList as text
	set AppleScript's text item delimiters to oldDelims
	return s
end joinTexts

-- include: handlers/arguments.applescript
-- include: handlers/calendar-row.applescript
-- include: handlers/date-text.applescript
-- include: handlers/clean-text.applescript
