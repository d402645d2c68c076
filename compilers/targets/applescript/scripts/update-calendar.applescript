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

-- Three whole numbers from 0 to 65535: red, green, blue.
on colorOf(fieldList, pos)
	return {(item pos of fieldList) as integer, (item (pos + 1) of fieldList) as integer, (item (pos + 2) of fieldList) as integer}
end colorOf

-- A calendar is known by its name only: a second one of that name could not be told apart from the first.
on requireFreeName(newName)
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is newName then error "calendar name is taken" number 7015
		end repeat
	end considering
end requireFreeName

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
