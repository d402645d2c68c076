on eventCount(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set total to count of events of calendar calRow
		end tell
	end timeout
	return total
end eventCount
