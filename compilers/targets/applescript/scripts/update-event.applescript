-- Changes the named properties of one event and nothing else.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are
--   4 uid  5 the event as eventText last gave it
--   6.. names of properties, each with its value (see applyChanges).
-- Rows: END and 0. The server reads the event back in another run.

-- include: handlers/separators.applescript
property uidColumn : {}
property uidLoaded : false

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is less than 7 then error "expected 7 fields or more" number 7002
	set calRow to calendarRow(fieldList)
	requireWritable(calRow)
	requireUnchanged(calRow, fieldList)
	applyChanges(calRow, item 4 of fieldList, fieldList, 6)
	return "END" & US & "0" & US & RS
end run

-- include: handlers/arguments.applescript
-- include: handlers/require-writable.applescript
-- include: handlers/require-unchanged.applescript
-- include: handlers/apply-changes.applescript
-- include: handlers/event.applescript
-- include: handlers/date-text.applescript
-- include: handlers/clean-text.applescript
