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
