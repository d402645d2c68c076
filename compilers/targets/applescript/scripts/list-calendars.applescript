-- Lists the calendars. No arguments.
-- Rows: name, writable (1 or 0), description, color (red, green, blue from 0 to 65535); last END and the number of rows.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row
property GS : character id 29 -- ends an item of a list
property CR : character id 13
property LF : character id 10

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

on listText(valueList)
	set s to ""
	repeat with v in valueList
		set s to s & cleanText(contents of v) & GS
	end repeat
	return s
end listText

on boolText(b)
	if b is true then return "1"
	return "0"
end boolText

-- Missing becomes empty, every line end a line feed, and the three separators spaces: no event can forge a field.
on cleanText(v)
	if v is missing value then return ""
	set s to v as text
	if s contains CR then
		set s to replaceText(s, CR & LF, LF)
		set s to replaceText(s, CR, LF)
	end if
	if s contains US then set s to replaceText(s, US, " ")
	if s contains RS then set s to replaceText(s, RS, " ")
	if s contains GS then set s to replaceText(s, GS, " ")
	return s
end cleanText

on replaceText(s, findThis, putThis)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to findThis
	set parts to text items of s
	set AppleScript's text item delimiters to putThis
	set s to parts as text
	set AppleScript's text item delimiters to oldDelims
	return s
end replaceText

on joinRows(rowList)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to RS
	set s to rowList as text
	set AppleScript's text item delimiters to oldDelims
	return s & RS
end joinRows
