-- Everything about the named events of one calendar.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are; then for each event
--   the row it was listed in (0: not known) and its uid.
-- Rows: EVENT and what eventText gives; GONE; FAILED and a number where this one event cannot be read; LATER once the
--   time of a run is up. Last END and the number of rows.

-- include: handlers/separators.applescript
property uidColumn : {}
property uidLoaded : false

on run argv
	set fieldList to argFields(argv)
	set fieldCount to count of fieldList
	if fieldCount is less than 5 or (fieldCount mod 2) is not 1 then error "expected pairs of fields" number 7002
	set calRow to calendarRow(fieldList)
	set outRows to {}
	set startedAt to current date
	repeat with k from 4 to fieldCount by 2
		if k is greater than 4 and ((current date) - startedAt) is greater than 12 then
			set end of outRows to "LATER" & US
		else
			set foundRow to eventRow(calRow, (item k of fieldList) as integer, item (k + 1) of fieldList)
			if foundRow is 0 then
				set end of outRows to "GONE" & US
			else
				set end of outRows to eventOrNumber(calRow, foundRow)
			end if
		end if
	end repeat
	set end of outRows to "END" & US & ((count of outRows) as text) & US
	return joinRows(outRows)
end run

-- One event that Calendar refuses or is too slow to tell must not keep the others from being read.
on eventOrNumber(calRow, evRow)
	try
		return "EVENT" & US & eventText(calRow, evRow)
	on error errText number errNumber
		if errNumber is not -10000 and errNumber is not -1712 then error errText number errNumber
		return "FAILED" & US & (errNumber as text) & US
	end try
end eventOrNumber

-- include: handlers/arguments.applescript
-- include: handlers/event.applescript
-- include: handlers/date-text.applescript
-- include: handlers/clean-text.applescript
-- include: handlers/join-rows.applescript
