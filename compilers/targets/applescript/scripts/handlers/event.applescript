-- The row of an event: where it was listed, if it still stands there, else the only row with its uid; 0 when there is
-- none. The column of uids is read at most once a run.
on eventRow(calRow, listedRow, evUid)
	if listedRow is greater than 0 then
		with timeout of 60 seconds
			tell application "Calendar"
				set seenUid to uid of event listedRow of calendar calRow
			end tell
		end timeout
		considering case
			if seenUid is evUid then return listedRow
		end considering
	end if
	if not my uidLoaded then
		with timeout of 110 seconds
			tell application "Calendar"
				set allUids to uid of every event of calendar calRow
			end tell
		end timeout
		set my uidColumn to allUids
		set my uidLoaded to true
	end if
	set matchRow to 0
	set matchCount to 0
	considering case
		repeat with i from 1 to count of my uidColumn
			if (item i of my uidColumn) is evUid then
				set matchRow to i
				set matchCount to matchCount + 1
			end if
		end repeat
	end considering
	if matchCount is greater than 1 then error "uid is not unique" number 7012
	return matchRow
end eventRow

-- Everything that is known of one event, as one row. Rows can shift while they are read: the uid is asked first and last.
-- What need not be there may refuse to be told alone, and is a question mark then.
on eventText(calRow, evRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set evUid to uid of event evRow of calendar calRow
			set evStart to start date of event evRow of calendar calRow
			set evEnd to end date of event evRow of calendar calRow
			set evAllDay to allday event of event evRow of calendar calRow
			set evRule to recurrence of event evRow of calendar calRow
			set evSkips to excluded dates of event evRow of calendar calRow
			set evState to status of event evRow of calendar calRow
			set evTitle to summary of event evRow of calendar calRow
			set evPlace to location of event evRow of calendar calRow
			set evNotes to description of event evRow of calendar calRow
			set evLink to url of event evRow of calendar calRow
		end tell
	end timeout
	set stampText to stampOf(calRow, evRow) & US & stateText(evState)
	set alarmText to alarmsOf(calRow, evRow)
	set guestText to guestsOf(calRow, evRow)
	with timeout of 60 seconds
		tell application "Calendar"
			set lastUid to uid of event evRow of calendar calRow
		end tell
	end timeout
	considering case
		if lastUid is not evUid then error "event changed while it was read" number 7011
	end considering
	set timeText to dateText(evStart) & US & dateText(evEnd) & US & boolText(evAllDay) & US & cleanText(evRule) & US & datesText(evSkips)
	set wordText to cleanText(evTitle) & US & cleanText(evPlace) & US & cleanText(evNotes) & US & cleanText(evLink)
	return cleanText(evUid) & US & timeText & US & stampText & US & wordText & US & alarmText & US & guestText & US
end eventText

on stampOf(calRow, evRow)
	try
		with timeout of 10 seconds
			tell application "Calendar"
				set evStamp to stamp date of event evRow of calendar calRow
			end tell
		end timeout
	on error
		return "?"
	end try
	return dateText(evStamp)
end stampOf

on alarmsOf(calRow, evRow)
	with timeout of 10 seconds
		tell application "Calendar"
			set shownMinutes to trigger interval of every display alarm of event evRow of calendar calRow
			set mailedMinutes to trigger interval of every mail alarm of event evRow of calendar calRow
			set playedMinutes to trigger interval of every sound alarm of event evRow of calendar calRow
		end tell
	end timeout
	return listText(shownMinutes) & US & listText(mailedMinutes) & US & listText(playedMinutes)
end alarmsOf

on guestsOf(calRow, evRow)
	set guestNames to {}
	set guestStates to {}
	try
		with timeout of 10 seconds
			tell application "Calendar"
				set guestMails to email of every attendee of event evRow of calendar calRow
			end tell
		end timeout
		if (count of guestMails) is greater than 0 then
			with timeout of 10 seconds
				tell application "Calendar"
					set guestNames to display name of every attendee of event evRow of calendar calRow
					set guestStates to participation status of every attendee of event evRow of calendar calRow
				end tell
			end timeout
		end if
	on error
		return "?" & US & "?" & US & "?"
	end try
	if (count of guestNames) is not (count of guestMails) or (count of guestStates) is not (count of guestMails) then error "event changed while it was read" number 7011
	return listText(guestMails) & US & listText(guestNames) & US & guestStatesText(guestStates)
end guestsOf

-- Enumerators have a meaning inside a tell block only, and as text they may be raw codes. One word stands for two of
-- them (of events and of attendees), so it is never written: it is what is left over.
on stateText(someState)
	if someState is missing value then return "none"
	with timeout of 60 seconds
		tell application "Calendar"
			if someState is none then return "none"
			if someState is confirmed then return "confirmed"
			if someState is cancelled then return "cancelled"
			if someState is unknown then return "unknown"
			if someState is accepted then return "accepted"
			if someState is declined then return "declined"
		end tell
	end timeout
	return "tentative"
end stateText

on guestStatesText(guestStates)
	set s to ""
	repeat with guestState in guestStates
		set s to s & stateText(contents of guestState) & GS
	end repeat
	return s
end guestStatesText

on datesText(dateList)
	set s to ""
	if dateList is missing value then return s
	repeat with d in dateList
		set s to s & dateText(contents of d) & GS
	end repeat
	return s
end datesText

on listText(valueList)
	set s to ""
	repeat with v in valueList
		set s to s & cleanText(contents of v) & GS
	end repeat
	return s
end listText

on boolText(b)
	if b is true then return "1"
	return "0"
end boolText
