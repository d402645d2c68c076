on joinRows(rowList)
	set oldDelims to AppleScript's text item delimiters
	set AppleScript's text item delimiters to RS
	set s to rowList as text
	set AppleScript's text item delimiters to oldDelims
	return s & RS
end joinRows
