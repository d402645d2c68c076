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
