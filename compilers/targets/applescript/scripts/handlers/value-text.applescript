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
