on boolText(b)
	if b is true then return "1"
	return "0"
end boolText
