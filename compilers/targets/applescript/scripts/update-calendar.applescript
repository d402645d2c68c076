-- Changes the name, color or description of one calendar.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are
--   4 new name (empty: stays)  5..7 red, green and blue (empty: stays)  8 set the description, 1 or 0  9 description.
-- Rows: END and 0. The server looks in another run what is there.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 9 then error "expected 9 fields" number 7002
	set oldName to item 1 of fieldList
	set newName to item 4 of fieldList
	set calRow to calendarRow(fieldList)
	requireWritable(calRow)
	considering case
		set isRenamed to (newName is not "" and newName is not oldName)
	end considering
	if isRenamed then requireFreeName(newName)
	if (item 5 of fieldList) is not "" then setColor(calRow, oldName, colorOf(fieldList, 5))
	if (item 8 of fieldList) is "1" then setNote(calRow, oldName, item 9 of fieldList)
	-- Last: the list may be in the order of the names.
	if isRenamed then setName(calRow, oldName, newName)
	return "END" & US & "0" & US & RS
end run

-- Rows can shift: the name is asked once more right before each change.
on requireName(calRow, oldName)
	with timeout of 60 seconds
		tell application "Calendar"
			set seenName to name of calendar calRow
		end tell
	end timeout
	considering case
		if seenName is not oldName then error "calendar list changed" number 7016
	end considering
end requireName

on setColor(calRow, oldName, newColor)
	requireName(calRow, oldName)
	with timeout of 60 seconds
		tell application "Calendar"
			set color of calendar calRow to newColor
		end tell
	end timeout
end setColor

on setNote(calRow, oldName, newNote)
	requireName(calRow, oldName)
	with timeout of 60 seconds
		tell application "Calendar"
			set description of calendar calRow to newNote
		end tell
	end timeout
end setNote

on setName(calRow, oldName, newName)
	requireName(calRow, oldName)
	with timeout of 60 seconds
		tell application "Calendar"
			set name of calendar calRow to newName
		end tell
	end timeout
end setName

-- include: handlers/arguments.applescript
-- include: handlers/calendar-row.applescript
-- include: handlers/require-writable.applescript
-- include: handlers/calendar-properties.applescript
