import { expressionsOf } from './words.js';

/** Parts of questions: their openings, their topics, and words that name no event. */
export const ASKED = expressionsOf(
  'order freeOrBusy freeTime asksFreeTime looksFor conflicts spent past nth nextN called unanswered answerWords guests otherTopics limits aside asking measuring freeWords vague left company count question turn',
  String.raw`
order: ^(?:next|(?:my |the )?(?:first|last) (?:meeting|event|appointment|thing)(?= with\b| ?\|)|show(?: me)?|list|display|(?:see|view)(?= (?:my|our|the (?:calendar|schedule|agenda)|what|all)\b)|have i got|there|anything|everything(?! (?:is|on (?:hold|track)))|all(?:[- ]day)? (?:things|events|meetings|appointments|entries)|find|search|look up|look for|my (?:schedule|agenda|calendar|next|week|day)|agenda|schedule for|calendar for|overview|hours of|hrs of|total (?:time|hours)|first free)\b
freeOrBusy: ^(?:am i|will i be|are we) (?:free|busy|available)\b|^(?:would|does|is|could) [^a-z]{1,60}(?: (?:free|available))? ?(?:work|suit|be ok|okay|be possible|good|free)(?: for (?:me|us|you))?$
freeTime: \b(?:free|spare|slots?|availability|available|around|(?:can|could) .{1,40} (?:meet|make|do)|squeeze|fit|time (?:to|for|with|between)|enough time|gaps?|works? for)\b
asksFreeTime: ^(?:find|when|look for|suggest|get|give|show|list|what|which|is|are|where|got|have|has|do (?:i|we) have|any|need|i need|propose|(?:first )?free|can|could|will (?:i|we) have|how (?:much|many))\b
looksFor: ^(?:find|look for|suggest|get|give|propose|need|i need)(?: me| us)?\b
conflicts: \b(?:conflicts?|overlap\w*|clash\w*|collid\w*|coincid\w*|interfer\w*|double[- ]?book(?:ed|ings?))\b
spent: \b(?:how (?:much time|many hours|much of my)|(?:hours|hrs) (?:of|in)\b|total (?:time|hours)|where (?:did|does) (?:my|the) time go|(?:busiest|emptiest|quietest|fullest|lightest|(?:least|most) busy) (?:day|week|weekday)|(?:day|week)\b.* (?:busiest|emptiest|quietest|fullest|lightest|(?:least|most) busy|has the (?:most|least|fewest))|(?:more|most) of my time|versus|compared? (?:to|with))\b
past: \b(?:was|were)\b|\b(?:did|had) (?:i|we|my)\b|\bhave (?:i|we) (?:been|had|met|seen|spent)\b
nth: \b(?:my|the) (?:very )?(first|earliest|last|latest|final) (?:meeting|event|appointment|call|session|thing|one|entry|commitment)?\b|^(?:what is )?(first|last)\b
nextN: \bnext (\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|couple of|few)\b
called: \b(?:called|named|titled) (.+)$
unanswered: \b(?:invit\w+|anything|what|which|everything)\b.*(?:\bnot|n['’]t|\bun\w+|\bneed to)\b.*(?:answer|repl|respond)\w*|\b(?:unanswered|open|pending) (?:invitations?|invites?)\b|\b(?:invitations?|invites?) are (?:still )?(?:open|pending)
answerWords: ^(?:(?:un)?answer\w*|repl\w+|respond\w*|not|n|t|haven|yet|still|open|pending|need|outstanding|invit\w+)$
guests: ^(?:who|whom)\b|^(?:has|have|did|is) .*\b(?:accept|declin|repl|respond|answer|confirm|say (?:yes|no)|said (?:yes|no)|invited|coming|attending)|\bhow many (?:people|guests|attendees)|\bwho(?:m| is| has|)\b
otherTopics: \b(?:weather|temperature|rain|snow|forecast|news|score|won|stock|price|traffic|recipe|joke)\b
limits: \b(?:after|before|until|since|only|without|mornings|evenings|that i|more than|less than|at least|between (?!\|))\b
aside: ,? (?:or (?:is|am|are|was|were|do|does|did|can|could|will|not|should|what)\b|and (?:what|how|who|where|when|which)\b|(?:because|since|as|so) (?:i|we|my|that)\b|i (?:forgot|need to know|do not know|want to|am|mean|cannot)\b|(?:just the|in order of|sorted)\b).*$
asking: (?<![\p{L}])(?:what|which|who|whom|whose|when|where|how|many|much|long|time|times|address|location|place|places|look(?:s|ing)? like|day|days|date|like|left|remaining|still|yet|already|again|exactly|actually|see|seeing|meet(?:ing|ings)?|met|attend\w*|organi[sz]\w*|invit\w+|guests?|people|overview|agenda|everything|everyone|all|each|now|else|start|starts|begin|begins|end|ends|finish|finishes|leave|leaves|left|show|list|display|view|tell|read|give|do|did|does|have|has|had|got|get|is|are|am|was|were|will|would|be|been|being|there|here|any|anything|something|find|search|look|up|me|us|i|we|my|our|the|for|on|in|at|of|to|from|till|until|between|a|an|and|calendars?|schedule|agenda|diary|plans?|planned|scheduled|booked|supposed|happen\w*|hapening|going|com(?:e|es|ing)|doing|events?|appointments?|entry|entries|occurrences?|things?|thing|next|last|first|earliest|latest|final|upcoming|coming|take|takes|taking|about|by|with|rest|s|just|tell|go|it|ve|due|so|ever|need|yes|no|say|said|accept\w*|declin\w*|repl(?:y|ied)|respond\w*|answer\w*|confirm\w*|spent?|spend|spending|total|altogether|that|this|week|month|room|please|two|three|few|few|couple|depart|departs|arrive|arrives|hold|held|fall|falls|forgot|new|old)(?![\p{L}'-])
measuring: (?<![\p{L}])(?:hours?|hrs|busiest|emptiest|quietest|fullest|lightest|least|most|busy|more|versus|compared?|vs|than|weekday|fewest|takes?|mine|used|use|anywhere|would|clash|cause|because|miss|one|myself|smth|anyone|year)(?![\p{L}'-])
freeWords: (?<![\p{L}])(?:find|when|look|for|suggest|get|give|show|list|what|which|is|are|am|where|got|have|has|do|does|will|any|need|propose|free|first|next|time|slots?|availability|available|around|can|could|i|we|me|us|my|our|the|a|an|to|with|meet|meeting|call|in|on|at|of|there|both|all|each|and|or|gaps?|fit|squeeze|make|it|works?|that|options?|spare|anywhere|chat|sync|be|still|somewhere|enough|between|before|after|from|until|min|minimum|least|busy|would|suit|ok|okay|possible|good|together|some|work|proper|go|one|tell|please|evenings?|afternoons?|mornings?|days?|hours?|hrs?|dates?)(?![\p{L}'-])
vague: \b(?:accept|declin|confirm|invit|respond|repl|attend|organi[sz]|new|old|book|people|guests|room|no\b|due|due\b|long\b)
company: .*\b(?:with|by|from|meet|meeting|see|seeing) (.+)$
count: ^how many\b(?! (?:days|weeks|nights|sleeps|hours|minutes|people|guests))
question: ^(?:[¿ ]|(?:at|on|in|for|until|since|by|to|an|à|a) (?=wh|welch|quel|qu[ée]))*(?:what|which|who|whom|whose|when|where|why|how|is|are|am|was|were|do(?= (?:i|we|you|they|my|our|any)(?!\p{L}))|does|did|has|have (?:i|we|they|you)|had|will|would|can|could|should|shall|may i|any|anything|wann|welche[mnrs]?|wer|wo|wie|was|hab|habe|quand|quels?|quelles?|qui|qu|où|combien|est-ce|qué|cuándo|cuántas?|cuántos?|quién|quiénes|dónde|cuál)(?![\p{L}'’])(?! (?:dinner|lunch))
turn: \b(?:sorry|oops|wait|actually|scratch|or rather|i mean|make (?:that|it))\b
left: \b(?:left|remaining|still|rest of|else|any ?more)\b
`,
);

export const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/\bcalendars?\b/i, 'calendar'],
  [/\b(?:versus|compared?|which week|busiest week|per week)\b/i, 'week'],
  [/\b(?:days?|weekday)\b/i, 'day'],
  [/^(?:who|with whom)\b/i, 'person'],
];
