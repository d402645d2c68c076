-- The uids of all events of one calendar, in the order of its rows.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are.
-- Rows: uid; last END and the number of rows.

-- include: handlers/separators.applescript
property colUid : {}

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 3 then error "expected 3 fields" number 7002
	set calRow to calendarRow(fieldList)
	with timeout of 110 seconds
		tell application "Calendar"
			set gotColumn to uid of every event of calendar calRow
		end tell
	end timeout
	-- A property of the script: a long list in a variable would be walked again at every access.
	set my colUid to gotColumn
	set total to count of my colUid
	set outRows to {}
	repeat with i from 1 to total
		set end of outRows to cleanText(item i of my colUid) & US
	end repeat
	set end of outRows to "END" & US & (total as text) & US
	return joinRows(outRows)
end run

-- include: handlers/arguments.applescript
-- include: handlers/calendar-row.applescript
-- include: handlers/clean-text.applescript
-- include: handlers/join-rows.applescript
