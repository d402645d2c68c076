import type { Words } from './words.js';

const DAY =
  '(?:today|tomorrow|tonight|this|next|on|at|from|mon|tues?|wed|thu|thurs?|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|the \\d|\\d)';
const CLOCK = '\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]\\.?m\\.?)?';
const DAYS = '(?:mon|tue|wed|thu|fri|sat|sun)\\p{L}*';

/** What people say before and after a request without asking for anything. */
export const FILLERS: Words['phrases'] = [
  [
    '^(?:(?:u+h*m*|er+m*|hmm+|so|ok(?:ay)?|right(?! (?:after|before))|well|oh|ah|hey(?: there)?|hi(?: there)?|yo|listen|yeah|yep|alright|and|by the way|btw|quick one|real quick|quick question|actually|basically|just|anyway|fyi|heads up|wait|no wait|oops|sorry|great|sure|lol|haha|cool|perfect|good morning|hello)(?:[,:!-]+ ?| ))+(?=\\p{L})',
    '',
  ],
  ["^(?:no|nope|nah|yes|yep),? (?=i(?:['’]?m|['’]?ll|m)? )", ''],
  [",? (?:let['’]?s )?(?:say|maybe|perhaps|like|probably)(?: at)? (?=\\d)", ' at '],
  [
    "^(?:(?:can|could|would|will) you|would you mind|do you mind|i(?:['’]?d| would) (?:really )?(?:like|love|want) (?:you )?to|i was wondering if you could|(?:please )?(?:make sure|be sure)(?: to| that| you)?|go ahead and|try (?:to|and)|feel free to|it would be (?:great|good|nice) if you could|you (?:need to|should|can)|i need you to|do me a favou?r and) (?:please |just |maybe |possibly |quickly |also )*",
    '',
  ],
  [
    ",? (?:please|pls|thanks|thank you|thx|cheers|for me|if (?:possible|you can|that['’]?s ok(?:ay)?)|(?:that )?would be (?:great|good|nice)|ok(?:ay)?|will you|can you|would you|when you (?:can|get a (?:chance|sec|minute))|or something|i think|i guess|i suppose|k|yeah|right)$",
    '',
  ],
];

/** Other ways to ask for a new event. */
export const PLANS: Words['phrases'] = [
  [
    `, ?(?:which |that |it )?(?:should|will|might) (?:take|last)(?: about)?(?= (?:an?|one|two|half|\\d))`,
    ' for',
  ],
  ["^i['’]?ve (?=an? )", 'add '],
  [
    '^(?:can|could|shall|should) we (?:please )?(?:get|put|add|schedule|book|plan|set up|organi[sz]e|arrange|squeeze in|do) (?=.*\\b(?:for|on|at|in)\\b)',
    'add ',
  ],
  [
    '^add (?:an? )?(?:thing|something|event|entry|appointment) (?:for|on|at) (.{1,40}?)(?:,|:) (.+)$',
    'add $2 $1',
  ],
  ['^put me down for ', 'add '],
  [
    '^block (?:off |out )?my (?:calendar|diary|schedule|time) (.{1,60}?),? (?:because |cause |as |since )?(?:i (?:need|have|want) to|to|for|so i can) (.+)$',
    'add $2 $1',
  ],
  ['^block (?:off |out )?my (?:calendar|diary|schedule|time)(?= )', 'add Busy'],
  [
    '^((?:an?|one|two|three|four|\\d+) (?:days?|weeks?)) (?:in|at|of) (.{1,40}?) (?:from|starting|beginning)(?: on)? (.+)$',
    'add "$2" from $3 for $1',
  ],
  ['(\\p{L}+day) (night|evening|morning|afternoon)s', 'every $1 in the $2'],
  [
    '^(?:we|they|i) (?:agreed|decided|planned|arranged) (?:to|on) (?:meet|have|hold|talk|speak|catch up|get together|meeting)(?: again)?',
    'add meeting',
  ],
  [
    '^(?:(?:please )?(?:set|add|create|make|put(?: in)?|give me|i need|need|schedule) )?(?:an? )?(?:reminder|alert|alarm|notification)(?: for me)?(?: for)? (?=(?:an?|one|two|three|half|\\d+)[ -].{0,25}(?:before|after) )',
    'remind me ',
  ],
  [
    '^(?:(?:set|add|create|make|put(?: in)?|give me|i need|need|schedule|leave) )?(?:me )?(?:an? )?reminders?(?: for me)?(?: to|:| that| about| for(?= (?:me|my|the|an?) )) ',
    'remind me to ',
  ],
  [
    "^(?:note to self|memo(?: to self)?|don['’]?t let me forget|remember|i (?:must|should|need to|have to) remember|ping me|nudge me|make sure i remember|tell me)(?:: | to | about (?=\\p{L}+ing ))(?:to )?",
    'remind me to ',
  ],
  [
    '^(?:send|shoot|give) (?:out )?(?:an? )?(?:calendar )?(?:invite|invitation)s? to (.{1,80}?) (?:for|to) ',
    'invite $1 to ',
  ],
  [
    '^(?:send|shoot|give) (.{1,60}?) an? (?:calendar )?(?:invite|invitation) (?:for|to) (?:an? )?',
    'invite $1 to ',
  ],
  [
    `^(?:stick|chuck|throw|pop|slot|squeeze|fit|whack|get|put|jot|mark|note|write|pencil|drop|lock|add|book) (.{1,80}?) (?:in|down)(?= (?:for )?${DAY}|$)`,
    'add $1',
  ],
  [
    '^(?:(?:stick|chuck|throw|pop|slot|squeeze|fit|pencil|add|book|put|lock|get) in|(?:jot|note|mark|put|write|take) down|jot|note|set aside|carve out|free up|protect|stick|chuck|throw|pop|slot|squeeze|get) (?:me )?(?=(?:an?|the|my|our|some|in|\\d|["“])[ \\p{L}\\p{N}])',
    'add ',
  ],
  [
    '^(?:keep|leave|block(?: off| out)?|hold) (.{1,40}?) (?:free|open|clear|blocked|out|off) for (.{1,80})$',
    'add $2 $1',
  ],
  [
    '^(?:block(?: off| out)?|hold|reserve|keep) (.{1,40}?) for (?!(?:an? )?(?:\\d|hour|half))(.{1,80})$',
    'add $2 $1',
  ],
  [
    "^(?:theres|there['’]?s|there is|there will be|we['’]?ve got|weve got|we have(?: got)?|i['’]?ve got|ive got|i have(?: got)?|i got|we got|got|having|we['’]?re having|were having|i['’]?m having|im having|i['’]?ll have|i['’]?m hosting|hosting|we['’]?re doing|(?:i|we) need|gonna have) (?!(?:any|no|nothing|enough|to|time|been|not|anything)[ ?])(?=[\\p{L}\\d])",
    'add ',
  ],
  [
    `^((?:today|tomorrow|tonight|(?:on |next |this )?${DAYS})(?: morning| afternoon| evening)?),? (?:i['’]?ve got|ive got|i have|there['’]?s|theres|we have|we['’]?ve got|i need to|i have to|i['’]m having|we['’]re having) `,
    'add $1 ',
  ],
  [
    "^(?:i['’]?m|im|i am|we['’]?re|i['’]?ll be) (?:meeting|seeing|catching up with|meeting up with) (?:up )?(?:with )?",
    'add meeting with ',
  ],
  [
    "^(?:i['’]?m|im|i am|we['’]?re|i['’]?ll be|ill be|we['’]?ll be|well be) (?:at|in) (.{1,40}?) (?=from \\d|on |next |this |until |tomorrow|today|tonight|all |(?:the )?\\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
    'add "In $1" ',
  ],
  [
    "^(?:i['’]?m|im|i am|i['’]?ll be|ill be|we['’]?re|we are) (?:going to be )?(?=on (?:holiday|vacation|leave|pto)|away|out|off|travell?ing|working|unavailable|abroad|wfh)",
    'add ',
  ],
  [
    `(?:departing|leaving|leaves|departs|dep\\.?|taking off|takes off)(?: at)? (${CLOCK}),? ?(?:and )?(?:arriving|arrives|arr\\.?|landing|lands|getting in|gets in)(?: at)? (?=\\d)`,
    'from $1 to ',
  ],
  [
    `(?<=\\b(?:flight|train|bus|ferry|plane|coach|boat|tram)\\b.{0,40})(?:departing|leaving|leaves|departs|departure)(?: at)? (?=${CLOCK})`,
    'at ',
  ],
  [
    '^(?!.*\\d)(?!what|when|who|is |are |do |does |am |cancel|delete|move|push|show|find|clear|how|any|call off)(?!.*(?:hours?|minutes?|mins?|days?|weeks?|right|directly|straight|just) (?:after|before) )(.{1,60}?) (after|before) (?=(?:the|my|our) )',
    '$1 right $2 ',
  ],
  [`(?:starting|starts|kicks off)(?: at)? (?=${CLOCK})`, 'at '],
  [`(${DAYS}(?:(?:, | ?& ?| and |, and |/)${DAYS})+)( .{1,30})? (?:every|each) week`, 'every $1$2'],
  [
    '(?:for )?((?:an?|one|two|three|four|\\d+|half an?)(?: and a half)? (?:hours?|mins?|minutes?))(?: of| for) (?=\\p{L})',
    'for $1 ',
  ],
];

/** Other ways to ask about events and free time. */
export const QUESTIONS: Words['phrases'] = [
  ['^(?:the )?rest of (?:my |the )?(?:day|today)$', "what's left today"],
  ['^(?:the )?rest of (?:my |the |this )?week$', "what's left this week"],
  [
    '^(?:which|what|list|show|any).*\\binvit\\p{L}+.* (?:need|have|left|waiting|yet) to (?:be )?(?:answer|repl|respond).*$',
    'which invitations are not answered',
  ],
  [
    '^(?:can|could|would|will) (?!i |we |you |it |that |this )(\\p{L}+(?:(?:, | and |, and )\\p{L}+)*)(?: both| all)? (?:do|make|meet)(?: on)? (.+)$',
    'are $1 free $2',
  ],
  [',? (?:but )?only (?:the |in the )?(morning|afternoon|evening)s', ' in the $1'],
  ['^remind me (?=(?:what|when|where|who|how)\\b)', ''],
  [
    "^(?:check|see|find out|tell me|let me know) (?:if|whether) i(?:['’]?m| am) (?=free|busy|available)",
    'am I ',
  ],
  ['^(?:check|see|find out|tell me|let me know) (?:if|whether) i have ', 'do I have '],
  [
    '^(?:check|see|find out|tell me|let me know) (?:if|whether) (\\p{L}+) (?:has (?:any )?time|is free|is available|can meet|is around|has (?:a )?(?:gap|space))',
    'is $1 free',
  ],
  ['^does (\\p{L}+) have (?:any )?(?:time|a gap|space|availability)', 'is $1 free'],
  ['^do i (?:need|have) to (?:be|go) (?:anywhere|somewhere)', 'do I have anything'],
  ['^where (?:do|should|must) i (?:need to |have to )?(?:be|go)(?= )', "what's on"],
  ["^(?:what|how)(?:['’]?s| is| does)? (?:my|the) day(?: look(?:ing)?)?(?: like)?$", "what's on today"],
  [
    "^(?:what|which|who|any|anyone|anything|show|list|do i).*\\b(?:haven['’]?t|not|still|yet to) (?:yet )?(?:got(?:ten)? back|get back|repl(?:y|ied)|respond(?:ed)?|answer(?:ed)?|rsvp).*$",
    'which invitations are not answered',
  ],
  [
    '^(?:search|look|find)(?: for| up)? (?:anything|everything|something|any|all|events?|meetings?)(?: (?:events?|meetings?))?(?: that (?:is|are))? (?:called|named|titled|about|mentioning|containing|to do with) ',
    'find ',
  ],
  [
    '^(?:i|we) need (?:to find )?((?:an?|half an|one|two|\\d+) ?(?:hours?|mins?|minutes?)) (?=with )(?!.*(?:\\bat\\b|\\d ?[ap]m|\\d:))',
    'find $1 ',
  ],
  [
    '(?<=^(?:what|anything|any|am i|do i|is|are|show|free|find|when|cancel|delete|remove|clear|move)\\b.{0,60})after lunch',
    'after 13:00',
  ],
  [
    '(?<=^(?:what|anything|any|am i|do i|is|are|show|free|find|when|cancel|delete|remove|clear|move)\\b.{0,60})before lunch',
    'before 12:00',
  ],
  [
    '(?<=^(?:what|anything|any|am i|do i|is|are|show|free|find|when|cancel|delete|remove|clear|move)\\b.{0,60})after work',
    'after 17:00',
  ],
  [
    '^(?:read|tell|give|send|run|walk|talk|take)(?: me)?(?: through)? (?:out )?(?:my|the|our) (?=schedule|agenda|calendar|diary|day|week|plans?)',
    'show my ',
  ],
  [
    "^(?:what['’]?s|whats|what is) (?:on )?(?:the |my )?(?:agenda|schedule|plan|plans|program(?:me)?)(?: look(?:ing|s)?(?: like)?)?(?= )",
    "what's on",
  ],
  [
    "^(?:give me |show me |tell me )?(?:everything|all)(?: (?:my )?(?:events?|meetings?|appointments?))?(?: (?:that )?i have| i(?:['’]ve)? got)?(?= (?:on|for|in|this|next|tomorrow|today|tonight)\\b)",
    "what's on",
  ],
  [
    "^(?:what do i have |what(?:['’]?s| is) |whats )?first thing(?= (?:on|tomorrow|today|mon|tues|wednes|thurs|fri|satur|sun))",
    "what's on",
  ],
  [
    "^(?:what['’]?s|whats|what is) (?:up |coming up )?next$|^(?:my )?next (?:one|thing|up)$|^(?:my )?next (meeting|appointment|event|call|session)$|^(?:what['’]?s|whats|what is|when['’]?s) my next (?:meeting|appointment|event|thing|one)$",
    'when is my next event',
  ],
  [
    '^(?:have i got|do i have|got|have we got|do we have|is there|any|are there) (?:any )?(?:time|room|space|gaps?|free time|availability)(?: free)? (?:for (?!me|us)|to |in )',
    'find free time for ',
  ],
  [
    '^(?:on )?(?:which|what) (?:days?|times?|evenings?|mornings?|afternoons?) (?:am i|are we|is \\p{L}+|do i have|would i be) (?:completely |totally |fully |all |most )?(?:free|available|open|clear|nothing)',
    'free time',
  ],
  [
    "^(?:when|what time|what day)(?:['’]?s| is| am i| are we| will i be)? (?:the |my |our )?(?:next |first |earliest |best )?(?:i['’]?m |am i )?(?:free|available|open)(?= |$)",
    'free time',
  ],
  [
    "^(?:when(?:['’]?s| is)|what(?:['’]?s| is)|whens|whats|find|suggest) (?:the |a )?(?:earliest|soonest|next|best|first|good)(?: possible)? ?(?:time|day|slot|moment|opening|gap)?(?: that)? (?:i|we)(?: can| could)?(?: all| both)? (?:meet|get together|catch up|talk|speak|chat|do)(?: up)?(?: with)?,?(?: me,?)?(?: and)?",
    'find free time to meet ',
  ],
  [
    '^(?:when|what time|what day) (?:can|could|should|would|might) (?:i|we)(?: all| both)? (?:meet|get together|catch up|talk|speak|chat|see|do)(?: up)?(?: (?:with|to))?,?(?: me,?)?(?: and)?',
    'find free time to meet ',
  ],
  [
    '^(?:when|what time|what day) (?:can|could|should|would) (?:me and )?(\\p{L}+) and (?:i|me) (?:meet|get together|catch up|talk|speak|chat)',
    'find free time to meet $1',
  ],
];
