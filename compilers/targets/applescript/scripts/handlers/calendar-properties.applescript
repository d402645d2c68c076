-- A calendar is known by its name only: a second one of that name could not be told apart from the first.
on requireFreeName(newName)
	with timeout of 60 seconds
		tell application "Calendar"
			set calNames to name of every calendar
		end tell
	end timeout
	considering case
		repeat with i from 1 to count of calNames
			if (item i of calNames) is newName then error "calendar name is taken" number 7015
		end repeat
	end considering
end requireFreeName

-- Three whole numbers from 0 to 65535: red, green, blue.
on colorOf(fieldList, pos)
	return {(item pos of fieldList) as integer, (item (pos + 1) of fieldList) as integer, (item (pos + 2) of fieldList) as integer}
end colorOf
