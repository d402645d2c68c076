-- Year, month, day and seconds of the day as whole numbers: no name, no order and no separator of the user's region.
on dateText(d)
	if d is missing value then return ""
	return ((year of d) as text) & "-" & (((month of d) as integer) as text) & "-" & ((day of d) as text) & "-" & ((time of d) as text)
end dateText
