-- The guard: an event is written only when it still reads, letter for letter, as the server last saw it.
on requireUnchanged(calRow, fieldList)
	set evUid to item 4 of fieldList
	set evRow to eventRow(calRow, 0, evUid)
	if evRow is 0 then error "event is gone" number 7010
	set nowText to eventText(calRow, evRow)
	considering case
		if nowText is not (item 5 of fieldList) then error "event changed" number 7006
	end considering
	requireAddressed(calRow, evUid, nowText)
end requireUnchanged

-- Events are written by uid, and several may have it: the one that it stands for must be the one in the row.
on requireAddressed(calRow, evUid, nowText)
	with timeout of 60 seconds
		tell application "Calendar"
			set idStart to start date of event id evUid of calendar calRow
			set idEnd to end date of event id evUid of calendar calRow
			set idAllDay to allday event of event id evUid of calendar calRow
			set idRule to recurrence of event id evUid of calendar calRow
		end tell
	end timeout
	set idText to cleanText(evUid) & US & dateText(idStart) & US & dateText(idEnd) & US & boolText(idAllDay) & US & cleanText(idRule) & US
	considering case
		if not (nowText starts with idText) then error "uid is not unique" number 7012
	end considering
end requireAddressed
