-- Deletes one event; of a series, the whole series. The server looks in another run whether it is gone.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are
--   4 uid  5 the event as eventText last gave it.
-- Rows: END and 0.

-- include: handlers/separators.applescript
property uidColumn : {}
property uidLoaded : false

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 5 then error "expected 5 fields" number 7002
	set calRow to calendarRow(fieldList)
	requireWritable(calRow)
	requireUnchanged(calRow, fieldList)
	set evUid to item 4 of fieldList
	with timeout of 60 seconds
		tell application "Calendar"
			delete event id evUid of calendar calRow
		end tell
	end timeout
	return "END" & US & "0" & US & RS
end run

-- include: handlers/arguments.applescript
-- include: handlers/require-writable.applescript
-- include: handlers/require-unchanged.applescript
-- include: handlers/event.applescript
-- include: handlers/date-text.applescript
-- include: handlers/clean-text.applescript
