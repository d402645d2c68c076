on requireWritable(calRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set canWrite to writable of calendar calRow
		end tell
	end timeout
	if canWrite is false then error "calendar is read-only" number 7005
end requireWritable
