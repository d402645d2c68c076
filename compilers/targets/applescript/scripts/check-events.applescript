-- Has a calendar changed since it was listed? The number of its events and when each was last changed.
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

-- include: handlers/arguments.applescript
-- include: handlers/calendar-row.applescript
-- include: handlers/date-text.applescript
-- include: handlers/join-rows.applescript
