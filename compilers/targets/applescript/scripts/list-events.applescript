-- The few columns that decide which events matter, for every event of one calendar. Series come as their masters.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are.
-- Rows: uid, start, end, rule, stamp; last END and the number of rows.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row
property GS : character id 29 -- ends an item of a list
property CR : character id 13
property LF : character id 10
property colUid : {}
property colStart : {}
property colEnd : {}
property colRule : {}
property colStamp : {}

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 3 then error "expected 3 fields" number 7002
	set calRow to calendarRow(fieldList)
	-- Five Apple events whatever the size: a filter by date inside Calendar is slower than whole columns and times out.
	with timeout of 110 seconds
		tell application "Calendar"
			set gotUid to uid of every event of calendar calRow
			set gotStart to start date of every event of calendar calRow
			set gotEnd to end date of every event of calendar calRow
			set gotRule to recurrence of every event of calendar calRow
			set gotStamp to stamp date of every event of calendar calRow
		end tell
	end timeout
	-- Read as properties of the script: a long list in a variable would be walked anew at every access.
	set my colUid to gotUid
	set my colStart to gotStart
	set my colEnd to gotEnd
	set my colRule to gotRule
	set my colStamp to gotStamp
	set total to count of my colUid
	if (count of my colStart) is not total or (count of my colEnd) is not total or (count of my colRule) is not total or (count of my colStamp) is not total then error "calendar changed while it was read" number 7011
	set outRows to {}
	repeat with i from 1 to total
		set end of outRows to cleanText(item i of my colUid) & US & dateText(item i of my colStart) & US & dateText(item i of my colEnd) & US & cleanText(item i of my colRule) & US & dateText(item i of my colStamp) & US
	end repeat
	set end of outRows to "END" & US & (total as text) & US
	return joinRows(outRows)
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

-- Year, month, day and seconds of the day as whole numbers: no name, no order and no separator of the user's region.
on dateText(d)
	if d is missing value then return ""
	return ((year of d) as text) & "-" & (((month of d) as integer) as text) & "-" & ((day of d) as text) & "-" & ((time of d) as text)
end dateText

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
