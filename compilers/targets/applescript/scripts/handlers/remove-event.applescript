on removeEvent(calRow, evUid)
	with timeout of 60 seconds
		tell application "Calendar"
			delete event id evUid of calendar calRow
		end tell
	end timeout
end removeEvent
