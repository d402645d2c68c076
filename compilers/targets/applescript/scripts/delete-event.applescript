-- Deletes one event; of a series, the whole series. The server looks in another run whether it is gone.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are
--   4 row it was last seen in (0: not known)  5 uid  6 the event as eventText last gave it.
-- Rows: END and 0.

-- include: handlers/separators.applescript
property uidColumn : {}
property uidLoaded : false

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is not 6 then error "expected 6 fields" number 7002
	set calRow to calendarRow(fieldList)
	requireWritable(calRow)
	requireUnchanged(calRow, fieldList)
	removeEvent(calRow, item 5 of fieldList)
	return "END" & US & "0" & US & RS
end run

-- include: handlers/arguments.applescript
-- include: handlers/calendar-row.applescript
-- include: handlers/require-writable.applescript
-- include: handlers/require-unchanged.applescript
-- include: handlers/event-count.applescript
-- include: handlers/remove-event.applescript
-- include: handlers/event-row.applescript
-- include: handlers/event-text.applescript
-- include: handlers/value-text.applescript
-- include: handlers/date-text.applescript
-- include: handlers/clean-text.applescript
