import type { Words } from './words.js';

const DURATION =
  '(?:an?|one|two|three|half|\\d+)[ -].{0,25}?(?:hours?|mins?|minutes?|h|m|days?|weeks?|hour and a half)';
const AT =
  '(?:at |on |from )?(?:\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]\\.?m\\.?)?|noon|midday|half \\p{L}+|\\p{L}+day)';
const I = "(?:i['’]?m|im|i am|i['’]?ll|ill|i will|we['’]?re|we are|we['’]?ll|we will|i|we)";
const NOT = "(?:can['’]?t|cannot|can not|won['’]?t|wont|will not|couldn['’]?t)";

/** Other ways to ask for a change of an event. */
export const CHANGES: Words['phrases'] = [
  [`(?<=\\b(?:i['’]?m|is|are|i['’]?ll|it['’]?s|i) )(?:definitely|really|actually|certainly|still)(?= )`, ''],
  ['(?<=^(?:get|add|invite|bring|put|loop)\\b.{1,60}?) (?:as well|too)$', ''],
  [
    '^(?:get|put|bring|loop|pull) (?!me |it |an? |my |the |some )(\\p{L}+) (?:onto|on to|into|in on|on|in) (?=the )',
    'invite $1 to ',
  ],
  ['^remind me (?:the |an? )?(day|week|hour) before', 'Remind me 1 $1 before'],
  [`^(.{1,60}?) (?:starts|begins|is|will be|will start) (${DURATION}) (later|earlier)$`, 'move $1 $2 $3'],
  [
    "^(.{1,60}?) (?:has |was )?(?:moved|changed),? (?:and )?(?:it['’]?s|its|now) (?:now )?(?:on )?(.{1,50}?)(?: now)?$",
    'move $1 to $2',
  ],
  ["^(?:i['’]?m |im )?(?:not sure|undecided|unsure)(?: yet)? (?:about|on)(?= )", 'perhaps to'],
  ['^mo+v|^mvo?e', 'move'],
  ['^re-?sh?edule|^re-?schedual|^reshcedule', 'reschedule'],
  ['^shedule|^scedule|^schedual|^schedle', 'schedule'],
  ['^del(?:te|ete|et|lete)|^dlete', 'delete'],
  ['^can[cs]le|^cance+l+|^cancell', 'cancel'],
  ['^remid|^remnd|^rmind', 'remind'],
  [`,? (?:and )?(?:not|rather than) ${AT}$`, ''],
  [
    '^(?:kick|swap|switch|slide|nudge|knock|rearrange|transfer|move over|drag|shuffle) (?=.{1,60} (?:to|by|from|for|back|forward|until|till|an?|\\d)\\b)',
    'move ',
  ],
  [
    `^(.{1,60}?) (?:should|needs to|must|will|can)(?: only| just)? (?:be|last|take)(?: only| just)? (${DURATION})(?: long)?$`,
    'make $1 $2',
  ],
  [`^(?:ping|alert|notify|warn|nudge|tell|wake|buzz) me (?=${DURATION} before)`, 'remind me '],
  [
    '^(\\p{L}+) (?:wants|would like|has asked|asked|needs) to (?:do|have|move|hold|push|shift) (?:our |the |my )?(.{1,40}?) (?:at|on|to) (.{1,40}?)(?: instead)?$',
    'move $2 with $1 to $3',
  ],
  [`^make (.{1,60}?) (${DURATION}) (longer|shorter)$`, 'make $1 $3 by $2'],
  ['^make (.{1,60}?) longer by ', 'extend $1 by '],
  ['^make (.{1,60}?) shorter by ', 'shorten $1 by '],
  [
    '^(?:cut|trim|reduce|shrink)(?: down)? (.{1,60}?) (?:down )?(?:to|by) (?=.*\\b(?:hours?|min\\p{L}*|h)\\b)(by )?',
    'shorten $1 to ',
  ],
  [
    `^(?:end|finish|wrap up|stop) (.{1,60}?) (${DURATION}) (?:earlier|early|sooner)(.{0,40})$`,
    'shorten $1$3 by $2',
  ],
  [`^(?:end|finish|stop) (.{1,60}?) (${DURATION}) later(.{0,40})$`, 'extend $1$2 by $2'],
  [`^(?:add|tack on|give) (${DURATION}) (?:more )?(?:to|onto)(?: the end of)? (.{1,60})$`, 'extend $2 by $1'],
  [`^(?:start|begin) (.{1,60}?) (${DURATION}) (earlier|later)(.{0,40})$`, 'move $1$4 $2 $3'],
  [
    `^(.{1,60}?) (?:has been |got |is |was |has |will be |is running )?(?:delayed|postponed|pushed(?: back)?|put back|late|running late) (?:by )?(${DURATION})$`,
    'postpone $1 by $2',
  ],
  [
    `^(.{1,60}?) (?:has been |got |is |was |has )?(?:brought|moved|pulled) (?:forward|up) (?:by )?(${DURATION})$`,
    'bring $1 forward by $2',
  ],
  [
    `^(?!i |we |there|it |that )(.{1,60}?) (?:has |have |is |was |will be )?(?:been )?(?:moved|rescheduled|shifted|changed|pushed) (?:back )?(?:to|at|on) (.{1,60}?)(?: now)?$`,
    'move $1 to $2',
  ],
  [
    `^(?:${I} )?${NOT} (?:do|make) (.{1,60}?)(?: at .{1,12})?,? (?:so )?(?:please )?(?:make it|can we do|could we do|let['’]?s do|how about|move it to|do|reschedule (?:it )?to) (.{1,50})$`,
    'move $1 to $2',
  ],
  [
    '^(?:can|could|shall|should) we (?:do|have|make|move|push|shift|start|hold|meet for) (.{1,60}?) (?:at|on|to|for) (.{1,60}?)(?: instead)?$',
    'move $1 to $2',
  ],
  [
    "^let['’]?s (?:do|have|make|move|push|shift|start|hold) (.{1,60}?) (?:at|on|to) (.{1,60}?) instead$",
    'move $1 to $2',
  ],
  [
    `^(?!move|push|re|add|book)(.{1,60}?) (?:is |moves |goes |are )?(?:now )?at (${AT}) (?:from|starting|as of|beginning) ((?:next )?(?:\\p{L}+day|mon|tues?|wed|thurs?|fri|sat|sun|week|month|tomorrow|now))(?: on(?:wards?)?)?$`,
    'move $1 on $3 to $2 from now on',
  ],
  ['^move (.{1,60}?) to (\\d\\S{0,6}(?: ?[ap]m)?) ((?:this|next) week)$', 'move $1 $3 to $2'],
  [`^(.{1,60}?) (?:is|are|moves) now (?:on |to )?(\\p{L}+day)s( .{1,30})?$`, 'move $1 to $2$3 from now on'],
  [
    '^(?:add|put|write|leave|attach) (?:an? )?(?:note|comment|description|memo) (?:to|on|for|in|with) (.{1,60}?)(?:: ?| saying | that says | that )(.{1,200})$',
    'put "$2" in the notes of $1',
  ],
  [
    '^(?:add|put|note) (?:to )?(?:the )?(?:notes?|description) (?:of|for) (.{1,60}?)(?:: ?| that )(.{1,200})$',
    'put "$2" in the notes of $1',
  ],
];

/** Other ways to answer an invitation. */
export const REPLIES: Words['phrases'] = [
  ["^i(?:['’]?d| would) (?:rather|prefer) not (?:to )?(?:go|come|attend)(?: to)?(?= )", 'say no to'],
  ['^maybe (?=\\p{L})(?!to |for |at |on |we |i |it |next |this |you )', 'say maybe to '],
  [
    `^(?:tell|let) (\\p{L}+)(?: know)?(?: that)? (?:${I}|yes[,]? ${I}?) ?(?:be there|can come|come|coming|going to be there|make it|can make it|attend|join|in|will be there|would love to come|happy to join)(?= |$)`,
    "accept $1's invitation",
  ],
  [
    `^(?:tell|let) (\\p{L}+)(?: know)?(?: that)? (?:${I} )?(?:${NOT}|not)(?: be)? (?:come|coming|there|make it|attend|join|attending|going)(?= |$)`,
    "decline $1's invitation",
  ],
  [
    `^(?:${I} )?(?:in|up|down) for(?= )|^count me in(?: for| on)?(?= )|^sign me up for(?= )|^${I} ?(?:d|would)? ?(?:love|happy|glad) to (?:come to|attend|join|go to)(?= )|^looking forward to(?= )|^see you at(?= )`,
    'say yes to',
  ],
  [
    `^${I} (?:skip|skipping|miss|missing|sitting out|passing on|pass on|have to (?:skip|miss)|going to (?:skip|miss)|not (?:going|coming|attending|joining)(?: to)?|no longer (?:going|coming)(?: to)?|not able to (?:make|attend|come to|join)|${NOT} (?:do|make(?! it\\b)))(?= )`,
    'say no to',
  ],
  [
    `^(?:not (?:going|coming|attending)(?: to)?|${NOT} (?:make(?! it(?! to))(?: it to)?|do|come to|attend|go to)|pass on|bow out of|back out of|pull out of|opt out of|count me out (?:of|for)|(?:send )?(?:my )?regrets (?:for|to)|say i (?:can['’]?t|won['’]?t) (?:make|attend|come to|make it to))(?= )`,
    'say no to',
  ],
  [
    '^(?:i )?(?:probably|likely|hopefully) (?:i )?(?:can |will |could )?(?:make|attend|come to|join)(?= )',
    'perhaps to',
  ],
  [
    `^(?:${I} )?(?:might|may|could) (?:come to|attend|make(?: it to)?|join)(?= )|^(?:put me|mark me|mark) (?:down )?as (?:maybe|tentative) for(?= )|^(?:possibly|tentative(?:ly)?|maybe) (?:yes )?(?:to|for)(?= )`,
    'say maybe to',
  ],
  [
    '(?<=^(?:say (?:yes|no|maybe) to|accept|decline|tentatively accept|turn down|reject) .{1,60}?)(?:,| -| –)? (?:sorry|unfortunately|apologies|anyway|this time|after all|though)$',
    '',
  ],
];

/** Other ways to ask for a deletion. */
export const DELETIONS: Words['phrases'] = [
  ["^(?:there(?:['’]?s| is| are|re)|we have|we['’]ve got) no(?: more)? (?!time|meeting|event)", 'no '],
  [
    "^(.{1,80}?)(?:['’]s| is) (?:off|cancel+ed)( (?:today|tonight|tomorrow|this \\p{L}+|next \\p{L}+|on \\p{L}+))?, .*\\b(?:remove|delete|cancel|take|drop) (?:it|that).*$",
    'call off $1$2',
  ],
  [
    '^(?:clear out|clear|empty|wipe|free up|blank)(?: out)? (?:my |the )?(?:whole |entire |rest of my )?(?=(?:morning|afternoon|evening|day|week|mon|tue|wed|thu|fri|sat|sun|today|tomorrow|calendar|schedule))',
    'clear ',
  ],
  [
    `^${I} ?(?:not |no longer |won['’]?t |wont |don['’]?t |dont )(?:going |coming |doing |be going |need |want |be needing )(?:to )?(.{1,80}?)(?: any ?more)?,? (?:so )?(?:please )?(?:delete|cancel|remove|drop|take) (?:it|that)(?: out| off)?$`,
    'delete $1',
  ],
  [
    '^(?:get|take|remove|pull|strike) (.{1,80}?) (?:off|from|out of) (?:my|the|our) (?:calendar|schedule|agenda|diary)(?: for \\p{L}{4}| entirely| completely| altogether)?$',
    'cancel $1',
  ],
  [
    '^(.{1,80}?) (?:is|are|was|were|has been|have been|got) (?:cancel+ed|called off|not happening|no longer happening)( (?:this|next|on|tomorrow|today|tonight).{0,30})?$',
    'call off $1$2',
  ],
  ['^forget(?: about)? (?=(?:the|my|our) )', 'scrap '],
  [
    `^${I} (?:not |no longer |${NOT} be )(?:going|coming|doing|going to do)(?: to)? (.{1,80}?)(?: any ?more)?,? (?:so )?(?:please )?(?:delete|cancel|remove|drop) (?:it|that)$`,
    'delete $1',
  ],
  ['^(.{1,80}?),? (?:please )?(?:delete|cancel|remove) (?:it|that)$', 'delete $1'],
  ['^(?:strike|cross|wipe|take|knock|bin|lose) (?:off|out) ', 'scrap '],
  ['^(?:strike|cross|wipe|take|knock) (.{1,60}?) (?:off|out)$', 'scrap $1'],
  ['^(?:bin|dump|lose|wipe|erase|trash|chuck out|throw out|lets not do|we are not doing)(?= )', 'scrap'],
  ["^(?:i['’]?m|im|we['’]?re) not (?:doing|having)(?= )", 'scrap'],
];
