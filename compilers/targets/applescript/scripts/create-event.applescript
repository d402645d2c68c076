-- Makes one event. What could only be made in part is removed again.
-- Fields: 1 calendar name  2 which of those with this name  3 how many there are
--   4..7 start: year month day second-of-day  8..11 end  12 all-day 1 or 0  13 title
--   14.. names of properties, each with its value (see applyChanges).
-- Rows: NEW, uid; END and 1. The server reads the event back in another run.

-- include: handlers/separators.applescript

on run argv
	set fieldList to argFields(argv)
	if (count of fieldList) is less than 13 then error "expected 13 fields or more" number 7002
	set newStart to dateOf(fieldList, 4)
	set newEnd to dateOf(fieldList, 8)
	if newEnd is less than newStart then error "end is before start" number 7002
	set isAllDay to ((item 12 of fieldList) is "1")
	set newTitle to item 13 of fieldList
	set calRow to calendarRow(fieldList)
	requireWritable(calRow)
	with timeout of 110 seconds
		tell application "Calendar"
			set newEvent to make new event at end of events of calendar calRow with properties {summary:newTitle, start date:newStart, end date:newEnd, allday event:isAllDay}
			set newUid to uid of newEvent
		end tell
	end timeout
	try
		applyChanges(calRow, newUid, fieldList, 14)
	on error errText number errNumber
		try
			with timeout of 60 seconds
				tell application "Calendar"
					delete event id newUid of calendar calRow
				end tell
			end timeout
		on error
			error "made in part and not removed" number 7013
		end try
		error errText number errNumber
	end try
	return "NEW" & US & cleanText(newUid) & US & RS & "END" & US & "1" & US & RS
end run

-- include: handlers/arguments.applescript
-- include: handlers/require-writable.applescript
-- include: handlers/apply-changes.applescript
-- include: handlers/clean-text.applescript
