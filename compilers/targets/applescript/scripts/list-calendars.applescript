-- Lists the calendars. No arguments.
-- Rows: name, writable (1 or 0), description, color (red, green, blue from 0 to 65535); last END and the number of rows.

-- include: handlers/separators.applescript

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

-- include: handlers/value-text.applescript
-- include: handlers/clean-text.applescript
-- include: handlers/join-rows.applescript
