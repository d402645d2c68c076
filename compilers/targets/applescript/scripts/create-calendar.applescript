-- Makes one calendar, in the account that Calendar chooses: scripts cannot name one.
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

-- include: handlers/arguments.applescript
-- include: handlers/calendar-properties.applescript
