-- The guard: an event is written only when it still reads, letter for letter, as the server last saw it, and is the only
-- one with its uid, by which it is written.
on requireUnchanged(calRow, fieldList)
	set evUid to item 4 of fieldList
	set evRow to eventRow(calRow, 0, evUid)
	if evRow is 0 then error "event is gone" number 7010
	set nowText to eventText(calRow, evRow)
	considering case
		if nowText is not (item 5 of fieldList) then error "event changed" number 7006
	end considering
end requireUnchanged
