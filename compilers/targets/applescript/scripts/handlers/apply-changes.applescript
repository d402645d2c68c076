-- Sets the named properties in the order given, from field "pos" on. The server chooses an order in which no event ends
-- before it starts on the way.
on applyChanges(calRow, evUid, fieldList, firstPos)
	set total to count of fieldList
	set pos to firstPos
	repeat while pos is less than or equal to total
		set fieldName to item pos of fieldList
		if fieldName is "start" or fieldName is "end" then
			setValue(calRow, evUid, fieldName, dateOf(fieldList, pos + 1))
			set pos to pos + 5
		else if fieldName is "excluded" then
			set dateCount to (item (pos + 1) of fieldList) as integer
			set dateList to {}
			repeat with j from 1 to dateCount
				set end of dateList to dateOf(fieldList, pos + 2 + (j - 1) * 4)
			end repeat
			setValue(calRow, evUid, fieldName, dateList)
			set pos to pos + 2 + dateCount * 4
		else if fieldName is "addAlarm" then
			addAlarm(calRow, evUid, (item (pos + 1) of fieldList) as integer)
			set pos to pos + 2
		else
			setValue(calRow, evUid, fieldName, item (pos + 1) of fieldList)
			set pos to pos + 2
		end if
	end repeat
end applyChanges

-- A date from four fields: year, month, day, seconds of the day. Never from text, which is read by the user's region.
-- Day 1 first: on the 31st, a month of 30 days would roll over. What came out is compared with what was asked.
on dateOf(fieldList, pos)
	set y to (item pos of fieldList) as integer
	set m to (item (pos + 1) of fieldList) as integer
	set dd to (item (pos + 2) of fieldList) as integer
	set t to (item (pos + 3) of fieldList) as integer
	set d to current date
	set day of d to 1
	set year of d to y
	set month of d to m
	set day of d to dd
	set time of d to t
	if (year of d) is not y or ((month of d) as integer) is not m or (day of d) is not dd or (time of d) is not t then error "no such date" number 7003
	return d
end dateOf

-- Written by uid: a row may shift while an event changes. Variable names never equal a term of the dictionary.
on setValue(calRow, evUid, fieldName, newValue)
	with timeout of 60 seconds
		tell application "Calendar"
			if fieldName is "start" then
				set start date of event id evUid of calendar calRow to newValue
			else if fieldName is "end" then
				set end date of event id evUid of calendar calRow to newValue
			else if fieldName is "excluded" then
				set excluded dates of event id evUid of calendar calRow to newValue
			else if fieldName is "title" then
				set summary of event id evUid of calendar calRow to newValue
			else if fieldName is "place" then
				set location of event id evUid of calendar calRow to newValue
			else if fieldName is "notes" then
				set description of event id evUid of calendar calRow to newValue
			else if fieldName is "link" then
				set url of event id evUid of calendar calRow to newValue
			else if fieldName is "rule" then
				set recurrence of event id evUid of calendar calRow to newValue
			else if fieldName is "allDay" then
				set allday event of event id evUid of calendar calRow to (newValue is "1")
			else
				error "unknown field" number 7002
			end if
		end tell
	end timeout
end setValue

-- Minutes, negative before the start.
on addAlarm(calRow, evUid, alarmMinutes)
	with timeout of 60 seconds
		tell application "Calendar"
			make new display alarm at end of display alarms of event id evUid of calendar calRow with properties {trigger interval:alarmMinutes}
		end tell
	end timeout
end addAlarm
