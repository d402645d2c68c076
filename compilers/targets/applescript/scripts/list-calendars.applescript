-- Lists the calendars. No arguments.
-- Rows: name, writable (1 or 0); last END and the number of rows.

-- include: handlers/separators.applescript

on run argv
	if (count of argv) is not 0 then error "expected no arguments" number 7002
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
			set calWritable to writable of every calendar
		end tell
	end timeout
	set total to count of calNames
	if (count of calWritable) is not total then error "calendar list changed while it was read" number 7011
	set outRows to {}
	repeat with i from 1 to total
		set writableText to "0"
		if (item i of calWritable) is true then set writableText to "1"
		set end of outRows to cleanText(item i of calNames) & US & writableText & US
	end repeat
	set end of outRows to "END" & US & (total as text) & US
	return joinRows(outRows)
end run

-- include: handlers/clean-text.applescript
-- include: handlers/join-rows.applescript
