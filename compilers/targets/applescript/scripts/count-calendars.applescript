-- Next to nothing: does Calendar answer at all? No arguments.
-- Rows: the number of calendars; END and 1.

property US : character id 31 -- ends a field
property RS : character id 30 -- ends a row

on run argv
	if (count of argv) is not 0 then error "expected no arguments" number 7002
	with timeout of 10 seconds
		tell application "Calendar"
			set total to count of calendars
		end tell
	end timeout
	return (total as text) & US & RS & "END" & US & "1" & US & RS
end run
